import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import type { ClaimedFeed } from "../src/schedule/lease.ts";
import { startJob } from "../src/job.ts";

const feed = { feedId: "one" } as ClaimedFeed;

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

/** A job of one second; `told` is what happened to its lease and its slot. */
function start() {
  const told: string[] = [];
  const lease = new AbortController();
  const { job, end } = startJob(feed, {
    leases: {
      signalOf: () => lease.signal,
      giveUp: (given, reason) => {
        told.push(`${given.feedId}: ${reason}`);
        lease.abort(reason);
      },
    },
    lendSlot: async (wait) => {
      told.push("slot lent");
      return wait().finally(() => told.push("slot taken back"));
    },
    timeoutMs: 1_000,
  });
  return { job, end, told };
}

test("a job that takes too long is given up, and its signal says why", () => {
  const { job, told } = start();
  mock.timers.tick(999);
  assert.equal(job.signal.aborted, false);
  mock.timers.tick(1);
  assert.equal(job.signal.reason, "job-timeout");
  assert.deepEqual(told, ["one: job-timeout"]);
});

test("a job that has ended is given up no more", () => {
  const { end, told } = start();
  end();
  mock.timers.tick(5_000);
  assert.deepEqual(told, []);
});

test("waiting outside takes neither the job's slot nor its time", async () => {
  const { job, told } = start();
  const turn = Promise.withResolvers<string>();
  const waited = job.waitOutside(() => turn.promise);
  mock.timers.tick(60_000);
  assert.deepEqual(told, ["slot lent"]);
  turn.resolve("go");
  assert.equal(await waited, "go");
  assert.equal(job.signal.aborted, false);
  mock.timers.tick(1_000);
  assert.deepEqual(told, ["slot lent", "slot taken back", "one: job-timeout"]);
});
