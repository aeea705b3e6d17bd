import type pg from "pg";
import { changeSchedule, headOfLane } from "../../src/schedule/change-schedule-store.ts";

/** Makes the feeds due, at the head of their lanes. The lanes keep their pace. */
export async function makeAllDue(pool: pg.Pool, feedIds: string[]): Promise<void> {
  const { rows } = await pool.query<{ lane: string }>("select distinct lane from feed_schedules");
  const lanes = rows.map(({ lane }) => lane);
  await changeSchedule(pool, lanes, (tx) =>
    tx.query("update feed_schedules set next_run_at = $2 where feed_id = any($1::uuid[]) and runnable", [
      feedIds,
      headOfLane(new Date()),
    ]),
  );
}
