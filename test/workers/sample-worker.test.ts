import assert from "node:assert/strict";
import { test } from "node:test";
import { Registry } from "prom-client";
import { createFetchMetrics } from "../../src/telemetry/metrics.ts";
import { sampleWorker } from "../../src/workers/heartbeat.ts";
import { testDatabase } from "../ground/test-database.ts";

const { worker: pool } = await testDatabase();

test("a sample sets the gauges of the process, and what the next heartbeat tells", async () => {
  const metrics = createFetchMetrics(new Registry());
  const worker = {
    pool,
    queue: { size: async () => 6 },
    queueCapacity: 20,
    jobs: { busy: () => 2, waiting: () => 3 },
    leases: { count: () => 5, oldestMs: () => 4_500 },
    metrics,
    facts: { queueSize: 0, queueCapacity: null, waiting: 0 },
  };
  await sampleWorker(worker, new Date());
  const told = [];
  for (const gauge of [metrics.inFlight, metrics.leases, metrics.leaseAge, metrics.queueSize])
    told.push((await gauge.get()).values[0]?.value);
  assert.deepEqual(told, [2, 5, 4.5, 6]);
  assert.deepEqual(worker.facts, { queueSize: 6, queueCapacity: 20, waiting: 3 });
});
