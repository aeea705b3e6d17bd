import type { Queryable } from "../database/transaction.ts";
import type { PublishedItem } from "../items/published-item.ts";
import type { PublishedFeed } from "./present-feed.ts";

/** The channel that tells web processes which feed to load again; the payload is its id. */
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
             coalesce(enclosures, '[]') as enclosures, clean_html as "cleanHtml", text, analyzer_result as analysis,
             analysis_status as "analysisStatus"
           from items where feed_id = $1 order by pub_date desc, id desc limit $2`,
    values: [feedId, itemsMax],
  });
  const { url, title, site_url: siteUrl, description, language, etag } = feed;
  return { feed: { url, title, siteUrl, description, language }, items, etag };
}

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
  xml: string;
  gzip: Buffer;
  etag: string;
  itemRefs: string[];
  updatedAt: Date;
};

/** lastBuildDate in the XML and updated_at are the same time. */
export async function saveCachedFeed(db: Queryable, built: BuiltFeed): Promise<void> {
  await db.query({
    name: "save-cached-feed",
    text: `
with saved as (
  insert into cached_feeds (id, xml_header, xml_content, gzip, etag, item_refs, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $7)
  on conflict (id) do update set xml_header = excluded.xml_header, xml_content = excluded.xml_content, gzip = excluded.gzip,
    etag = excluded.etag, item_refs = excluded.item_refs, updated_at = excluded.updated_at
  returning id
)
select pg_notify('${publishedChannel}', id::text) from saved`,
    values: [built.feedId, built.header, built.xml, built.gzip, built.etag, built.itemRefs, built.updatedAt],
  });
}

/** The feed with this address, otherwise the feed that had it before. Null if none is built and readable. */
export async function findServedFeed(db: Queryable, url: string): Promise<{ feedId: string; updatedAt: Date } | null> {
  const { rows } = await db.query<{ id: string; updated_at: Date | null }>({
    name: "find-served-feed",
    text: `
select found.id, c.updated_at
from (
  select id, 1 as place from feeds where url = $1
  union all
  select feed_id, 2 from feed_aliases where url = $1
) found
left join cached_feeds c on c.id = found.id and c.xml_content is not null and c.gzip is not null
order by found.place limit 1`,
    values: [url],
  });
  const found = rows[0];
  return found === undefined || found.updated_at === null ? null : { feedId: found.id, updatedAt: found.updated_at };
}

/** The RSS as stored, with its build time. */
export async function readStoredRss(
  db: Queryable,
  feedId: string,
): Promise<{ xml: string; gzip: Buffer; updatedAt: Date } | null> {
  const { rows } = await db.query<{ xml_content: string; gzip: Buffer; updated_at: Date }>({
    name: "read-stored-rss",
    text: "select xml_content, gzip, updated_at from cached_feeds where id = $1 and xml_content is not null and gzip is not null",
    values: [feedId],
  });
  const stored = rows[0];
  return stored === undefined ? null : { xml: stored.xml_content, gzip: stored.gzip, updatedAt: stored.updated_at };
}
