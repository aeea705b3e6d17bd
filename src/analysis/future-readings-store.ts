import type { Queryable } from "../database/transaction.ts";
import { dayMs, later } from "../time.ts";

/** A robots.txt holds for a day or so, a lease for minutes; a model that refused is asked again within days. */
const waitDaysMax = 31;

/** A robots.txt is read again, translations go on, and signs that would be the newest for years go. Returns how many rows that were. */
export async function forgetFutureReadings(db: Queryable, { now, far }: { now: Date; far: Date }): Promise<number> {
  const end = later(now, waitDaysMax * dayMs);
  const robots = await db.query("delete from robots where expires_at > $1", [end]);
  const signs = await db.query("delete from story_signs where pub_date > $1", [far]);
  const translations = await db.query(
    `update translations set not_before = least(not_before, $1), lease = null, leased_until = null
     where state = 'waiting' and greatest(not_before, leased_until) > $2`,
    [now, end],
  );
  return (robots.rowCount ?? 0) + (signs.rowCount ?? 0) + (translations.rowCount ?? 0);
}
