import assert from "node:assert/strict";
import { test } from "node:test";
import { createWorkerWatch, heartbeatTimes, type SeenWorker } from "../../src/schedule/worker-life.ts";

const second = 1_000;

test("a worker whose heartbeat stands still for 30 s is dead, one whose heartbeat moves is not", () => {
  const watch = createWorkerWatch(heartbeatTimes);
  const deadAt: number[] = [];
  for (let at = 0; at <= 40; at += 1) {
    const beating = seen("beating", Math.floor(at / 10) * 10);
    for (const { id } of watch.look([seen("silent", 3), beating], at * second)) {
      assert.equal(id, "silent");
      deadAt.push(at);
    }
  }
  assert.equal(deadAt[0], 30);
});

test("a row of any age gets the full time from the first look on", () => {
  const watch = createWorkerWatch(heartbeatTimes);
  assert.deepEqual(watch.look([seen("old", -86_400)], 0), []);
  assert.deepEqual(lookOn(watch, "old", { from: 1, to: 29 }), []);
  assert.deepEqual(lookOn(watch, "old", { from: 30, to: 30 }), [30]);
});

test("after an outage of the database everybody is counted from the beginning", () => {
  const watch = createWorkerWatch(heartbeatTimes);
  assert.deepEqual(lookOn(watch, "silent", { from: 0, to: 25 }), []);
  // No look succeeded for ten seconds; all rows are from before.
  assert.deepEqual(lookOn(watch, "silent", { from: 35, to: 64 }), []);
  assert.deepEqual(lookOn(watch, "silent", { from: 65, to: 65 }), [65]);
});

test("a heartbeat after a long silence is a sign of life", () => {
  const watch = createWorkerWatch(heartbeatTimes);
  assert.deepEqual(lookOn(watch, "slow", { from: 0, to: 29 }), []);
  assert.deepEqual(watch.look([seen("slow", 29)], 30 * second), []);
  assert.deepEqual(watch.look([seen("slow", 29)], 31 * second), []);
});

/** Looks once a second at a row that does not change; returns the seconds at which it was found dead. */
function lookOn(watch: ReturnType<typeof createWorkerWatch>, id: string, { from, to }: { from: number; to: number }) {
  const dead: number[] = [];
  for (let at = from; at <= to; at += 1)
    if (watch.look([seen(id, id === "old" ? -86_400 : 0)], at * second).length > 0) dead.push(at);
  return dead;
}

function seen(id: string, beatSecond: number): SeenWorker {
  return { id, host: "here", pid: 1, beatAt: new Date(beatSecond * second) };
}
