import assert from "node:assert/strict";
import { test } from "node:test";
import { createHeartbeat } from "../../src/workers/heartbeat.ts";
import { createWorkerLife, heartbeatTimes } from "../../src/schedule/worker-life.ts";
import { fakeClock } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";

const { worker: pool } = await testDatabase();
const { beatEveryMs, abandonAfterMs } = heartbeatTimes;

test("a heartbeat that was written starts the count again, and the worker keeps its id", async () => {
  const { clock, life, heartbeat } = start();
  const id = life.id();
  for (let turn = 0; turn < 4; turn += 1) {
    clock.advance(beatEveryMs);
    await heartbeat.look();
    assert.ok(life.sinceLastBeatMs() < beatEveryMs);
  }
  assert.equal(life.id(), id);
  await heartbeat.end();
});

test("a heartbeat under an id that was given up meanwhile does not count for the new id", async () => {
  const silences: number[] = [];
  const { clock, life, heartbeat } = start(() => {
    silences.push(life.sinceLastBeatMs());
    if (silences.length > 1) return;
    // As if the first write had hung for as long as that.
    clock.advance(abandonAfterMs);
    life.check();
  });
  await heartbeat.look();
  assert.equal(silences.length, 2);
  assert.ok((silences[1] ?? Infinity) < beatEveryMs, `${silences[1]} ms after the old id's heartbeat`);
  await heartbeat.end();
});

function start(onBeat: () => void = () => undefined) {
  const clock = fakeClock();
  const life = createWorkerLife(clock.now);
  const heartbeat = createHeartbeat({
    pool,
    life,
    now: clock.now,
    hostDelayMs: 0,
    describe: () => {
      onBeat();
      const facts = { queueSize: 0, queueCapacity: null, waiting: 0 };
      return { host: "here", pid: 1, roles: [], version: "1", startedAt: clock.now(), inFlight: 0, facts };
    },
    onReleased: () => undefined,
  });
  return { clock, life, heartbeat };
}
