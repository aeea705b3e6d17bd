import type { Queryable } from "../../database/transaction.ts";

/** A lane that is closed because its server asked us to wait. `feeds` counts those that wait for it. */
export type BlockedLane = { lane: string; until: Date; reason: string; feeds: number };

export const blockedLanesMax = 100;

/** The one that stays closed longest comes first. */
export async function listBlockedLanes(db: Queryable, now: Date): Promise<BlockedLane[]> {
  const { rows } = await db.query<BlockedLane>(
    `select l.lane, l.free_at as until, reason,
       (select count(*)::int from feed_schedules where lane = l.lane and runnable) as feeds
     from lanes l where reason is not null and free_at > $1 and free_at < 'infinity'
     order by free_at desc, l.lane limit ${blockedLanesMax}`,
    [now],
  );
  return rows;
}

export type FetchHour = { hour: Date; fetches: number; failed: number; created: number };

/** Over all feeds; an hour without a fetch has no row. What was put off asked nobody. */
export async function countFetchHours(db: Queryable, since: Date): Promise<FetchHour[]> {
  const { rows } = await db.query<FetchHour>(
    `select date_trunc('hour', started_at) as hour, count(*)::int as fetches,
       count(*) filter (where outcome = 'failed')::int as failed, sum(created)::int as created
     from fetch_logs where started_at >= $1 and outcome <> 'deferred' group by 1`,
    [since],
  );
  return rows;
}
