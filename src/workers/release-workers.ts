import type pg from "pg";
import { lostLeasesMax, quarantineFeeds } from "../feeds/dead-letter-store.ts";
import { forgetFutureFeedTimes } from "../feeds/future-feed-store.ts";
import { releaseItems } from "../items/analysis-store.ts";
import { changeSchedule } from "../schedule/change-schedule-store.ts";
import {
  countRecovered,
  endWorker,
  findLeasedLanes,
  releaseFeedsOf,
  type WorkerRelease,
  releaseLanesOf,
  type Recovered,
  type RecoveredFeed,
  recoverEndedLeases,
  type Recovery,
} from "../schedule/recover-store.ts";
import { forgetFutureScheduleTimes } from "../schedule/future-times-store.ts";
import { leasesOf } from "../schedule/lease.ts";
import type { FetchObserver } from "../telemetry/fetch-observer.ts";

export type RecoveredAndQuarantined = Recovered & { quarantined: string[] };
export type ReleasedWork = RecoveredAndQuarantined & { lanes: number; items: number };
type RecoverParts = { pool: pg.Pool; leaseMs: number; observe: Pick<FetchObserver, "recovered" | "quarantined"> };

/**
 * Puts back the feeds whose lease has ended. Every worker does it: the first one leaves the others nothing. Returns how
 * many feeds may be due again.
 */
export async function recoverLeases({ pool, leaseMs, observe }: RecoverParts, now: Date): Promise<number> {
  await forgetFutureFeedTimes(pool, now);
  const fromFuture = await forgetFutureScheduleTimes(pool, now);
  const recovered = await recoverFeeds(pool, { now, leaseMs });
  const { queued, fetching, quarantined } = recovered;
  observe.recovered(recovered);
  observe.quarantined(quarantined);
  return fromFuture + queued + fetching;
}

/** Puts back feeds whose lease ended; a feed that killed too many workers is quarantined. */
export async function recoverFeeds(pool: pg.Pool, recovery: Recovery): Promise<RecoveredAndQuarantined> {
  return quarantineRepeatOffenders(pool, await recoverEndedLeases(pool, recovery), recovery.now);
}

/**
 * Releases all that a worker held: feeds, lanes and items. Returns null where it lives after all, or
 * somebody else was faster.
 */
export async function releaseWorker(pool: pg.Pool, worker: WorkerRelease): Promise<ReleasedWork | null> {
  const leases = leasesOf(worker.workerId);
  const released = await changeSchedule(pool, await findLeasedLanes(pool, leases), async (tx) => {
    if (!(await endWorker(tx, worker))) return null;
    const feeds = await releaseFeedsOf(tx, leases, worker);
    const lanes = await releaseLanesOf(tx, leases, worker);
    return { feeds, lanes, items: await releaseItems(tx, leases) };
  });
  if (released === null) return null;
  const { feeds, lanes, items } = released;
  return { ...(await quarantineRepeatOffenders(pool, feeds, worker.now)), lanes, items };
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
