import assert from "node:assert/strict";
import { test } from "node:test";
import type { ReadersInterval } from "../../src/schedule/policy/fetch-state.ts";
import { minuteMs } from "../../src/time.ts";
import { afterPlan, failed, feedWith, limits, notModified, now, parsed, plan } from "./fetch-examples.ts";

/** A feed whose adaptive interval is 60 minutes, as long as the usual one. */
const readBy = (readersInterval: ReadersInterval, settings = {}) => feedWith({}, { readersInterval, ...settings });
const minutesOf = ({ nextRunAt }: { nextRunAt: Date | null }) => (Number(nextRunAt) - now.getTime()) / minuteMs;

test("a reader who wants a feed more often gets it, although others read it as it comes", () => {
  const next = plan(readBy({ minutes: 15, isForAll: false }), notModified());
  assert.deepEqual([minutesOf(next), next.why.winner], [15, "readers-interval"]);
});

test("a reader who wants a feed less often gets that only if nobody reads it as it comes", () => {
  assert.equal(minutesOf(plan(readBy({ minutes: 720, isForAll: false }), notModified())), 75);
  assert.equal(minutesOf(plan(readBy({ minutes: 720, isForAll: true }), notModified())), 720);
});

test("no reader's interval goes below the shortest one of this server", () => {
  const next = plan(readBy({ minutes: 1, isForAll: true }), notModified());
  assert.deepEqual([minutesOf(next), next.why.winner], [limits.intervalMinutesMin, "floor"]);
});

test("what the server asked for comes before what readers want", () => {
  const readers = readBy({ minutes: 15, isForAll: true });
  const fresh = plan(readers, notModified(7_200));
  assert.deepEqual([minutesOf(fresh), fresh.why.winner], [120, "freshness"]);
  const asked = plan(readers, parsed(true, { ttlMinutes: 90 }));
  assert.deepEqual([minutesOf(asked), asked.why.winner], [90, "ttl"]);
  const retryAfterAt = new Date(now.getTime() + 300 * minuteMs);
  const refused = plan(readers, failed("rate-limited", { httpStatus: 429, retryAfterAt }));
  assert.deepEqual([minutesOf(refused), refused.why.winner], [300, "retry-after"]);
});

test("an interval that the operator fixed for the feed comes before what readers want", () => {
  const fixed = readBy({ minutes: 15, isForAll: true }, { adaptive: false, ownIntervalMinutes: 30 });
  assert.equal(minutesOf(plan(fixed, notModified())), 30);
});

test("with a reader's interval below the usual one, a lively feed is not fetched more often than that", () => {
  const lively = { ...readBy({ minutes: 20, isForAll: false }), memory: feedWith({ intervalMinutes: 6 }).memory };
  assert.equal(minutesOf(plan(lively, parsed(true))), 20);
});

test("the adaptive interval goes on where it was when the readers want nothing any more", () => {
  const readers = readBy({ minutes: 720, isForAll: true });
  const once = afterPlan(readers, plan(readers, parsed(true)));
  const twice = afterPlan(readers, plan(once, parsed(true)));
  assert.equal(minutesOf(plan({ ...twice, readersInterval: null }, notModified())), 75);
});
