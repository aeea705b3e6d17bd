import type pg from "pg";
import type { Queryable } from "../database/transaction.ts";
import { dueChannel } from "../feeds/schedule-store.ts";

/**
 * For a transport: the first due feed of each ready lane, marked QUEUED before anybody is told (L14). The lane steps
 * back for as long as a message may reasonably take, so that the next cycle names it again only if this one was lost.
 */
export async function queueDueFeeds(pool: pg.Pool, count: number, now: Date, laneBackAt: Date): Promise<string[]> {
  const { rows } = await pool.query<{ feed_id: string }>({
    name: "queue-due",
    text: `
with free as materialized (
  select key from hosts where ready_at <= $1 and free_at <= $1 order by ready_at limit $2 for update skip locked
),
pick as materialized (
  select h.key, s.feed_id from free h left join lateral (
    select feed_id from feed_schedules where host = h.key and runnable and next_run_at <= $1 order by next_run_at limit 1
  ) s on true
),
stepped as (update hosts h set ready_at = $3 from pick where h.key = pick.key)
update feed_schedules s set fetch_status = 'QUEUED', queued_at = $1
from pick where s.feed_id = pick.feed_id and s.runnable and s.next_run_at <= $1
returning s.feed_id`,
    values: [now, count, laneBackAt],
  });
  return rows.map((row) => row.feed_id);
}

/** Refused by the queue, or not to be claimed now: as if never queued (L16). */
export async function unqueueFeeds(pool: pg.Pool, feedIds: string[], laneReadyAt: Date): Promise<void> {
  if (feedIds.length === 0) return;
  await pool.query(
    `with back as (
       update feed_schedules set fetch_status = 'IDLE', queued_at = null
       where feed_id = any($1::uuid[]) and fetch_status = 'QUEUED' and lease_id is null returning host
     )
     update hosts h set ready_at = greatest(h.free_at, $2) from back where h.key = back.host and h.lease_id is null`,
    [feedIds, laneReadyAt],
  );
}

/** How many lanes have something to do now; counted up to a bound, for nobody needs to know more. */
export async function countReadyLanes(db: Queryable, now: Date): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    "select count(*)::int as count from (select from hosts where ready_at <= $1 and free_at <= $1 limit 10000) ready",
    [now],
  );
  return rows[0]?.count ?? 0;
}

export async function notifyDue(db: Queryable): Promise<void> {
  await db.query("select pg_notify($1, '')", [dueChannel]);
}
