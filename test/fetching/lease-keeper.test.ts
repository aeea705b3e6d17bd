import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import type { ClaimedFeed, LeasedFeed } from "../../src/schedule/lease.ts";
import type { LeaseKeeper } from "../../src/fetching/lease-keeper.ts";
import { createLeaseKeeper } from "../../src/fetching/lease-keeper.ts";

const leaseMs = 12_000;
let keeper: LeaseKeeper;
let renewals: ClaimedFeed[][];
let answer: (claims: ClaimedFeed[]) => Promise<ClaimedFeed[]>;

beforeEach(() => {
  mock.timers.enable({ apis: ["setInterval", "Date"] });
  renewals = [];
  answer = async (claims) => claims;
  keeper = createLeaseKeeper({
    leaseMs,
    now: () => new Date(),
    renew: (claims) => {
      renewals.push(claims);
      return answer(claims);
    },
    onError: () => undefined,
  });
});
afterEach(() => {
  keeper.stop();
  mock.timers.reset();
});

test("all leases are renewed in one statement per third of their length, for as long as they are held", async () => {
  const [one, two] = [claim(), claim()];
  keeper.hold([one, two]);
  await pass(3 * leaseMs);
  assert.equal(renewals.length, 9);
  assert.ok(renewals.every((claims) => claims.length === 2));
  assert.equal(keeper.signalOf(one).aborted, false);
  assert.equal(keeper.oldestMs(), 3 * leaseMs);

  keeper.letGo(one);
  await pass(leaseMs);
  assert.deepEqual(renewals.at(-1), [two]);
  keeper.letGo(two);
  const before = renewals.length;
  await pass(leaseMs);
  assert.equal(renewals.length, before);
  assert.equal(keeper.count(), 0);
});

test("with the database gone, requests are given up before the leases end, and not long before", async () => {
  const one = claim();
  keeper.hold([one]);
  answer = () => Promise.reject(new Error("Connection terminated"));
  await pass((leaseMs * 9) / 12);
  assert.equal(keeper.signalOf(one).aborted, false);
  await pass(leaseMs / 12);
  assert.equal(keeper.signalOf(one).reason, "lease-lost");
});

test("a renewal that failed is tried again soon, and saves the lease", async () => {
  const one = claim();
  keeper.hold([one]);
  answer = () => Promise.reject(new Error("Connection terminated"));
  await pass(leaseMs / 2);
  answer = async (claims) => claims;
  await pass(leaseMs);
  assert.equal(keeper.signalOf(one).aborted, false);
});

test("a lease that is no longer ours is given up, the others stay", async () => {
  const [lost, kept] = [claim(), claim()];
  keeper.hold([lost, kept]);
  answer = async (claims) => claims.filter((one) => one !== lost);
  await pass(2 * leaseMs);
  assert.equal(keeper.signalOf(lost).reason, "lease-lost");
  assert.equal(keeper.signalOf(kept).aborted, false);
  assert.deepEqual(renewals.at(-1), [kept]);
});

test("a process that was suspended gives up what it held at its first look", async () => {
  const one = claim();
  keeper.hold([one]);
  // Timers do not run while a process is stopped; its clock does.
  mock.timers.setTime(Date.now() + 2 * leaseMs);
  await pass(leaseMs / 12);
  assert.equal(keeper.signalOf(one).reason, "lease-lost");
  assert.deepEqual(renewals, []);
});

test("what was claimed before this process gave up its id comes too late", () => {
  const late = claim();
  const giving = createLeaseKeeper({
    leaseMs,
    now: () => new Date(),
    renew: async (claims) => claims,
    onError: () => undefined,
    owns: (leaseId) => leaseId !== late.leaseId,
  });
  const fresh = claim();
  giving.hold([late, fresh]);
  assert.equal(giving.signalOf(late).reason, "lease-lost");
  assert.deepEqual([giving.isLost(late), giving.isLost(fresh), giving.isLost(claim())], [true, false, true]);
  giving.giveUp(fresh, "stopping");
  assert.equal(giving.isLost(fresh), false);
  giving.stop();
});

test("what is not held is lost", () => {
  assert.equal(keeper.signalOf(claim()).reason, "lease-lost");
});

function claim(): LeasedFeed {
  return {
    feedId: crypto.randomUUID(),
    leaseId: crypto.randomUUID(),
    leaseUntil: new Date(Date.now() + leaseMs),
  } as LeasedFeed;
}

/** Step by step, so that each renewal is answered before the next look. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += leaseMs / 12) {
    mock.timers.tick(leaseMs / 12);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
