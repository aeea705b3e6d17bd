import type { Queryable } from "../database/transaction.ts";
import { dayMs, isoDay, later } from "../time.ts";

// Each statement holds its locks for a few milliseconds. Items that somebody starred are kept for them.
const isStarred = "exists (select from item_states s where s.item_id = i.id and s.starred_at is not null)";

const partitionDaysAhead = 7;

export type Page = { deleted: number; next: string | null };

/** Oldest first, by when we first saw them: that is what an item's id is made of. `after` is where the last page ended. */
export async function deleteOldItems(
  db: Queryable,
  { after, before, count }: { after: string; before: string; count: number },
): Promise<Page> {
  const { rows } = await db.query<{ last: string | null; deleted: number }>(
    `with page as materialized (select id from items where id > $1 and id < $2 order by id limit $3),
     gone as (delete from items i using page where i.id = page.id and not ${isStarred} returning i.id)
     select (select id from page order by id desc limit 1) as last, (select count(*)::int from gone) as deleted`,
    [after, before, count],
  );
  return { deleted: rows[0]?.deleted ?? 0, next: rows[0]?.last ?? null };
}

/** Of a page of feeds, what each has beyond its newest `itemsMax`. */
export async function deleteSurplusItems(
  db: Queryable,
  { after, feeds, itemsMax }: { after: string; feeds: number; itemsMax: number },
): Promise<Page> {
  const { rows } = await db.query<{ last: string | null; deleted: number }>(
    `with page as materialized (select id from feeds where id > $1 order by id limit $2),
     surplus as materialized (
       select i.id from page cross join lateral (
         select id from items where feed_id = page.id order by pub_date desc, id desc offset $3 limit 1000
       ) i
     ),
     gone as (delete from items i using surplus where i.id = surplus.id and not ${isStarred} returning i.id)
     select (select id from page order by id desc limit 1) as last, (select count(*)::int from gone) as deleted`,
    [after, feeds, itemsMax],
  );
  return { deleted: rows[0]?.deleted ?? 0, next: rows[0]?.last ?? null };
}

/** Feeds deleted long enough ago, items first: a feed may have a hundred thousand. Returns how many rows went. */
export async function purgeDeletedFeeds(db: Queryable, before: Date, count: number): Promise<number> {
  const items = await db.query(
    `delete from items where id in (
       select i.id from feeds f join items i on i.feed_id = f.id where f.deleted_at < $1 limit $2)`,
    [before, count],
  );
  if (items.rowCount !== 0) return items.rowCount ?? 0;
  const feeds = await db.query(
    `delete from feeds where id in (
       select f.id from feeds f join feed_schedules s on s.feed_id = f.id
       where f.deleted_at < $1 and s.lease_id is null limit $2)`,
    [before, count],
  );
  return feeds.rowCount ?? 0;
}

/** What has ended by itself: sessions, links that were sent, throttles. */
export async function deleteExpiredAccess(db: Queryable, now: Date): Promise<number> {
  const sessions = await db.query("delete from accounts.sessions where expires_at < $1", [now]);
  const tokens = await db.query("delete from accounts.one_time_tokens where expires_at < $1", [now]);
  const throttles = await db.query("delete from accounts.throttles where resets_at < $1", [now]);
  return (sessions.rowCount ?? 0) + (tokens.rowCount ?? 0) + (throttles.rowCount ?? 0);
}

/** A robots.txt is read again for the next page of its origin; nobody may come for another one. */
export async function deleteExpiredRobots(db: Queryable, now: Date): Promise<number> {
  const { rowCount } = await db.query("delete from robots where expires_at <= $1", [now]);
  return rowCount ?? 0;
}

export async function deleteOldSummaries(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query("delete from summaries where created_at < $1", [before]);
  return rowCount ?? 0;
}

export async function deleteOldDeadLetters(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query("delete from dead_letters where created_at < $1", [before]);
  return rowCount ?? 0;
}

/** One partition of the log per UTC day, made ahead of time, so that the default one stays empty and dropping is free. */
export async function makeLogPartitions(db: Queryable, now: Date): Promise<void> {
  const lastDay = later(now, partitionDaysAhead * dayMs);
  await db.query("select make_fetch_log_partitions($1, $2)", [isoDay(now), isoDay(lastDay)]);
}

export async function dropLogPartitions(db: Queryable, before: Date): Promise<number> {
  const { rows } = await db.query<{ dropped: number }>("select drop_fetch_log_partitions($1) as dropped", [
    isoDay(before),
  ]);
  return rows[0]?.dropped ?? 0;
}
