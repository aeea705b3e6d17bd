import type { Queryable } from "../database/transaction.ts";
import { headOfLane } from "./change-schedule-store.ts";

// Both lanes are locked: the one a feed leaves and the one it goes to.

/** The server moved the feed: it keeps its time. */
export async function moveToLane(tx: Queryable, feedId: string, lane: string): Promise<void> {
  await tx.query("update feed_schedules set lane = $2 where feed_id = $1", [feedId, lane]);
}

/** A person gave it another address: it starts from scratch there, and is due at once if it polls. */
export async function restartInLane(
  tx: Queryable,
  { feedId, lane, polling, now }: { feedId: string; lane: string; polling: boolean; now: Date },
): Promise<void> {
  await moveToLane(tx, feedId, lane);
  await tx.query("select restart_schedule($1, $2, $3)", [feedId, polling ? headOfLane(now) : null, now]);
}

/**
 * Its readers go to another feed, which is scheduled if the old one was. A time that the target's server named holds all the
 * same. Whether it may run follows from its row: updateRunnable.
 */
export async function takeOverTime(tx: Queryable, feedId: string, target: string): Promise<void> {
  // greatest() passes over NULL: a feed that was not scheduled must not become so by its target's Retry-After.
  await tx.query(
    `update feed_schedules due set next_run_at = coalesce(due.next_run_at,
       case when old_due.next_run_at is not null then greatest(old_due.next_run_at, target.not_before) end)
     from feed_schedules old_due, feeds target
     where old_due.feed_id = $1 and due.feed_id = $2 and target.id = due.feed_id`,
    [feedId, target],
  );
}

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
