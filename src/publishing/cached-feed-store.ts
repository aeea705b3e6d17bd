import type { Queryable } from "../database/transaction.ts";
import { settleStaleSql, staleFeedsSql } from "../feeds/stale-feed-store.ts";
import type { PublishedItem } from "../items/published-item.ts";
import type { PublishedFeed } from "./present-feed.ts";

/** The channel that tells web processes which feed to load again; the payload is its id. Triggers notify it. */
export const publishedChannel = "plainwire_published";

type FeedToPublish = Omit<PublishedFeed, "selfUrl">;

/** The feed and its newest items, as readers will see them. */
export async function loadFeedToPublish(
  db: Queryable,
  feedId: string,
  itemsMax: number,
): Promise<{ feed: FeedToPublish; items: PublishedItem[] } | null> {
  const { rows: feeds } = await db.query<FeedToPublish>({
    name: "publish-feed",
    text: `select ${feedColumns} from feeds f where f.id = $1`,
    values: [feedId],
  });
  const feed = feeds[0];
  if (feed === undefined) return null;
  const { rows: items } = await db.query<PublishedItem>({
    name: "publish-items",
    text: `select ${itemColumns} from items where feed_id = $1 ${newestFirst} limit $2`,
    values: [feedId, itemsMax],
  });
  return { feed, items };
}

const feedColumns = `f.url, coalesce(f.name, f.title) as title, f.site_url as "siteUrl", f.description, f.language`;
const newestFirst = "order by pub_date desc, id desc";

// Only an item without an analysis shows its own HTML, or the beginning of its text where that is long; its text is also the title of
// one that has none. The texts of all fifty items were two thirds of loading them.
const isRaw = "analyzer_result is null";
const rawBytesMax = 20_000;
const itemColumns = `id, url, title, author, pub_date as "pubDate", updated_at as "updatedAt", categories,
  coalesce(enclosures, '[]') as enclosures, analyzer_result as analysis, analysis_status as "analysisStatus",
  case when ${isRaw} then clean_html end as "cleanHtml",
  case when title !~ '[[:alnum:]]' or ${isRaw} and coalesce(octet_length(clean_html), ${rawBytesMax}) >= ${rawBytesMax} then text end as text`;

/** An item in its present state: every change of its row gives it another mark. */
export type ItemState = { hash: string; mark: string };

/** `since`: the change to be settled. `newest`: what is to be in it, in order. */
export type StaleFeed = {
  since: string;
  feed: FeedToPublish;
  newest: ItemState[];
  stored: { gzip: Buffer; updatedAt: Date; hashes: string[]; marks: string[] } | null;
};

/** Null if its clean feed is up to date, or if it is not served. */
export async function findStaleFeed(db: Queryable, feedId: string, itemsMax: number): Promise<StaleFeed | null> {
  const { rows } = await db.query<StaleRow>({
    name: `find-stale-feed-${itemsMax}`,
    // Lists as one text: as arrays, taking them apart cost more than reading the feed. The limit as it is: as a parameter PostgreSQL
    // takes it for a tenth of all items, likes no plan but that of one call, and plans each call again (220 µs).
    text: `
select s.since::text, ${feedColumns}, c.gzip, c.updated_at as "updatedAt",
  array_to_string(c.item_refs, ' ') as hashes, case when c.marked_by = c.xmin then c.item_marks end as marks,
  array_to_string(array(select hash || ' ' || xmin from items where feed_id = f.id ${newestFirst} limit ${itemsMax}), ' ') as newest
from ${staleFeedsSql}
left join cached_feeds c on c.id = f.id and c.xml_content is not null and c.gzip is not null
where s.feed_id = $1`,
    values: [feedId],
  });
  if (rows[0] === undefined) return null;
  const { since, newest, gzip, updatedAt, hashes, marks, ...feed } = rows[0];
  const stored = gzip && updatedAt && { gzip, updatedAt, hashes: wordsOf(hashes), marks: wordsOf(marks) };
  return { since, feed, newest: pairs(wordsOf(newest)), stored };
}

type StaleRow = FeedToPublish & {
  since: string;
  newest: string;
  gzip: Buffer | null;
  updatedAt: Date | null;
  hashes: string | null;
  marks: string | null;
};

function wordsOf(list: string | null): string[] {
  return list === null || list === "" ? [] : list.split(" ");
}

function pairs(words: string[]): ItemState[] {
  const states: ItemState[] = [];
  for (let at = 0; at < words.length; at += 2) states.push({ hash: words[at] ?? "", mark: words[at + 1] ?? "" });
  return states;
}

/** With the state in which each was read: it may have changed since its feed was found. */
export async function loadItems(
  db: Queryable,
  feedId: string,
  hashes: string[],
): Promise<(PublishedItem & ItemState)[]> {
  const { rows } = await db.query<PublishedItem & ItemState>({
    name: "publish-changed-items",
    // The list by a query: then its length is not looked at, and the plan of one call does for the next (66 µs).
    text: `select hash, xmin::text as mark, ${itemColumns} from items where feed_id = $1 and hash = any((select $2::text[])::text[])`,
    values: [feedId, hashes],
  });
  return rows;
}

/** `xml` in bytes, as it is hashed, packed, stored and sent: as a string it was turned into them four times. */
export type BuiltRss = StoredRss & { xml: Buffer };

export type BuiltFeed = BuiltRss & {
  header: string;
  itemRefs: string[];
  itemMarks: string[];
};

/**
 * Saves what was built of the change at `since`, and settles it; false if the feed has changed again or was built by another
 * process, and nothing is written. lastBuildDate in the XML and updated_at are the same time. The disk is not waited for: after a
 * power cut the change is unsettled again, too.
 */
export async function saveCachedFeed(db: Queryable, built: BuiltFeed, since: string): Promise<boolean> {
  const { feedId, header, xml, gzip, etag, itemRefs, itemMarks, updatedAt } = built;
  const { rowCount } = await db.query({
    name: "save-cached-feed",
    text: `
with settled as (${settleStaleSql}),
quick as materialized (select set_config('synchronous_commit', 'off', true))
insert into cached_feeds (id, xml_header, xml_content, gzip, etag, item_refs, item_marks, marked_by, created_at, updated_at)
select feed_id, $3, $4, $5, $6, string_to_array($7, ' '), $8, pg_current_xact_id()::xid, $9, $9 from settled, quick
on conflict (id) do update set xml_header = excluded.xml_header, xml_content = excluded.xml_content, gzip = excluded.gzip,
  etag = excluded.etag, item_refs = excluded.item_refs, item_marks = excluded.item_marks, marked_by = excluded.marked_by,
  updated_at = excluded.updated_at
`,
    values: [feedId, since, header, xml, gzip, etag, itemRefs.join(" "), itemMarks.join(" "), updatedAt],
  });
  return rowCount === 1;
}

/** It would be built as it is stored. */
export async function settleUnchanged(db: Queryable, feedId: string, since: string): Promise<boolean> {
  const { rowCount } = await db.query({ name: "settle-unchanged", text: settleStaleSql, values: [feedId, since] });
  return rowCount === 1;
}

/** A clean feed as it is stored; `url` is the feed's own. */
export type StoredRss = { feedId: string; url: string; gzip: Buffer; etag: string; updatedAt: Date };

/** `isStale`: it is to be built before it is served, and `stored` is null unless it is wanted even so. */
export type ServedFeed = { feedId: string; isStale: boolean; stored: StoredRss | null };

/**
 * The feed with this address, otherwise the feed that had it before. Null if not anybody may read it, or if it is neither built nor to
 * be built.
 */
export async function findServedFeed(
  web: Queryable,
  url: string,
  { evenStale = false } = {},
): Promise<ServedFeed | null> {
  const { rows } = await web.query<Omit<StoredRss, "gzip"> & { gzip: Buffer | null; isStale: boolean }>({
    name: "find-served-feed",
    text: `select feed_id as "feedId", url, gzip, etag, updated_at as "updatedAt", is_stale as "isStale" from served_feed($1, $2)`,
    values: [url, evenStale],
  });
  if (rows[0] === undefined) return null;
  const { isStale, gzip, ...feed } = rows[0];
  const stored = gzip && { ...feed, gzip };
  return stored === null && !isStale ? null : { feedId: feed.feedId, isStale, stored };
}
