import type pg from "pg";
import type { FetchMetrics } from "../telemetry/fetch-metrics.ts";
import type { FetchLoop } from "./fetch-loop.ts";
import type { FetchQueue } from "./fetch-queue.ts";
import type { Heartbeat } from "./heartbeat-store.ts";
import { writeHeartbeat } from "./heartbeat-store.ts";
import type { LeaseKeeper } from "./lease-keeper.ts";
import { readQueueFacts } from "./queue-facts-store.ts";

export type SampledWorker = {
  pool: pg.Pool;
  queue: FetchQueue;
  queueCapacity: number | null;
  loop: FetchLoop;
  leases: LeaseKeeper;
  metrics: FetchMetrics;
  self: Omit<Heartbeat, "inFlight" | "facts">;
};

/** What only shows when one looks: gauges for the metrics, and a sign of life for the other processes. */
export async function sampleWorker(worker: SampledWorker, now: Date): Promise<void> {
  const { pool, queue, queueCapacity, loop, leases, metrics, self } = worker;
  metrics.inFlight.set(loop.busy());
  metrics.leases.set(leases.count());
  metrics.leaseAge.set(leases.oldestMs() / 1000);

  const { lateMs, stuckFeeds } = await readQueueFacts(pool, now);
  metrics.lag.set(lateMs / 1000);
  metrics.stuck.set(stuckFeeds);
  const queueSize = await queue.size();
  metrics.queueSize.set(queueSize);

  const facts = { queueSize, queueCapacity, waiting: loop.waiting() };
  await writeHeartbeat(pool, { ...self, inFlight: loop.busy(), facts }, now);
}
