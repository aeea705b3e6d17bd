import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { setImmediate as settle } from "node:timers/promises";
import type pg from "pg";
import { loadConfig } from "../../src/load-config.ts";
import type { SampledWorker } from "../../src/scheduling/sample-worker.ts";
import { startChores } from "../../src/scheduling/start-chores.ts";
import { createFetchMetrics, createMetrics } from "../../src/telemetry/metrics.ts";
import { pino } from "pino";

const minuteMs = 60_000;

test("lost feeds are looked for at the start and every five minutes, what has expired every hour, the clock every minute", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const asked = { recovery: 0, sweep: 0, clock: 0 };
  const query = async (statement: string | { text: string }) => {
    const text = typeof statement === "string" ? statement : statement.text;
    if (/from feed_schedules where locked_until <= \$1/.test(text)) asked.recovery += 1;
    if (/delete from robots/.test(text)) asked.sweep += 1;
    return { rows: [], rowCount: 0 };
  };
  const worker: SampledWorker = {
    pool: { query } as unknown as pg.Pool,
    queue: { size: async () => 0 } as SampledWorker["queue"],
    queueCapacity: null,
    loop: null,
    leases: { count: () => 0, oldestMs: () => 0 } as SampledWorker["leases"],
    metrics: createFetchMetrics(createMetrics()),
    facts: { queueSize: 0, queueCapacity: null, waiting: 0 },
  };
  const { config } = loadConfig({}, {});
  const chores = startChores({
    worker,
    config,
    log: pino({ level: "silent" }),
    clock: { now: () => new Date(), correct: async () => void (asked.clock += 1) },
    onRecovered: () => undefined,
    onQuarantined: () => undefined,
    wake: () => undefined,
    onError: (error) => assert.fail(String(error)),
  });
  await pass(0);
  assert.deepEqual(asked, { recovery: 1, sweep: 1, clock: 1 });
  await pass(5);
  assert.deepEqual(asked, { recovery: 2, sweep: 1, clock: 6 });
  await pass(55);
  assert.deepEqual(asked, { recovery: 13, sweep: 2, clock: 61 });
  const stopped = Promise.all(chores.map((chore) => chore.stop()));
  await pass(1);
  await stopped;
  mock.timers.reset();
});

/** Second by second where something may be waiting, so that each chore ends before its next turn. */
async function pass(minutes: number): Promise<void> {
  for (let n = 0; n < minutes * 6; n += 1) {
    mock.timers.tick(minuteMs / 6);
    for (let turn = 0; turn < 20; turn += 1) await settle();
  }
  for (let turn = 0; turn < 50; turn += 1) await settle();
}
