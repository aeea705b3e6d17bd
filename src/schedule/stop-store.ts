import type { Queryable } from "../database/transaction.ts";

/** Feeds that were deleted, merged or quarantined are not due any more. Their lanes are locked. */
export async function stopFeeds(tx: Queryable, feedIds: string[]): Promise<void> {
  await tx.query(
    "update feed_schedules set runnable = false, next_run_at = null, lost_leases = 0 where feed_id = any($1::uuid[])",
    [feedIds],
  );
}

/** After a feed was enabled, disabled, deleted, suspended or revived: may it run? Its lane is locked. */
export async function updateRunnable(tx: Queryable, feedIds: string[]): Promise<void> {
  await tx.query("select update_runnable($1)", [feedIds]);
}
