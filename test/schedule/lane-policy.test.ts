import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import {
  budgetUntil,
  laneDelayMs,
  type LaneLimits,
  type LaneMemory,
  newLane,
  planLane,
} from "../../src/schedule/policy/lane-policy.ts";
import { dayMs, hourMs, later, minuteMs } from "../../src/time.ts";
import { checkProperty } from "../ground/check-property.ts";

const now = new Date("2026-04-15T00:00:00Z");
const limits: LaneLimits = { delayMs: 3_000, requestsPerDayMax: 0 };
const served = { requests: 1, isRefused: false, blockedUntil: null };
const refused = { requests: 1, isRefused: true, blockedUntil: null };

function refusedTimes(times: number, at = now): LaneMemory {
  let memory = newLane;
  for (let n = 0; n < times; n += 1) memory = planLane(memory, refused, limits, at).memory;
  return memory;
}

test("each refusal doubles the pause of the whole lane, up to ten minutes", () => {
  const pauses = [0, 1, 2, 3, 8, 20].map((times) => laneDelayMs(refusedTimes(times), limits, now));
  assert.deepEqual(pauses, [3_000, 6_000, 12_000, 24_000, 600_000, 600_000]);
});

test("a pause is forgiven by half a day at a time, not by a success, and ends at what is set", () => {
  const slow = refusedTimes(3);
  const after = (ms: number) => planLane(slow, served, limits, later(now, ms));
  assert.equal(after(minuteMs).freeAt.getTime() - now.getTime() - minuteMs, 23_988);
  assert.deepEqual(after(minuteMs).memory.slowed, slow.slowed);
  assert.equal(after(dayMs).freeAt.getTime() - now.getTime() - dayMs, 12_000);
  assert.equal(after(3 * dayMs).freeAt.getTime() - now.getTime() - 3 * dayMs, 3_000);
  assert.equal(after(3 * dayMs).memory.slowed, null);
});

test("a lane without a pause is slowed by a refusal too, and one with a long pause never gets a shorter one", () => {
  assert.equal(planLane(newLane, refused, { ...limits, delayMs: 0 }, now).memory.slowed?.ms, 1_000);
  const long = { ...limits, delayMs: 3_600_000 };
  assert.equal(planLane(newLane, refused, long, now).freeAt.getTime() - now.getTime(), 3_600_000);
});

test("a clock that goes back neither forgives nor lengthens a pause", () => {
  assert.equal(laneDelayMs(refusedTimes(2), limits, later(now, -30 * dayMs)), 12_000);
});

test("a refusal from a clock that was years ahead is forgiven from the next answer on", () => {
  const { memory } = planLane(refusedTimes(2, later(now, 900 * dayMs)), served, limits, now);
  assert.equal(laneDelayMs(memory, limits, later(now, dayMs)), 6_000);
});

test("a time that the host named holds, however short our own pause is", () => {
  const until = later(now, 5 * hourMs);
  assert.deepEqual(planLane(newLane, { ...refused, blockedUntil: until }, limits, now).freeAt, until);
});

test("with a limit of requests a day they are spread over the day, and the last one closes the lane until midnight", () => {
  const few = { ...limits, requestsPerDayMax: 24 };
  const day = now.getTime() / dayMs;
  const freeAfter = (dayRequests: number) =>
    planLane({ ...newLane, day, dayRequests }, served, few, later(now, minuteMs)).freeAt.toISOString();
  assert.equal(freeAfter(0), "2026-04-15T01:00:00.000Z");
  assert.equal(freeAfter(11), "2026-04-15T12:00:00.000Z");
  assert.equal(freeAfter(23), "2026-04-16T00:00:00.000Z");
  assert.equal(freeAfter(500), "2026-04-16T00:00:00.000Z");
  // What another day counted is over, whether that day is past or, after a jump of the clock, still to come.
  for (const other of [day - 1, day + 40_000]) {
    const plan = planLane({ ...newLane, day: other, dayRequests: 500 }, served, few, later(now, minuteMs));
    assert.deepEqual([plan.freeAt.toISOString(), plan.isSpread], ["2026-04-15T01:00:00.000Z", true]);
  }
  assert.equal(budgetUntil({ ...newLane, day, dayRequests: 10_000 }, limits), null);
});

test("over any day of a lane, no more requests than allowed, none before the pause, and none before the host's word", () => {
  const uses = fc.array(
    fc.record({
      waitMs: fc.integer({ min: 0, max: 3 * hourMs }),
      isRefused: fc.boolean(),
      blockedMs: fc.option(fc.integer({ min: 0, max: 2 * hourMs })),
    }),
    { maxLength: 200 },
  );
  checkProperty(
    fc.property(fc.integer({ min: 1, max: 50 }), uses, (requestsPerDayMax, turns) => {
      let memory = newLane;
      let at = now;
      const perDay = new Map<number, number>();
      for (const { waitMs, isRefused, blockedMs } of turns) {
        const day = Math.floor(at.getTime() / dayMs);
        perDay.set(day, (perDay.get(day) ?? 0) + 1);
        const blockedUntil = blockedMs === null ? null : later(at, blockedMs);
        const plan = planLane(memory, { requests: 1, isRefused, blockedUntil }, { ...limits, requestsPerDayMax }, at);
        assert.ok(plan.freeAt.getTime() - at.getTime() >= limits.delayMs);
        assert.ok(blockedUntil === null || plan.freeAt >= blockedUntil);
        memory = plan.memory;
        at = later(plan.freeAt, waitMs);
      }
      for (const count of perDay.values()) assert.ok(count <= requestsPerDayMax, `${count} of ${requestsPerDayMax}`);
    }),
  );
});
