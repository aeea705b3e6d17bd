import type { Queryable } from "../database/transaction.ts";
import { dayMs, later } from "../time.ts";

/** A brief is written within minutes, and its mail is tried again within hours. */
const waitDaysMax = 2;

/** A brief of a year to come would be the newest until then, and each day's brief would count as written. Returns how many rows that were. */
export async function forgetFutureBriefs(db: Queryable, { now, far }: { now: Date; far: Date }): Promise<number> {
  const end = later(now, waitDaysMax * dayMs);
  const briefs = await db.query(
    "update summaries set created_at = $1::timestamptz - interval '1 day' where created_at > $2",
    [now, far],
  );
  const runs = await db.query("delete from summary_runs where locked_until > $1", [end]);
  const mails = await db.query("update brief_mails set locked_until = $1 where sent_at is null and locked_until > $2", [
    now,
    end,
  ]);
  return (briefs.rowCount ?? 0) + (runs.rowCount ?? 0) + (mails.rowCount ?? 0);
}
