import type pg from "pg";
import { inTransaction, type Queryable, retrying } from "../database/transaction.ts";
import { isDatabaseUnavailable } from "../database/unavailable.ts";
import { lockLanes } from "./change-schedule-store.ts";
import type { LeaseRange } from "./lease.ts";

/** `feedIds`: all that were recovered. */
export type Recovered = { feedIds: string[]; queued: number; fetching: number };

/** `leaseMs`: how long a worker that vanished could have held a feed; the measure of how long it is left alone. */
export type Recovery = { now: Date; leaseMs: number; onRecovered?: OnRecovered | undefined };
/** Told of feeds that a look for due ones recovered in passing. */
export type OnRecovered = (recovered: Recovered) => void;

/** A feed that was recovered, what it was until then, and how many workers in a row died with it. */
export type RecoveredFeed = { feedId: string; was: "QUEUED" | "FETCHING"; lostLeases: number };

const feedsPerRound = 500;

/**
 * Makes feeds idle again whose worker vanished (their lease ended) or whose message was lost. Compare-and-set by the lock: a feed
 * that somebody claims at this moment is skipped. The lane became free when the lease ended.
 */
export async function recoverEndedLeases(pool: pg.Pool, { now, leaseMs }: Recovery): Promise<RecoveredFeed[]> {
  const recovered: RecoveredFeed[] = [];
  for (;;) {
    const { rows } = await retrying(() =>
      pool.query<RecoveredFeed>(recoverRound, [now, leaseMs / 1000, feedsPerRound]),
    );
    recovered.push(...rows);
    if (rows.length < feedsPerRound) return recovered;
  }
}

export function countRecovered(recovered: RecoveredFeed[]): Recovered {
  return {
    feedIds: recovered.map(({ feedId }) => feedId),
    queued: recovered.filter(({ was }) => was === "QUEUED").length,
    fetching: recovered.filter(({ was }) => was === "FETCHING").length,
  };
}

/**
 * Lanes found ready without a feed that may run: it was disabled, moved or taken, or its worker vanished while asking. They
 * are cleared and their readiness is computed again, in statements after the lock: a single statement would look at the
 * schedules as they were before it waited for the lock, and forget a feed that was added meanwhile.
 */
export async function refreshLanes(pool: pg.Pool, lanes: string[], recovery: Recovery): Promise<void> {
  if (lanes.length === 0) return;
  try {
    const recovered = await inTransaction(pool, async (tx) => {
      await lockLanes(tx, lanes);
      const feeds = await recoverLanes(tx, lanes, recovery);
      await tx.query(refresh, [lanes, recovery.now]);
      return feeds;
    });
    if (recovered.length > 0) recovery.onRecovered?.(countRecovered(recovered));
  } catch (error) {
    // The caller has just claimed other feeds, and must not lose them because the database went away now: an empty lane is
    // found again at the next look.
    if (!isDatabaseUnavailable(error)) throw error;
  }
}

// A feed that moved here while it was being fetched is held under its old lane: nothing to do before that ends.
// "infinity" stands inside greatest(), which ignores a null: outside, an empty lane would be ready forever.
const refresh = `
update lanes h set lease_id = null, feed_id = null, asked_at = 'infinity', ready_at = greatest(h.free_at, coalesce((
  select greatest(s.next_run_at, s.locked_until) from feed_schedules s
  where s.lane = h.lane and s.runnable and s.next_run_at is not null order by s.next_run_at limit 1), 'infinity'))
where lane = any($1::text[]) and free_at <= $2`;

/** The same for some lanes only, which the caller has locked. */
async function recoverLanes(tx: Queryable, lanes: string[], { now, leaseMs }: Recovery): Promise<RecoveredFeed[]> {
  const { rows } = await tx.query<RecoveredFeed>(
    `with stuck as materialized (
       select feed_id, fetch_status as was from feed_schedules
       where lane = any($3::text[]) and runnable and locked_until <= $1 for update
     )
     update feed_schedules s set ${idleAgain} from stuck where s.feed_id = stuck.feed_id
     returning ${recoveredColumns("stuck")}`,
    [now, leaseMs / 1000, lanes],
  );
  return rows;
}

function recoveredColumns(before: string): string {
  return `s.feed_id as "feedId", ${before}.was, s.lost_leases as "lostLeases"`;
}

// Where no worker died, this is all: the feeds are not to blame, and stay due as before.
const idle = "fetch_status = 'IDLE', lease_id = null, locked_until = null, queued_at = null, fetch_started_at = null";

// A feed that was only queued is due as before. A feed that was being fetched may have killed its worker, and so may every
// feed fetched at the same time. Each gets its own random delay: otherwise they would be fetched together again, and
// quarantined together.
const idleAgain = `${idle},
  lost_leases = s.lost_leases + case when s.fetch_status = 'FETCHING' then 1 else 0 end,
  next_run_at = case when s.fetch_status = 'FETCHING'
    then greatest(s.next_run_at, $1 + make_interval(secs => $2 * (0.5 + random()))) else s.next_run_at end`;

const recoverRound = `
with stuck as materialized (
  select feed_id, fetch_status as was from feed_schedules where locked_until <= $1 limit $3 for update skip locked
)
update feed_schedules s set ${idleAgain} from stuck where s.feed_id = stuck.feed_id
returning ${recoveredColumns("stuck")}`;

export type WorkerRelease = {
  workerId: string;
  /** The heartbeat it was judged by; null for one's own former id. Of several processes that see it, one releases. */
  beatAt: Date | null;
  /** Did its process die or stand still? Then one of the feeds it was fetching may be the reason. */
  isSuspect: boolean;
  now: Date;
  hostDelayMs: number;
  /** About how long a feed that may have killed its worker is left alone. */
  spreadMs: number;
};

/** Scans both tables: an index on a lease would cost every claim, and a worker rarely dies. */
export async function findLeasedLanes(db: Queryable, leases: LeaseRange): Promise<string[]> {
  const { rows } = await db.query<{ lane: string }>(
    `select lane from lanes where lease_id between $1 and $2
     union select lane from feed_schedules where lease_id between $1 and $2`,
    leases,
  );
  return rows.map(({ lane }) => lane);
}

/** False where the worker lives after all, or somebody else was faster. */
export async function endWorker(tx: Queryable, { workerId, beatAt }: WorkerRelease): Promise<boolean> {
  const { rowCount } = await tx.query(
    "delete from worker_heartbeats where id = $1 and ($2::timestamptz is null or beat_at = $2)",
    [workerId, beatAt],
  );
  return beatAt === null || rowCount !== 0;
}

export async function releaseFeedsOf(
  tx: Queryable,
  leases: LeaseRange,
  worker: WorkerRelease,
): Promise<RecoveredFeed[]> {
  const { now, spreadMs, isSuspect } = worker;
  const { rows } = await tx.query<RecoveredFeed>(
    `with held as materialized (
       select feed_id, fetch_status as was from feed_schedules where lease_id between $3 and $4 for update
     )
     update feed_schedules s set ${isSuspect ? idleAgain : idle} from held
     where s.feed_id = held.feed_id and $1::timestamptz is not null and $2::float8 is not null
     returning ${recoveredColumns("held")}`,
    [now, spreadMs / 1000, ...leases],
  );
  return rows;
}

/** Its requests have ended by now, so each lane only keeps the pause after the last one. */
export async function releaseLanesOf(
  tx: Queryable,
  leases: LeaseRange,
  { now, hostDelayMs }: WorkerRelease,
): Promise<number> {
  const { rowCount } = await tx.query(
    `update lanes set lease_id = null, feed_id = null, asked_at = 'infinity', free_at = $3
     where lease_id between $1 and $2`,
    [...leases, new Date(now.getTime() + hostDelayMs)],
  );
  return rowCount ?? 0;
}
