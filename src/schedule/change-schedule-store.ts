import type pg from "pg";
import { inTransaction } from "../database/transaction.ts";
import { dayMs, earlier } from "../time.ts";

/** The channel that wakes schedulers; its payload is empty, for the row itself is the message. */
export const dueChannel = "plainwire_due";

/**
 * Every write to a schedule outside claim and completion goes through here: lock the lane, write, then tell the lane.
 * In that order no write is forgotten by a completion that computes the lane's next turn at the same moment.
 */
export async function changeSchedule<Result>(
  pool: pg.Pool,
  lanes: string[],
  write: (tx: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  return inTransaction(pool, async (tx) => {
    await lockLanes(tx, lanes);
    const result = await write(tx);
    await tellLanes(tx, lanes);
    await tx.query("select pg_notify($1, '')", [dueChannel]);
    return result;
  });
}

/** In SQL: when the first feed of a lane is due, null where none is scheduled; `others` narrows down which of them count. */
export function firstDue(lane: string, others = "true"): string {
  return `(select s.next_run_at from feed_schedules s
    where s.lane = ${lane} and s.runnable and s.next_run_at is not null and ${others} order by s.next_run_at limit 1)`;
}

/** Creates the lanes that do not exist yet; all in key order, as everybody locks them. */
export async function lockLanes(tx: pg.PoolClient, lanes: string[]): Promise<void> {
  const keys = [...new Set(lanes)].sort();
  await tx.query("insert into lanes (lane) select unnest($1::text[]) on conflict do nothing", [keys]);
  await tx.query("select from lanes where lane = any($1::text[]) order by lane for update", [keys]);
}

// greatest() passes over NULL: a lane with nothing due must become infinity first, or it would be ready for ever.
/** A held lane learns the time from asked_at when it is freed; a free one is ready as soon as it may be. */
async function tellLanes(tx: pg.PoolClient, lanes: string[]): Promise<void> {
  await tx.query(
    `update lanes h set
       asked_at = case when h.lease_id is null then h.asked_at else least(h.asked_at, d.due) end,
       ready_at = case when h.lease_id is null then greatest(h.free_at, coalesce(d.due, 'infinity')) else h.ready_at end
     from (
       select k.lane, ${firstDue("k.lane")} as due from unnest($1::text[]) k(lane)
     ) d
     where h.lane = d.lane`,
    [lanes],
  );
}

/** Never-fetched and asked-for feeds come before everything that is merely due. */
export function headOfLane(now: Date): Date {
  return earlier(now, dayMs);
}

export async function findLane(pool: pg.Pool, feedId: string): Promise<string | null> {
  const { rows } = await pool.query<{ lane: string }>("select lane from feed_schedules where feed_id = $1", [feedId]);
  return rows[0]?.lane ?? null;
}
