import type pg from "pg";
import type { FetchMetrics } from "../telemetry/metrics.ts";
import type { WorkerFacts } from "../schedule/heartbeat-store.ts";
import { readQueueFacts } from "../schedule/queue-facts-store.ts";

export type SampledWorker = {
  pool: pg.Pool;
  queue: { size: () => Promise<number> };
  queueCapacity: number | null;
  jobs: { busy: () => number; waiting: () => number };
  leases: { count: () => number; oldestMs: () => number };
  metrics: FetchMetrics;
  /** As last looked at; goes out with the next heartbeat. */
  facts: WorkerFacts;
};

/** What only shows when one looks: gauges for the metrics, and what the heartbeat tells besides that we are alive. */
export async function sampleWorker(worker: SampledWorker, now: Date): Promise<void> {
  const { pool, queue, queueCapacity, jobs, leases, metrics } = worker;
  metrics.inFlight.set(jobs.busy());
  metrics.leases.set(leases.count());
  metrics.leaseAge.set(leases.oldestMs() / 1000);

  const { lateMs, stuckFeeds } = await readQueueFacts(pool, now);
  metrics.lag.set(lateMs / 1000);
  metrics.stuck.set(stuckFeeds);
  const queueSize = await queue.size();
  metrics.queueSize.set(queueSize);

  worker.facts = { queueSize, queueCapacity, waiting: jobs.waiting() };
}
