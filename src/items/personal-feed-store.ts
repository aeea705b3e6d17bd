import type { Queryable } from "../database/transaction.ts";
import type { ItemSource, PublishedItem } from "./published-item.ts";

/** What one of a person's secret addresses gives out. */
export type PersonalSettings = {
  feedId: string | null;
  folderId: string | null;
  /** As the person wrote it; "": none. */
  search: string;
  maxScore: number | null;
  unread: boolean;
};
export type PersonalFeed = {
  id: string;
  name: string;
  settings: PersonalSettings;
  createdAt: Date;
  lastReadAt: Date | null;
  /** Its address ended with a password reset; it has none until its owner makes a new one. */
  hasEnded: boolean;
};
export type NewPersonalFeed = { id: string; tokenHash: Buffer; name: string; settings: PersonalSettings };

export const personalFeedsMax = 50;
// The column's default is {}: what is not said is not limited.
const settings = `'{"feedId": null, "folderId": null, "search": "", "maxScore": null, "unread": false}'::jsonb || settings as settings`;

export async function listPersonalFeeds(db: Queryable): Promise<PersonalFeed[]> {
  const { rows } = await db.query<PersonalFeed>({
    name: "list-personal-feeds",
    text: `select id, name, ${settings}, created_at as "createdAt", last_read_at as "lastReadAt",
      ended_at is not null as "hasEnded" from personal_feeds order by created_at, id`,
  });
  return rows;
}

/** False: there are `personalFeedsMax` already. The address itself is not kept, only its hash. */
export async function addPersonalFeed(db: Queryable, feed: NewPersonalFeed, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into personal_feeds (id, user_id, token_hash, name, settings, created_at)
     select $1, auth.uid(), $2, $3, $4, $5 where (select count(*) from personal_feeds) < ${personalFeedsMax}`,
    [feed.id, feed.tokenHash, feed.name, feed.settings, now],
  );
  return rowCount !== 0;
}

/** A new address in place of one that has ended. */
export async function renewPersonalFeed(db: Queryable, id: string, tokenHash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(
    "update personal_feeds set token_hash = $2, ended_at = null where id = $1 and ended_at is not null",
    [id, tokenHash],
  );
  return rowCount !== 0;
}

export async function deletePersonalFeed(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query("delete from personal_feeds where id = $1", [id]);
  return rowCount !== 0;
}

export type FoundPersonalFeed = { id: string; personId: string; name: string; settings: PersonalSettings };

/** Asked without anybody's claims: the address is what gives the right. */
export async function findPersonalFeed(db: Queryable, tokenHash: Buffer, now: Date): Promise<FoundPersonalFeed | null> {
  const { rows } = await db.query<FoundPersonalFeed>({
    name: "find-personal-feed",
    text: `select id, user_id as "personId", name, ${settings} from find_personal_feed($1, $2)`,
    values: [tokenHash, now],
  });
  return rows[0] ?? null;
}

/** `raw`: what the feed sent, never cleaned, where it has pictures or nothing cleaned is stored; its addresses belong to `base`. */
export type PersonalItem = PublishedItem & { source: ItemSource; raw: string | null; base: string | null };

// More is not shown whole (publishing/full-texts.ts). Of the text the beginning is enough for an item that is too long.
const htmlCharsMax = 150_000;
const textCharsMax = 20_000;

export async function loadPersonalItems(db: Queryable, ids: readonly string[]): Promise<PersonalItem[]> {
  const { rows } = await db.query<PersonalItem>({
    name: "load-personal-items",
    text: `
select i.id, i.url, i.title, i.author, i.pub_date as "pubDate", greatest(i.updated_at, i.analyzed_at) as "updatedAt",
  i.categories, coalesce(i.enclosures, '[]') as enclosures,
  case when length(i.clean_html) <= ${htmlCharsMax} then i.clean_html end as "cleanHtml", left(i.text, ${textCharsMax}) as text,
  case when length(sent.html) <= ${htmlCharsMax} and (i.clean_html is null or sent.html ~* '<img') then sent.html end as raw,
  coalesce(i.content_base, i.url) as base,
  i.analyzer_result as analysis, i.analysis_status as "analysisStatus",
  jsonb_build_object('name', b.name, 'url', f.url, 'siteUrl', f.site_url) as source
from unnest($1::uuid[]) wanted(id) join items i on i.id = wanted.id
cross join lateral (select name from subscriptions where feed_id = i.feed_id limit 1) b
cross join lateral (
  select case when i.input_kind is distinct from 'page' then coalesce(nullif(i.content, ''), i.summary) end as html
) sent
cross join lateral (select url, site_url from feeds where id = i.feed_id limit 1) f order by i.pub_date desc, i.id desc`,
    values: [ids],
  });
  return rows;
}
