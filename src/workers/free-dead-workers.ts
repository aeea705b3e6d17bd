import type pg from "pg";
import { lostLeasesMax, quarantineFeeds } from "../feeds/dead-letter-store.ts";
import { freeStaleFeeds } from "../feeds/stale-feed-store.ts";
import { freeItems } from "../items/analysis-store.ts";
import { changeSchedule } from "../schedule/change-schedule-store.ts";
import {
  countRecovered,
  endWorker,
  findLeasedLanes,
  freeFeeds,
  type Freeing,
  freeLanes,
  type Recovered,
  type RecoveredFeed,
  recoverExpired,
  type Recovery,
} from "../schedule/recover-store.ts";
import { leasesOf } from "../schedule/lease.ts";
import type { FetchObserver } from "../telemetry/fetch-observer.ts";

export type RecoveredAndQuarantined = Recovered & { quarantined: string[] };
export type Freed = RecoveredAndQuarantined & { lanes: number; items: number };
type RecoverParts = { pool: pg.Pool; leaseMs: number; observe: Pick<FetchObserver, "recovered" | "quarantined"> };

/**
 * Puts back the feeds whose lease has ended. Every worker does it: the first one leaves the others nothing. Returns how
 * many feeds may be due again.
 */
export async function recoverLeases({ pool, leaseMs, observe }: RecoverParts, now: Date): Promise<number> {
  const recovered = await recoverFeeds(pool, { now, leaseMs });
  const { queued, fetching, quarantined } = recovered;
  observe.recovered(recovered);
  observe.quarantined(quarantined);
  return queued + fetching;
}

/** Puts back feeds whose lease ended; a feed that killed too many workers is quarantined. */
export async function recoverFeeds(pool: pg.Pool, recovery: Recovery): Promise<RecoveredAndQuarantined> {
  return quarantineRepeatOffenders(pool, await recoverExpired(pool, recovery), recovery.now);
}

/**
 * Gives away all that a worker held: feeds, lanes, items and clean feeds. Returns null where it lives after all, or
 * somebody else was faster.
 */
export async function freeWorker(pool: pg.Pool, freeing: Freeing): Promise<Freed | null> {
  const leases = leasesOf(freeing.workerId);
  const freed = await changeSchedule(pool, await findLeasedLanes(pool, leases), async (tx) => {
    if (!(await endWorker(tx, freeing))) return null;
    const feeds = await freeFeeds(tx, leases, freeing);
    const lanes = await freeLanes(tx, leases, freeing);
    await freeStaleFeeds(tx, leases);
    return { feeds, lanes, items: await freeItems(tx, leases) };
  });
  if (freed === null) return null;
  const { feeds, lanes, items } = freed;
  return { ...(await quarantineRepeatOffenders(pool, feeds, freeing.now)), lanes, items };
}

async function quarantineRepeatOffenders(
  pool: pg.Pool,
  recovered: RecoveredFeed[],
  now: Date,
): Promise<RecoveredAndQuarantined> {
  const quarantined = recovered.filter(({ lostLeases }) => lostLeases >= lostLeasesMax).map(({ feedId }) => feedId);
  await quarantineFeeds(pool, quarantined, now);
  return { ...countRecovered(recovered), quarantined };
}
