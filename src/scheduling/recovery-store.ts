import type pg from "pg";
import type { Queryable } from "../database/transaction.ts";
import { retrying } from "../database/transaction.ts";
import { quarantineFeeds, lostLeasesMax } from "../feeds/dead-letter-store.ts";

/** `feedIds`: all that were put back. */
export type Recovered = { feedIds: string[]; queued: number; fetching: number };
export type RecoveredAndQuarantined = Recovered & { quarantined: string[] };

/** `leaseMs`: how long a worker that vanished could have held a feed; the measure of how long it is left alone. */
export type Recovery = { now: Date; leaseMs: number; onRecovered?: OnRecovered | undefined };
/** Told of feeds that a look for due ones put back in passing. */
export type OnRecovered = (recovered: Recovered) => void;

const feedsPerRound = 500;

/**
 * Puts feeds back whose worker vanished (their lease ended) or whose message was lost (LCK-9, LCK-10). Compare-and-set by
 * the lock: a feed that somebody claims at this moment is skipped. The lane has freed itself when the lease ended.
 */
export async function recoverFeeds(pool: pg.Pool, { now, leaseMs }: Recovery): Promise<RecoveredAndQuarantined> {
  const rows: RecoveredRow[] = [];
  for (;;) {
    const round = await retrying(() => pool.query<RecoveredRow>(recoverRound, [now, leaseMs / 1000, feedsPerRound]));
    rows.push(...round.rows);
    if (round.rows.length < feedsPerRound) break;
  }
  return quarantineDeadly(pool, rows, now);
}

/** Of feeds that were put back, sets aside those that killed too many workers. */
export async function quarantineDeadly(
  pool: pg.Pool,
  rows: RecoveredRow[],
  now: Date,
): Promise<RecoveredAndQuarantined> {
  const quarantined = rows.filter(({ lost_leases }) => lost_leases >= lostLeasesMax).map(({ feed_id }) => feed_id);
  await quarantineFeeds(pool, quarantined, now);
  return { ...countRecovered(rows), quarantined };
}

function countRecovered(rows: RecoveredRow[]): Recovered {
  return {
    feedIds: rows.map(({ feed_id }) => feed_id),
    queued: rows.filter(({ was }) => was === "QUEUED").length,
    fetching: rows.filter(({ was }) => was === "FETCHING").length,
  };
}

/** The same for some lanes only, which the caller has locked. */
export async function recoverLanes(tx: Queryable, lanes: string[], { now, leaseMs }: Recovery): Promise<Recovered> {
  const { rows } = await tx.query<RecoveredRow>(
    `with stuck as materialized (
       select feed_id, fetch_status as was from feed_schedules
       where lane = any($3::text[]) and runnable and locked_until <= $1 for update
     )
     update feed_schedules s set ${putBack} from stuck where s.feed_id = stuck.feed_id
     returning s.feed_id, stuck.was, s.lost_leases`,
    [now, leaseMs / 1000, lanes],
  );
  return countRecovered(rows);
}

export type RecoveredRow = { feed_id: string; was: "QUEUED" | "FETCHING"; lost_leases: number };

// A feed that was only waiting is due as before. One that was being asked may be what killed its worker, and so may all
// that were asked with it: each is left alone for a time of its own, or they would meet again and be condemned together.
export const putBack = `
  fetch_status = 'IDLE', lease_id = null, locked_until = null, queued_at = null, fetch_started_at = null,
  lost_leases = s.lost_leases + case when s.fetch_status = 'FETCHING' then 1 else 0 end,
  next_run_at = case when s.fetch_status = 'FETCHING'
    then greatest(s.next_run_at, $1 + make_interval(secs => $2 * (0.5 + random()))) else s.next_run_at end`;

/** The same where nobody died: the feeds are not to blame, and due as before. */
export const putBackBlameless = `
  fetch_status = 'IDLE', lease_id = null, locked_until = null, queued_at = null, fetch_started_at = null`;

const recoverRound = `
with stuck as materialized (
  select feed_id, fetch_status as was from feed_schedules where locked_until <= $1 limit $3 for update skip locked
)
update feed_schedules s set ${putBack} from stuck where s.feed_id = stuck.feed_id
returning s.feed_id, stuck.was, s.lost_leases`;
