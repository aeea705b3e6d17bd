import type pg from "pg";
import { dayMs, later } from "../time.ts";
import { changeSchedule } from "./change-schedule-store.ts";

/** A week's interval, four times after a refusal and half as much again as jitter, then skipDays; no other rule looks further. */
const planDaysMax = 62;
/** In SQL: until when a feed may wait. An operator may give it an interval of its own of 69 days, for which the same holds. */
const planEnd = `$1::timestamptz + coalesce((
  select make_interval(mins => ceil(6 * f.own_interval_minutes)::int) from feeds f where f.id = s.feed_id), interval '0')`;
/** No lease lasts longer than some minutes. */
const leaseDaysMax = 1;

/**
 * A clock that was years ahead for a while wrote times that nobody would wait for: feeds due in five years, hosts closed until then.
 * They count as past. Returns how many feeds that moved.
 */
export async function forgetFutureScheduleTimes(pool: pg.Pool, now: Date): Promise<number> {
  const [plansEnd, leasesEnd] = [later(now, planDaysMax * dayMs), later(now, leaseDaysMax * dayMs)];
  const { rows } = await pool.query<{ lane: string }>(
    `select lane from feed_schedules s
     where (next_run_at > $1 and next_run_at < 'infinity' and next_run_at > ${planEnd}) or locked_until > $2
     union select lane from lanes where free_at > $1`,
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
    // When a lane is ready follows from these two: changeSchedule tells it.
    await tx.query(
      `update lanes set free_at = $2, lease_id = null, feed_id = null, asked_at = 'infinity'
       where lane = any($1::text[]) and free_at > $3`,
      [lanes, now, plansEnd],
    );
    const moved = await tx.query(
      `update feed_schedules s set next_run_at = $2
       where lane = any($3::text[]) and next_run_at > $1 and next_run_at < 'infinity' and next_run_at > ${planEnd}`,
      [plansEnd, now, lanes],
    );
    return moved.rowCount ?? 0;
  });
}
