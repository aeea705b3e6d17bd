import assert from "node:assert/strict";
import { test } from "node:test";
import { fetchLimitsOf } from "../../src/assemble.ts";
import {
  type FeedFetchState,
  type FetchOutcome,
  type FetchPlan,
  neverFetched,
} from "../../src/schedule/policy/fetch-state.ts";
import { loadConfig } from "../../src/load-config.ts";
import { failed, feedWith, minutesFrom, notModified, now, parsed, plan } from "../schedule/fetch-examples.ts";

// From the environment to the plan: a hard-coded value anywhere on the way turns one of these red.
function planWith(environment: Record<string, string>, state: FeedFetchState, outcome: FetchOutcome): FetchPlan {
  const limits = fetchLimitsOf(loadConfig(environment, {}).config);
  return plan(state, outcome, { limits, random: () => 1 });
}

function minutesWith(environment: Record<string, string>, state: FeedFetchState, outcome: FetchOutcome): number | null {
  const defaults = { FETCHER_ADAPTIVE: "factors", FETCHER_JITTER_PERCENT: "0" };
  const { nextRunAt } = planWith({ ...defaults, ...environment }, state, outcome);
  return minutesFrom(now, nextRunAt);
}

test("FETCHER_SUCCESS_INTERVAL is where an interval starts, and the shortest without a hint from the server", () => {
  const tenMinutes = { FETCHER_SUCCESS_INTERVAL: "600" };
  const threeHours = { FETCHER_SUCCESS_INTERVAL: "10800" };
  for (const adaptive of [true, false]) {
    const newFeed = feedWith(neverFetched, { adaptive });
    assert.equal(minutesWith(tenMinutes, newFeed, parsed(true)), 10);
    assert.equal(minutesWith(threeHours, newFeed, parsed(true)), 180);
  }
  assert.equal(minutesWith(tenMinutes, feedWith({ intervalMinutes: 12 }), parsed(true)), 10);
  assert.equal(minutesWith(threeHours, feedWith({ intervalMinutes: 190 }), parsed(true)), 180);
});

test("FETCHER_MIN_INTERVAL_MINUTES holds for a feed's own interval and for a server that allows less", () => {
  const own = feedWith({}, { adaptive: false, ownIntervalMinutes: 3 });
  const quick = feedWith({ intervalMinutes: 6 });
  const often = parsed(true, { freshnessSeconds: 60 });
  assert.equal(minutesWith({ FETCHER_MIN_INTERVAL_MINUTES: "2" }, own, notModified()), 3);
  assert.equal(minutesWith({ FETCHER_MIN_INTERVAL_MINUTES: "9" }, own, notModified()), 9);
  assert.equal(minutesWith({ FETCHER_MIN_INTERVAL_MINUTES: "2" }, quick, often), 4.5);
  assert.equal(minutesWith({ FETCHER_MIN_INTERVAL_MINUTES: "9" }, quick, often), 9);
});

test("FETCHER_MAX_INTERVAL_MINUTES is the longest adaptive interval", () => {
  const slow = feedWith({ intervalMinutes: 1_000 });
  assert.equal(minutesWith({ FETCHER_MAX_INTERVAL_MINUTES: "720" }, slow, notModified()), 720);
  assert.equal(
    minutesWith({ FETCHER_MAX_INTERVAL_MINUTES: "10080" }, feedWith({ intervalMinutes: 2_000 }), notModified()),
    2_500,
  );
});

test("FETCHER_INCREASE_FACTOR stretches the interval of a feed that did not change", () => {
  const hourly = feedWith({ intervalMinutes: 100 });
  assert.equal(minutesWith({ FETCHER_INCREASE_FACTOR: "2" }, hourly, notModified()), 200);
  assert.equal(minutesWith({ FETCHER_INCREASE_FACTOR: "1" }, hourly, notModified()), 100);
});

test("FETCHER_DECREASE_FACTOR shortens the interval of a feed that changed", () => {
  const rare = feedWith({ intervalMinutes: 1_000 });
  assert.equal(minutesWith({ FETCHER_DECREASE_FACTOR: "0.5" }, rare, parsed(true)), 500);
  assert.equal(minutesWith({ FETCHER_DECREASE_FACTOR: "1" }, rare, parsed(true)), 1_000);
});

test("FETCHER_JITTER_PERCENT is the longest random delay", () => {
  const hourly = feedWith({ intervalMinutes: 80 });
  assert.equal(minutesWith({ FETCHER_JITTER_PERCENT: "50" }, hourly, notModified()), 150);
  assert.equal(minutesWith({ FETCHER_JITTER_PERCENT: "0" }, hourly, notModified()), 100);
});

test("FETCHER_PROBE_SUSPENDED says whether a feed that worked before is tried again", () => {
  const probed = planWith({ FETCHER_PROBE_SUSPENDED: "true" }, feedWith({}), failed("not-found"));
  const suspended = planWith({ FETCHER_PROBE_SUSPENDED: "false" }, feedWith({}), failed("not-found"));
  assert.deepEqual([probed.why.winner, suspended.why.winner], ["probe", "suspended"]);
});

test("FETCHER_FAILURE_POLICY is for feeds without their own", () => {
  const environment = { FETCHER_FAILURE_POLICY: "one_strike" };
  const stopped = planWith(environment, feedWith({}), failed("timeout"));
  const retried = planWith(environment, feedWith({}, { failurePolicy: "backoff" }), failed("timeout"));
  const usual = planWith({}, feedWith({}), failed("timeout"));
  assert.deepEqual(
    [stopped, retried, usual].map(({ why }) => why.winner),
    ["one-strike", "backoff", "backoff"],
  );
});
