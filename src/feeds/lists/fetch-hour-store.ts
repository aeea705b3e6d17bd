import type { Queryable } from "../../database/transaction.ts";

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
