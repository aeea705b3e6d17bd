import type pg from "pg";
import { inTransaction } from "../database/transaction.ts";
import { isDatabaseUnavailable } from "../database/unavailable.ts";
import type { Recovery } from "./recovery-store.ts";
import { recoverLanes } from "./recovery-store.ts";

/**
 * Lanes found ready without a feed that may run: it was disabled, moved or taken, or its worker vanished while asking. They
 * are tidied and their readiness is computed again, in statements after the lock: a single statement would look at the
 * schedules as they were before it waited for the lock, and forget a feed that was added meanwhile.
 */
export async function settleLanes(pool: pg.Pool, lanes: string[], recovery: Recovery): Promise<void> {
  if (lanes.length === 0) return;
  try {
    const recovered = await inTransaction(pool, async (tx) => {
      await tx.query("select from lanes where lane = any($1::text[]) order by lane for update", [lanes]);
      const putBack = await recoverLanes(tx, lanes, recovery);
      await tx.query(settle, [lanes, recovery.now]);
      return putBack;
    });
    if (recovered.feedIds.length > 0) recovery.onRecovered?.(recovered);
  } catch (error) {
    // The caller has just claimed other feeds, and must not lose them because the database went away now: an empty lane is
    // found again at the next look.
    if (!isDatabaseUnavailable(error)) throw error;
  }
}

// A feed that moved here while it was being fetched is held under its old lane: nothing to do before that ends.
// "infinity" stands inside greatest(), which ignores a null: outside, an empty lane would be ready for ever.
const settle = `
update lanes h set lease_id = null, feed_id = null, asked_at = 'infinity', ready_at = greatest(h.free_at, coalesce((
  select greatest(s.next_run_at, s.locked_until) from feed_schedules s
  where s.lane = h.lane and s.runnable and s.next_run_at is not null order by s.next_run_at limit 1), 'infinity'))
where lane = any($1::text[]) and free_at <= $2`;
