import type pg from "pg";
import { inTransaction, type Queryable } from "../database/transaction.ts";
import { dayMs, earlier } from "../time.ts";

/** The channel that wakes the stages fetch and offer; its payload is empty, because the row itself is the message. */
export const dueChannel = "plainwire_due";

/**
 * Every write to a schedule outside claim and completion goes through here: lock the lanes, write, then tell the lanes.
 * In that order no write is forgotten by a completion that computes a lane's next time at the same moment.
 */
export async function changeSchedule<Result>(
  pool: pg.Pool,
  lanes: string[],
  write: (tx: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, async (tx) => {
    await lockLanes(tx, lanes);
    const result = await write(tx);
    await tx.query("select tell_lanes($1)", [lanes]);
    return result;
  });
}

type FeedChange = { feedId: string; otherLanes?: string[] };

/**
 * The same for one feed, under the lock of the lane it is in, and of other lanes where it is to go. Null: there is no such
 * feed.
 */
export async function changeFeedSchedule<Result>(
  pool: pg.Pool,
  { feedId, otherLanes = [] }: FeedChange,
  write: (tx: pg.PoolClient) => Promise<Result>,
): Promise<Result | null> {
  for (;;) {
    const [lane] = await findLanes(pool, [feedId]);
    if (lane === undefined) return null;
    const changed = await changeSchedule(pool, [lane, ...otherLanes], async (tx) => {
      // It moved to another lane before we had the lock: that one would not be told.
      const [laneNow] = await findLanes(tx, [feedId]);
      return laneNow === lane ? { result: await write(tx) } : null;
    });
    if (changed !== null) return changed.result;
  }
}

/** Creates the lanes that do not exist yet; all in the order of their names, as everybody locks them. */
export async function lockLanes(tx: Queryable, lanes: string[]): Promise<void> {
  await tx.query("select lock_lanes($1)", [lanes]);
}

/** In SQL: when the first feed of a lane is due, null where none is scheduled; `others` narrows down which of them count. */
export function firstDue(lane: string, others = "true"): string {
  return `(select s.next_run_at from feed_schedules s
    where s.lane = ${lane} and s.runnable and s.next_run_at is not null and ${others} order by s.next_run_at limit 1)`;
}

/** Never-fetched and asked-for feeds come before everything that is merely due. */
export function headOfLane(now: Date): Date {
  return earlier(now, dayMs);
}

export async function findLanes(db: Queryable, feedIds: string[]): Promise<string[]> {
  const { rows } = await db.query<{ lane: string }>("select lane from feed_schedules where feed_id = any($1::uuid[])", [
    feedIds,
  ]);
  return rows.map(({ lane }) => lane);
}

/** Wakes the workers without a change. */
export async function notifyDue(db: Queryable): Promise<void> {
  await db.query("select pg_notify($1, '')", [dueChannel]);
}
