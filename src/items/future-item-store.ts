import type { Queryable } from "../database/transaction.ts";
import { dayMs, later } from "../time.ts";

const itemsPerStatement = 500;
/** A lease lasts minutes; after a failed attempt an item waits for some hours. */
const waitDaysMax = 7;

/** What came while the clock was years ahead is dated now. Returns how many items there were. */
export async function dateFutureItems(
  db: Queryable,
  { now, far, stopping }: { now: Date; far: Date; stopping: AbortSignal },
): Promise<number> {
  let dated = 0;
  while (!stopping.aborted) {
    const { rows } = await db.query<{ items: number }>("select date_future_items($1, $2, $3) as items", [
      now,
      far,
      itemsPerStatement,
    ]);
    const items = rows[0]?.items ?? 0;
    dated += items;
    if (items < itemsPerStatement) break;
  }
  return dated;
}

/** Items that wait for their reading, their page or a model do not wait for years. Each condition has its index. */
export async function forgetFutureItemTimes(db: Queryable, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    `update items set analysis_lease = case when analysis_locked_until > $2 then null else analysis_lease end,
       analysis_locked_until = case when analysis_locked_until > $2 then null else analysis_locked_until end,
       page_at = case when page_at > $2 then $1 else page_at end,
       upgrade_at = case when upgrade_at > $2 then $1 else upgrade_at end
     where (analysis_status = 'pending' and analysis_locked_until > $2)
       or (page_at is not null and greatest(page_at, analysis_locked_until) > $2)
       or (upgrade_at is not null and greatest(upgrade_at, analysis_locked_until) > $2)`,
    [now, later(now, waitDaysMax * dayMs)],
  );
  return rowCount ?? 0;
}
