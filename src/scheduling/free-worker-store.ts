import type pg from "pg";
import type { Queryable } from "../database/transaction.ts";
import { changeSchedule } from "../feeds/schedule-store.ts";
import { leasesOf } from "./lease.ts";
import type { RecoveredAndQuarantined, RecoveredRow } from "./recovery-store.ts";
import { quarantineDeadly, putBack, putBackBlameless } from "./recovery-store.ts";

export type Freeing = {
  workerId: string;
  /** The heartbeat it was judged by; null for one's own former id. Of several processes that see it, one frees. */
  beatAt: Date | null;
  /** Did its process die or stand still? Then one of the feeds it was fetching may be the reason. */
  isSuspect: boolean;
  now: Date;
  hostDelayMs: number;
  /** About how long a feed that may have killed its worker is left alone. */
  spreadMs: number;
};
export type Freed = RecoveredAndQuarantined & { lanes: number; items: number };

/**
 * Gives away all that a worker held: feeds, lanes, items and clean feeds. Returns null where it lives after all, or
 * somebody else was faster. Its requests have ended by now, so each lane only keeps the pause after the last one.
 */
export async function freeWorker(pool: pg.Pool, freeing: Freeing): Promise<Freed | null> {
  const { workerId, beatAt, now } = freeing;
  const leases = leasesOf(workerId);
  const freed = await changeSchedule(pool, await findLanes(pool, leases), async (tx) => {
    const { rowCount } = await tx.query(
      "delete from worker_heartbeats where id = $1 and ($2::timestamptz is null or beat_at = $2)",
      [workerId, beatAt],
    );
    if (beatAt !== null && rowCount === 0) return null;
    const rows = await freeFeeds(tx, leases, freeing);
    return { rows, lanes: await freeLanes(tx, leases, freeing), items: await freeItems(tx, leases) };
  });
  if (freed === null) return null;
  const { rows, lanes, items } = freed;
  return { ...(await quarantineDeadly(pool, rows, now)), lanes, items };
}

type Range = [string, string];

/** Scans both tables: an index on a lease would cost every claim, and a worker rarely dies. */
async function findLanes(db: Queryable, leases: Range): Promise<string[]> {
  const { rows } = await db.query<{ lane: string }>(
    `select lane from lanes where lease_id between $1 and $2
     union select lane from feed_schedules where lease_id between $1 and $2`,
    leases,
  );
  return rows.map(({ lane }) => lane);
}

async function freeFeeds(tx: Queryable, leases: Range, freeing: Freeing): Promise<RecoveredRow[]> {
  const { now, spreadMs, isSuspect } = freeing;
  const { rows } = await tx.query<RecoveredRow>(
    `with held as materialized (
       select feed_id, fetch_status as was from feed_schedules where lease_id between $3 and $4 for update
     )
     update feed_schedules s set ${isSuspect ? putBack : putBackBlameless} from held
     where s.feed_id = held.feed_id and $1::timestamptz is not null and $2::float8 is not null
     returning s.feed_id, held.was, s.lost_leases`,
    [now, spreadMs / 1000, ...leases],
  );
  return rows;
}

async function freeLanes(tx: Queryable, leases: Range, { now, hostDelayMs }: Freeing): Promise<number> {
  const { rowCount } = await tx.query(
    `update lanes set lease_id = null, feed_id = null, asked_at = 'infinity', free_at = $3
     where lease_id between $1 and $2`,
    [...leases, new Date(now.getTime() + hostDelayMs)],
  );
  return rowCount ?? 0;
}

/** Only what waits is looked through, by its own index: the table may hold millions. */
async function freeItems(tx: Queryable, leases: Range): Promise<number> {
  const free = "update items set analysis_lease = null, analysis_locked_until = null";
  const mine = "analysis_lease between $1 and $2";
  const pending = await tx.query(`${free} where analysis_status = 'pending' and ${mine}`, leases);
  const pages = await tx.query(`${free} where page_at is not null and ${mine}`, leases);
  const upgrades = await tx.query(`${free} where upgrade_at is not null and ${mine}`, leases);
  await tx.query(
    "update stale_feeds set lease_id = null, locked_until = null where lease_id between $1 and $2",
    leases,
  );
  return (pending.rowCount ?? 0) + (pages.rowCount ?? 0) + (upgrades.rowCount ?? 0);
}
