import type { Queryable } from "../database/transaction.ts";
import type { LeaseRange } from "./lease.ts";
import { putBack, putBackBlameless, type RecoveredFeed, recoveredColumns } from "./recover-store.ts";

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
export async function endWorker(tx: Queryable, { workerId, beatAt }: Freeing): Promise<boolean> {
  const { rowCount } = await tx.query(
    "delete from worker_heartbeats where id = $1 and ($2::timestamptz is null or beat_at = $2)",
    [workerId, beatAt],
  );
  return beatAt === null || rowCount !== 0;
}

export async function freeFeeds(tx: Queryable, leases: LeaseRange, freeing: Freeing): Promise<RecoveredFeed[]> {
  const { now, spreadMs, isSuspect } = freeing;
  const { rows } = await tx.query<RecoveredFeed>(
    `with held as materialized (
       select feed_id, fetch_status as was from feed_schedules where lease_id between $3 and $4 for update
     )
     update feed_schedules s set ${isSuspect ? putBack : putBackBlameless} from held
     where s.feed_id = held.feed_id and $1::timestamptz is not null and $2::float8 is not null
     returning ${recoveredColumns("held")}`,
    [now, spreadMs / 1000, ...leases],
  );
  return rows;
}

/** Its requests have ended by now, so each lane only keeps the pause after the last one. */
export async function freeLanes(tx: Queryable, leases: LeaseRange, { now, hostDelayMs }: Freeing): Promise<number> {
  const { rowCount } = await tx.query(
    `update lanes set lease_id = null, feed_id = null, asked_at = 'infinity', free_at = $3
     where lease_id between $1 and $2`,
    [...leases, new Date(now.getTime() + hostDelayMs)],
  );
  return rowCount ?? 0;
}
