import type pg from "pg";
import type { Queryable } from "../database/transaction.ts";
import { retrying } from "../database/transaction.ts";
import { later, minuteMs } from "../time.ts";
import { type Recovery, refreshLanes } from "./recover-store.ts";

/** A feed named to a transport and not claimed by then is taken for lost, and may be named again. */
export const queuedMsMax = 10 * minuteMs;

/**
 * For a transport: the first due feed of each ready lane, marked QUEUED before anybody is told. The lane steps back
 * for as long as a message may take, so that a queue that is slow to empty is not filled with the same feeds again.
 */
export async function queueDueFeeds(pool: pg.Pool, count: number, recovery: Recovery): Promise<string[]> {
  const { now } = recovery;
  const { rows } = await retrying(() =>
    pool.query<{ lane: string; feed_id: string | null }>({
      name: "queue-due",
      text: queueDue,
      values: [now, count, later(now, queuedMsMax)],
    }),
  );
  await refreshLanes(
    pool,
    rows.filter((row) => row.feed_id === null).map((row) => row.lane),
    recovery,
  );
  return rows.flatMap((row) => row.feed_id ?? []);
}

const canQueue = `s.runnable and s.next_run_at <= $1
  and (s.locked_until is null or (s.locked_until <= $1 and s.fetch_status <> 'FETCHING'))`;
const queueDue = `
with free as materialized (
  select lane from lanes where ready_at <= $1 and free_at <= $1 order by ready_at limit $2 for update skip locked
),
pick as materialized (
  select h.lane, first.feed_id from free h left join lateral (
    select s.feed_id from feed_schedules s where s.lane = h.lane and ${canQueue} order by s.next_run_at limit 1
  ) first on true
),
queued as (
  update feed_schedules s set fetch_status = 'QUEUED', queued_at = $1, locked_until = $3, lease_id = null
  from pick p where s.feed_id = p.feed_id and ${canQueue}
  returning s.feed_id, s.lane
),
stepped as (
  update lanes h set ready_at = $3, lease_id = null, feed_id = q.feed_id from queued q where h.lane = q.lane
)
select p.lane, q.feed_id from pick p left join queued q on q.feed_id = p.feed_id
where q.feed_id is not null or p.feed_id is null`;

/** Refused by the queue, or not to be claimed now: as if never queued. What a worker holds is left alone. */
export async function unqueueFeeds(pool: pg.Pool, feedIds: string[], now: Date): Promise<void> {
  if (feedIds.length === 0) return;
  await retrying(() =>
    pool.query(
      `with locked as materialized (
         select h.lane from lanes h where h.lane in (select lane from feed_schedules where feed_id = any($1::uuid[]))
         order by h.lane for update
       ),
       back as (
         update feed_schedules s set fetch_status = 'IDLE', queued_at = null, locked_until = null from locked
         where s.feed_id = any($1::uuid[]) and s.lane = locked.lane and s.fetch_status = 'QUEUED' and s.lease_id is null
         returning s.lane
       )
       update lanes h set feed_id = null, ready_at = greatest(h.free_at, $2) from back
       where h.lane = back.lane and h.lease_id is null`,
      [feedIds, now],
    ),
  );
}

/** Of these ids, those that no feed has: nobody knows where such a message comes from. */
export async function findUnknownFeeds(db: Queryable, feedIds: string[]): Promise<string[]> {
  if (feedIds.length === 0) return [];
  const { rows } = await db.query<{ id: string }>(
    "select id from unnest($1::uuid[]) id where not exists (select from feeds f where f.id = id)",
    [feedIds],
  );
  return rows.map(({ id }) => id);
}
