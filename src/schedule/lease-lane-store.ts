import type pg from "pg";
import { inTransaction } from "../database/transaction.ts";
import { firstDue } from "./change-schedule-store.ts";

/** `feedsDueBy`: the lane is left to its own feeds where one of them is due by then; null for a caller that is one of them. */
export type LaneHold = { lane: string; leaseId: string; until: Date; now: Date; feedsDueBy: Date | null };

// ready_at is set even where nothing is due: should this process die, the lane is looked at again when its turn ends.
/** Takes a free lane for a request that no schedule asked for: a redirect's target, an item's page. */
export async function takeLane(pool: pg.Pool, { lane, leaseId, until, now, feedsDueBy }: LaneHold): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: "take-lane",
    text: `insert into lanes as h (lane, lease_id, free_at, ready_at) values ($1, $2, $3, $3)
           on conflict (lane) do update set lease_id = $2, feed_id = null, free_at = $3, ready_at = $3
           where h.free_at <= $4 and ($5::timestamptz is null or coalesce(${firstDue("h.lane")}, 'infinity') > $5)`,
    values: [lane, leaseId, until, now, feedsDueBy],
  });
  return rowCount === 1;
}

/**
 * Gives it back: free from `freeAt` on, ready when its next feed is due. Two statements, because the second must
 * see what was scheduled while the first waited for the lane's lock.
 */
export async function freeLane(pool: pg.Pool, lane: string, leaseId: string, freeAt: Date): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query("select from lanes where lane = $1 and lease_id = $2 for update", [
      lane,
      leaseId,
    ]);
    if (rowCount === 0) return;
    await tx.query(
      `update lanes h set lease_id = null, feed_id = null, asked_at = 'infinity', free_at = $2,
         ready_at = greatest($2, coalesce(${firstDue("h.lane")}, 'infinity'))
       where lane = $1`,
      [lane, freeAt],
    );
  });
}
