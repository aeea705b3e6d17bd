import type { Queryable } from "../database/transaction.ts";
import { settleStaleSql } from "../feeds/stale-feed-store.ts";
import type { PublishedItem } from "../items/published-item.ts";
import type { PublishedFeed } from "./present-feed.ts";

/** The channel that tells web processes which feed to load again; the payload is its id. Triggers notify it. */
export const publishedChannel = "plainwire_published";

type ItemToPublish = PublishedItem & { hash: string };
export type FeedToPublish = {
  feed: Omit<PublishedFeed, "selfUrl">;
  items: ItemToPublish[];
  etag: string | null;
};

/** The feed and its newest items, as readers will see them. */
export async function loadFeedToPublish(
  db: Queryable,
  feedId: string,
  itemsMax: number,
): Promise<FeedToPublish | null> {
  const { rows: feeds } = await db.query<FeedRow>({
    name: "publish-feed",
    text: `select f.url, coalesce(f.name, f.title) as title, f.site_url, f.description, f.language, c.etag
           from feeds f left join cached_feeds c on c.id = f.id where f.id = $1`,
    values: [feedId],
  });
  const feed = feeds[0];
  if (feed === undefined) return null;
  const { rows: items } = await db.query<ItemToPublish>({
    name: "publish-items",
    text: `select id, hash, url, title, author, pub_date as "pubDate", updated_at as "updatedAt", categories,
             coalesce(enclosures, '[]') as enclosures, analyzer_result as analysis, analysis_status as "analysisStatus",
             case when ${isRaw} then clean_html end as "cleanHtml",
             case when title !~ '[[:alnum:]]' or ${isRaw} and coalesce(octet_length(clean_html), ${rawBytesMax}) >= ${rawBytesMax} then text end as text
           from items where feed_id = $1 order by pub_date desc, id desc limit $2`,
    values: [feedId, itemsMax],
  });
  const { url, title, site_url: siteUrl, description, language, etag } = feed;
  return { feed: { url, title, siteUrl, description, language }, items, etag };
}

// Only an item without an analysis shows its own HTML, or the beginning of its text where that is long; its text is also the title of
// one that has none. The texts of all fifty items were two thirds of loading them.
const isRaw = "analyzer_result is null";
const rawBytesMax = 20_000;

type FeedRow = {
  url: string;
  title: string | null;
  site_url: string | null;
  description: string | null;
  language: string | null;
  etag: string | null;
};

export type BuiltFeed = {
  feedId: string;
  header: string;
  /** In bytes, as it is hashed, packed, stored and sent: as a string it was turned into them four times. */
  xml: Buffer;
  gzip: Buffer;
  etag: string;
  itemRefs: string[];
  updatedAt: Date;
};

/**
 * Saves what was built of the change at `since`, and settles it; false if the feed has changed again or was built by another
 * process, and nothing is written. lastBuildDate in the XML and updated_at are the same time.
 */
export async function saveCachedFeed(db: Queryable, built: BuiltFeed, since: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: "save-cached-feed",
    text: `
with settled as (${settleStaleSql})
insert into cached_feeds (id, xml_header, xml_content, gzip, etag, item_refs, created_at, updated_at)
select feed_id, $3, $4, $5, $6, $7, $8, $8 from settled
on conflict (id) do update set xml_header = excluded.xml_header, xml_content = excluded.xml_content, gzip = excluded.gzip,
  etag = excluded.etag, item_refs = excluded.item_refs, updated_at = excluded.updated_at
`,
    values: [built.feedId, since, built.header, built.xml, built.gzip, built.etag, built.itemRefs, built.updatedAt],
  });
  return rowCount === 1;
}

/** It would be built as it is stored. */
export async function settleUnchanged(db: Queryable, feedId: string, since: string): Promise<boolean> {
  const { rowCount } = await db.query({ name: "settle-unchanged", text: settleStaleSql, values: [feedId, since] });
  return rowCount === 1;
}

export type ServedFeed = { feedId: string; updatedAt: Date | null; isStale: boolean };

/**
 * The feed with this address, otherwise the feed that had it before. Null if it is not readable, or neither built nor to be
 * built. `isStale`: it is to be built before it is served.
 */
export async function findServedFeed(db: Queryable, url: string): Promise<ServedFeed | null> {
  const { rows } = await db.query<ServedFeed>({
    name: "find-served-feed",
    text: `
select found.id as "feedId", c.updated_at as "updatedAt", s.feed_id is not null as "isStale"
from (
  select id, 1 as place from feeds where url = $1
  union all
  select feed_id, 2 from feed_aliases where url = $1
) found
left join cached_feeds c on c.id = found.id and c.xml_content is not null and c.gzip is not null
left join stale_feeds s on s.feed_id = found.id
order by found.place limit 1`,
    values: [url],
  });
  const found = rows[0];
  return found === undefined || (found.updatedAt === null && !found.isStale) ? null : found;
}

/** `url` is the feed's own; `updatedAt` is when it was built. */
export type StoredRss = { url: string; xml: Buffer; gzip: Buffer; updatedAt: Date };

export async function readStoredRss(db: Queryable, feedId: string): Promise<StoredRss | null> {
  const { rows } = await db.query<{ url: string; xml_content: string; gzip: Buffer; updated_at: Date }>({
    name: "read-stored-rss",
    text: `select f.url, c.xml_content, c.gzip, c.updated_at from cached_feeds c join feeds f on f.id = c.id
           where c.id = $1 and c.xml_content is not null and c.gzip is not null`,
    values: [feedId],
  });
  const stored = rows[0];
  if (stored === undefined) return null;
  const { url, xml_content: xml, gzip, updated_at: updatedAt } = stored;
  return { url, xml: Buffer.from(xml), gzip, updatedAt };
}
