import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { setImmediate as settle } from "node:timers/promises";
import { pino } from "pino";
import type { Parts } from "../src/assemble.ts";
import type { WorkerParts } from "../src/assemble-worker.ts";
import { mailsChannel } from "../src/newsletters/incoming-mail-store.ts";
import { pushesChannel } from "../src/websub/kept-push-store.ts";
import { deliveriesChannel } from "../src/webhooks/webhook-store.ts";
import { dueChannel } from "../src/schedule/change-schedule-store.ts";
import { loadConfig } from "../src/load-config.ts";
import { stages } from "../src/pipeline.ts";
import type { Stage } from "../src/run-stage.ts";
import { createFetchMetrics, createMetrics } from "../src/telemetry/metrics.ts";
import { runOne } from "./ground/one-stage.ts";

const minuteMs = 60_000;

type Query = (statement: string | { text: string }) => Promise<{ rows: unknown[]; rowCount: number }>;
const answerNothing: Query = async () => ({ rows: [], rowCount: 0 });

/** The table as a process of these settings reads it, on a database that answers `query`. */
function rowsOf(
  settings: Record<string, string>,
  query: Query = answerNothing,
  correct = async () => undefined,
): Stage[] {
  const metrics = createMetrics();
  const pool = { query };
  const parts = {
    config: loadConfig(settings, {}).config,
    log: pino({ level: "silent" }),
    metrics,
    db: { worker: pool },
    clock: { now: () => new Date(), correct },
    models: { current: async () => ({ modelFor: null, translator: null }) },
    publicOrigin: "http://127.0.0.1:8080",
    identity: { version: "0", contactUrl: "http://127.0.0.1:8080/about-fetcher" },
  } as unknown as Parts;
  const worker = {
    jobs: { observe: { recovered: () => undefined, quarantined: () => undefined } },
    fetching: {},
    offering: {},
    heartbeat: { everyMs: 1_000 },
    life: {},
    analysis: {},
    sampled: {
      pool,
      queue: { size: async () => 0 },
      queueCapacity: null,
      jobs: { busy: () => 0, waiting: () => 0 },
      leases: { count: () => 0, oldestMs: () => 0 },
      metrics: createFetchMetrics(metrics),
      facts: { queueSize: 0, queueCapacity: null, waiting: 0 },
    },
  } as unknown as WorkerParts;
  return stages(parts, worker);
}

test("what wakes a stage and what follows it say the same", () => {
  const sqs = { QUEUE: "sqs", SQS_QUEUE_URL: "http://127.0.0.1/1/feeds", SQS_DLQ_URL: "http://127.0.0.1/1/dead" };
  for (const settings of [{}, sqs]) {
    const rows = rowsOf(settings);
    const names = rows.map(({ name }) => name);
    assert.equal(new Set(names).size, names.length);
    for (const { name, wokenBy } of rows) {
      const wakers = rows.filter(({ wakes }) => wakes.includes(name)).map((row) => row.name);
      assert.deepEqual(
        wokenBy.filter((one) => ![dueChannel, deliveriesChannel, mailsChannel, pushesChannel].includes(one)).toSorted(),
        wakers.toSorted(),
        name,
      );
    }
    assert.deepEqual(
      rows.flatMap(({ wakes }) => wakes).filter((name) => !names.includes(name)),
      [],
    );
  }
});

test("the schedule's channel wakes those that look for due feeds", () => {
  const woken = rowsOf({}).filter(({ wokenBy }) => wokenBy.includes(dueChannel));
  assert.deepEqual(
    woken.map(({ name }) => name),
    ["fetch", "offer"],
  );
});

test("a worker is known, and the log's partitions are there, before the first claim", () => {
  const first = rowsOf({}).filter((row) => row.first === true);
  assert.deepEqual(
    first.map(({ name }) => name),
    ["heartbeat", "partitions"],
  );
});

test("after an error, work goes on within a second, and upkeep waits for its usual time", () => {
  const soon = rowsOf({}).filter(({ retryMs }) => retryMs === 1_000);
  assert.deepEqual(
    soon.map(({ name }) => name),
    ["fetch", "mails", "pushes", "analyse", "page", "upgrade", "index", "translate", "briefs", "deliver"],
  );
});

test("lost feeds are looked for at the start and every five minutes, what has expired every hour, the clock every minute", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const asked = { recovery: 0, sweep: 0, clock: 0 };
  const query: Query = async (statement) => {
    const text = typeof statement === "string" ? statement : statement.text;
    if (/from feed_schedules where locked_until <= \$1/.test(text)) asked.recovery += 1;
    if (/delete from robots/.test(text)) asked.sweep += 1;
    return { rows: [], rowCount: 0 };
  };
  const rows = rowsOf({}, query, async () => void (asked.clock += 1));
  const running = rows
    .filter(({ name }) => ["recover", "retention", "clock", "sample"].includes(name))
    .map((row) => runOne(row, (error) => assert.fail(String(error))));
  assert.equal(running.length, 4);
  await pass(0);
  assert.deepEqual(asked, { recovery: 1, sweep: 1, clock: 1 });
  await pass(5);
  assert.deepEqual(asked, { recovery: 2, sweep: 1, clock: 6 });
  await pass(55);
  assert.deepEqual(asked, { recovery: 13, sweep: 2, clock: 61 });
  const stopped = Promise.all(running.map((stage) => stage.stop()));
  await pass(1);
  await stopped;
  mock.timers.reset();
});

/** Second by second where something may be waiting, so that each stage ends its look before its next turn. */
async function pass(minutes: number): Promise<void> {
  for (let n = 0; n < minutes * 6; n += 1) {
    mock.timers.tick(minuteMs / 6);
    for (let turn = 0; turn < 20; turn += 1) await settle();
  }
  for (let turn = 0; turn < 50; turn += 1) await settle();
}
