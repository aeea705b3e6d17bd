import type { Queryable } from "../database/transaction.ts";

// Feeds whose clean feed no longer matches their items or settings: marked by every writer of these, built by the next who asks.
// The trigger tell_of_stale on the table notifies plainwire_published: web processes drop their copies.

/**
 * In SQL: marks feeds; `rows` selects each feed_id and since when. Only feeds that are published have a clean feed. A mark never
 * keeps its time: two changes in one millisecond would be taken for one, and the second would never be built.
 */
export function markStaleSql(rows: string): string {
  return `insert into stale_feeds (feed_id, since) ${rows} on conflict (feed_id)
    do update set since = greatest(excluded.since, stale_feeds.since + interval '1 microsecond')`;
}

/** Their clean feeds may say something else now. */
export async function markStale(tx: Queryable, feedIds: string[], now: Date): Promise<void> {
  const published = "select id, $2 from feeds where id = any($1::uuid[]) and published order by id";
  await tx.query(markStaleSql(published), [feedIds, now]);
}

/**
 * In SQL: feeds `f` whose clean feed is out of date, with their marks `s`. They must be published, and fetched at least once, because a feed
 * counts as empty only after a fetch. Select `since` as text: a Date would lose the microseconds and never match again.
 */
export const staleFeedsSql = `stale_feeds s join feeds f on f.id = s.feed_id and f.published and f.deleted_at is null
  and (f.last_success_at is not null or exists (select from items where feed_id = f.id))`;

/** In SQL: settles the mark of feed `$1` if it is still the one of `$2`; returns nothing if the feed has changed since. */
export const settleStaleSql =
  "delete from stale_feeds where feed_id = $1 and since = $2::timestamptz returning feed_id";
