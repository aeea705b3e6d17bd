import type pg from "pg";
import { takeOverTime } from "../schedule/move-store.ts";
import { stopFeeds, updateRunnable } from "../schedule/stop-store.ts";

/**
 * Two feeds turned out to be one: people and their states move over, items do not, and the old addresses lead to the
 * target. The caller has locked both lanes and both rows.
 */
export async function mergeFeeds(tx: pg.PoolClient, feedId: string, target: string): Promise<void> {
  const readers = await moveSubscriptions(tx, feedId, target);
  await tx.query("select copy_item_states($1, $2)", [feedId, target]);
  await tx.query("update feed_aliases set feed_id = $2 where feed_id = $1", [feedId, target]);
  if (readers > 0) await keepRunning(tx, feedId, target);
  await tx.query(
    "update feeds set merged_into = $2, deleted_at = now(), enabled = false, updated_at = now() where id = $1",
    [feedId, target],
  );
  await stopFeeds(tx, [feedId]);
}

/** People who already read both keep their subscription to the target. Returns how many read the old one. */
async function moveSubscriptions(tx: pg.PoolClient, feedId: string, target: string): Promise<number> {
  const moved = await tx.query(
    `update subscriptions s set feed_id = $2, updated_at = now() where feed_id = $1
     and not exists (select from subscriptions t where t.user_id = s.user_id and t.feed_id = $2)`,
    [feedId, target],
  );
  const doubled = await tx.query("delete from subscriptions where feed_id = $1", [feedId]);
  return (moved.rowCount ?? 0) + (doubled.rowCount ?? 0);
}

/**
 * Readers of a feed that ran must not end at one that the operator had switched off, or that was given up: its address has
 * just given a feed. A time that the target's server named holds all the same.
 */
async function keepRunning(tx: pg.PoolClient, feedId: string, target: string): Promise<void> {
  await tx.query(
    `update feeds target set enabled = target.enabled or old.enabled, polling = target.polling or old.polling,
       suspended = target.suspended and old.suspended, updated_at = now()
     from feeds old where old.id = $1 and target.id = $2`,
    [feedId, target],
  );
  await takeOverTime(tx, feedId, target);
  await updateRunnable(tx, [target]);
}
