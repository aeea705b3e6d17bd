import type { Queryable } from "../database/transaction.ts";
import type { PublishedItem } from "../items/published-item.ts";

/** An item with the feed it came in. Its text is not read, because no answer contains it. */
export type PublicItem = PublishedItem & { hash: string; feed: { url: string; title: string | null } };

// An item without a title is named after the beginning of its text.
const columns = `i.id, i.hash, i.url, i.title, i.author, i.pub_date as "pubDate", i.updated_at as "updatedAt", i.categories,
  case when i.title = '' then left(i.text, 200) end as text, i.analyzer_result as analysis, i.analysis_status as "analysisStatus",
  f.url as "feedUrl", coalesce(f.name, f.title) as "feedTitle"`;

// One page may be in several feeds: an analysed copy is preferred, the latest of several.
const bestFirst = "(i.analysis_status = 'done') desc, i.analyzed_at desc nulls last, i.id";

export async function findItem(db: Queryable, hash: string): Promise<PublicItem | null> {
  const { rows } = await db.query<ItemRow>({
    name: "find-public-item",
    text: `select ${columns} from items i join feeds f on f.id = i.feed_id where i.hash = $1 order by ${bestFirst} limit 1`,
    values: [hash],
  });
  return rows[0] === undefined ? null : toPublicItem(rows[0]);
}

/** Every page whose hash starts with this prefix, once, at most `countMax`. */
export async function findItemsByPrefix(db: Queryable, prefix: string, countMax: number): Promise<PublicItem[]> {
  const { rows } = await db.query<ItemRow>({
    name: "find-items-by-prefix",
    // A range and not LIKE, which row-level security keeps from the index; "g" follows the last hexadecimal digit.
    text: `
select distinct on (i.hash) ${columns} from items i join feeds f on f.id = i.feed_id
where i.hash >= $1 and i.hash < $1 || 'g' order by i.hash, ${bestFirst} limit $2`,
    values: [prefix, countMax],
  });
  return rows.map(toPublicItem);
}

/**
 * The longest prefix whose buckets hold at least `itemsMin` pages, 0 where even one digit singles out too few. Of each
 * length sixteen buckets spread over the range are looked at, which costs the same with a thousand items and a billion.
 */
export async function findPrefixLength(db: Queryable, itemsMin: number, lengthMax: number): Promise<number> {
  const { rows } = await db.query<{ length: number | null }>({
    name: "find-prefix-length",
    // Ordered, so that the index is read only up to the twentieth.
    text: `
select max(n) as length from generate_series(1, $2::int) n
where $1::int <= all (
  select (
    select count(*) from (
      select distinct hash from items
      where hash >= repeat(to_hex(digit), n) and hash < repeat(to_hex(digit), n) || 'g' order by hash limit $1::int
    ) bucket
  )
  from generate_series(0, 15) digit
)`,
    values: [itemsMin, lengthMax],
  });
  return rows[0]?.length ?? 0;
}

export type SiteQuestion = {
  root: string;
  maxScore: number | null;
  feedsMax: number;
  itemsPerFeed: number;
  countMax: number;
};

/**
 * The newest items of a site's feeds, in turn: the first of each feed, then the second of each. A page appears once.
 * Null: no feed of that domain is public.
 */
export async function findSiteItems(db: Queryable, question: SiteQuestion): Promise<PublicItem[] | null> {
  const { root, feedsMax, itemsPerFeed, countMax } = question;
  const { rows: feeds } = await db.query<{ id: string }>({
    name: "find-site-feeds",
    text: "select id from feeds where root_domain = $1 order by id limit $2",
    values: [root, feedsMax],
  });
  if (feeds.length === 0) return null;
  const feedIds = feeds.map(({ id }) => id);
  // What ranks below cannot change what ranks above, so each feed's share of the count will do, and as much again for
  // pages that came in two feeds. Row-level security judges every item looked at: all fifty of ten feeds took 4 of 5 ms.
  const share = 2 * Math.ceil(countMax / feeds.length);
  const items = share < itemsPerFeed ? await rankItems(db, feedIds, question, share) : [];
  return items.length === countMax ? items : rankItems(db, feedIds, question, itemsPerFeed);
}

async function rankItems(
  db: Queryable,
  feedIds: string[],
  { maxScore, itemsPerFeed, countMax }: SiteQuestion,
  rankMax: number,
): Promise<PublicItem[]> {
  const { rows } = await db.query<ItemRow>({
    name: "find-site-items",
    // Pages are told apart by hash, tracking parameters aside, and by address where a hash is that of a guid. Only
    // those that are shown are looked up in full, each by itself (offset 0): while the statistics do not know yet how many
    // feeds are published, a join would read every item there is, 39 s for 100,000.
    text: `
with ranked as (
  select i.id, i.hash, i.url, i.pub_date, row_number() over (partition by i.feed_id order by i.pub_date desc, i.id desc) as rank
  from unnest($1::uuid[]) feed(id)
  cross join lateral (
    select * from (
      select id, feed_id, hash, url, pub_date, rating, analysis_status from items
      where feed_id = feed.id order by pub_date desc, id desc limit $2
    ) newest
    where $3::numeric is null or analysis_status = 'pending' or rating is null or round(rating::numeric, 2) <= $3
    order by pub_date desc, id desc limit $5
  ) i
),
by_hash as (select distinct on (hash) * from ranked order by hash, rank, pub_date desc, id),
by_page as (
  select distinct on (coalesce(url, hash)) * from by_hash order by coalesce(url, hash), rank, pub_date desc, id
),
shown as materialized (select id, rank from by_page order by rank, pub_date desc, id limit $4)
select ${columns} from shown
cross join lateral (select * from items where id = shown.id offset 0) i
cross join lateral (select url, name, title from feeds where id = i.feed_id offset 0) f
order by shown.rank, i.pub_date desc, i.id`,
    values: [feedIds, itemsPerFeed, maxScore, countMax, rankMax],
  });
  return rows.map(toPublicItem);
}

type ItemRow = Omit<PublicItem, "enclosures" | "cleanHtml" | "feed"> & { feedUrl: string; feedTitle: string | null };

function toPublicItem({ feedUrl, feedTitle, ...item }: ItemRow): PublicItem {
  return { ...item, enclosures: [], cleanHtml: null, feed: { url: feedUrl, title: feedTitle } };
}
