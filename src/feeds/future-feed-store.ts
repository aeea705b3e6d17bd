import type { Queryable } from "../database/transaction.ts";
import { dayMs, later } from "../time.ts";

/** Retry-After and the pauses after failures end within two weeks, a hub's lease within thirty days. */
const daysMax = 31;

/** What feeds remember from a clock that was years ahead; the next plan would build on it. See schedule/future-times-store.ts. */
export async function forgetFutureFeedTimes(db: Queryable, now: Date): Promise<void> {
  await db.query(
    `update feeds set not_before = case when not_before > $2 then null else not_before end,
       circuit_until = case when circuit_until > $2 then $1 else circuit_until end,
       push_until = case when push_until > $2 then null else push_until end,
       last_success_at = least(last_success_at, $1), last_fetched_at = least(last_fetched_at, $1)
     where not_before > $2 or circuit_until > $2 or last_success_at > $2 or last_fetched_at > $2 or push_until > $2`,
    [now, later(now, daysMax * dayMs)],
  );
}
