import type pg from "pg";
import { dayMs, later } from "../time.ts";
import { changeSchedule } from "./change-schedule-store.ts";

/** No rule looks further ahead: an interval, a Retry-After and skipDays end within two weeks. */
const planDaysMax = 31;
/** No lease lasts longer than some minutes. */
const leaseDaysMax = 1;

/**
 * A clock that was years ahead for a while wrote times that nobody would wait for: feeds due in five years, hosts closed until then.
 * They count as past. Returns how many feeds that moved.
 */
export async function forgetFutureTimes(pool: pg.Pool, now: Date): Promise<number> {
  const [plansEnd, leasesEnd] = [later(now, planDaysMax * dayMs), later(now, leaseDaysMax * dayMs)];
  const { rows } = await pool.query<{ lane: string }>(
    `select lane from feed_schedules where (next_run_at > $1 and next_run_at < 'infinity') or locked_until > $2
     union select lane from lanes where free_at > $1 or (ready_at > $1 and ready_at < 'infinity')`,
    [plansEnd, leasesEnd],
  );
  const lanes = rows.map(({ lane }) => lane);
  if (lanes.length === 0) return 0;
  return changeSchedule(pool, lanes, async (tx) => {
    // Leases end now, and the look for ended leases that follows frees their feeds.
    await tx.query("update feed_schedules set locked_until = $2 where lane = any($1::text[]) and locked_until > $3", [
      lanes,
      now,
      leasesEnd,
    ]);
    await tx.query(
      `update lanes set free_at = least(free_at, $2), lease_id = null, feed_id = null, asked_at = 'infinity'
       where lane = any($1::text[]) and (free_at > $3 or (ready_at > $3 and ready_at < 'infinity'))`,
      [lanes, now, plansEnd],
    );
    const moved = await tx.query(
      "update feed_schedules set next_run_at = $2 where lane = any($1::text[]) and next_run_at > $3 and next_run_at < 'infinity'",
      [lanes, now, plansEnd],
    );
    return moved.rowCount ?? 0;
  });
}
