import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type FeedFetchState,
  type FetchOutcome,
  neverFetched,
  noHints,
} from "../../src/schedule/policy/fetch-state.ts";
import {
  afterPlan,
  feedWith,
  inMinutes,
  limits,
  minutesFrom,
  notModified,
  now,
  parsed,
  plan,
  workedBefore,
} from "./fetch-examples.ts";

type Case = [title: string, FeedFetchState, FetchOutcome, minutes: number, winner: string, remembered: number | null];

const hourly = feedWith({ intervalMinutes: 60 });
const quick = feedWith({ intervalMinutes: 6 });
const rare = feedWith({ intervalMinutes: 200 });
const slow = feedWith({ intervalMinutes: 1200 });
const fixed = feedWith({}, { adaptive: false, ownIntervalMinutes: 90 });

const sameBody = { kind: "fetched", via: "same-body", freshnessSeconds: null } as const;
const daysApart = feedWith({}, { adaptive: false, ownIntervalMinutes: 2880 });
const fixedQuick = feedWith({}, { adaptive: false, ownIntervalMinutes: 10 });
const fixedTooQuick = feedWith({}, { adaptive: false, ownIntervalMinutes: 2 });
const fixedUsual = feedWith({ intervalMinutes: 200 }, { adaptive: false });
const startsQuick = feedWith(neverFetched, { ownIntervalMinutes: 20 });
const movedQuick = feedWith({ intervalMinutes: 40 }, { ownIntervalMinutes: 20 });
const newFeed = feedWith(neverFetched);

const cases: Case[] = [
  ["a feed that did not change is asked a quarter later", hourly, parsed(false), 75, "adaptive-interval", 75],
  ["304 counts as not changed", hourly, notModified(), 75, "adaptive-interval", 75],
  ["the same body counts as not changed", hourly, sameBody, 75, "adaptive-interval", 75],
  ["a feed that changed is asked a quarter sooner", rare, parsed(true), 150, "adaptive-interval", 150],
  [
    "without a word from the server a changing feed is not asked more often than the usual interval",
    hourly,
    parsed(true),
    60,
    "success-interval",
    60,
  ],
  [
    "with a shorter freshness a changing feed is asked more often",
    hourly,
    parsed(true, { freshnessSeconds: 600 }),
    45,
    "adaptive-interval",
    45,
  ],
  [
    "a freshness longer than the adaptive interval holds it back",
    quick,
    parsed(true, { freshnessSeconds: 1200 }),
    20,
    "freshness",
    5,
  ],
  ["a freshness of seconds does not break the floor", quick, parsed(true, { freshnessSeconds: 10 }), 5, "floor", 5],
  [
    "a freshness of zero is no leave to come more often",
    quick,
    parsed(true, { freshnessSeconds: 0 }),
    60,
    "success-interval",
    60,
  ],
  ["a freshness of hours is waited for", hourly, notModified(43_200), 720, "freshness", 75],
  ["a short ttl is no leave to come more often", quick, parsed(true, { ttlMinutes: 15 }), 60, "success-interval", 60],
  ["a long ttl is waited for", hourly, parsed(true, { ttlMinutes: 180 }), 180, "ttl", 60],
  ["a ttl of a week counts as a day", hourly, parsed(true, { ttlMinutes: 10_080 }), 1440, "ttl", 60],
  [
    "a long sy:updatePeriod is waited for",
    hourly,
    parsed(true, { updatePeriodSeconds: 21_600 }),
    360,
    "update-period",
    60,
  ],
  [
    "WordPress' hourly sy:updatePeriod does not hurry a slow feed",
    slow,
    parsed(true, { updatePeriodSeconds: 3600 }),
    900,
    "adaptive-interval",
    900,
  ],
  ["the adaptive interval ends at the ceiling", slow, notModified(), 1440, "ceiling", 1440],
  ["the first document is no change", newFeed, parsed(true), 60, "adaptive-interval", 60],
  ["a fixed interval does not adapt", fixed, parsed(true), 90, "fixed-interval", null],
  [
    "a fixed interval of two days is not cut to the adaptive ceiling",
    daysApart,
    notModified(),
    2880,
    "fixed-interval",
    null,
  ],
  ["a fixed interval waits for the server's freshness too", fixed, notModified(7200), 120, "freshness", null],
  ["a feed's own short interval needs no word from the server", fixedQuick, notModified(), 10, "fixed-interval", null],
  [
    "the server's freshness holds back a feed's own short interval",
    fixedQuick,
    notModified(900),
    15,
    "freshness",
    null,
  ],
  ["a feed's own interval holds down to the floor", fixedTooQuick, notModified(), 5, "floor", null],
  ["a fixed interval that nobody set is the usual one", fixedUsual, parsed(true), 60, "success-interval", null],
  ["an adaptive interval starts at the feed's own", startsQuick, parsed(true), 20, "adaptive-interval", 20],
  ["from there it moves on, and not from the feed's own again", movedQuick, notModified(), 50, "adaptive-interval", 50],
  ["from there it may become shorter than usual", movedQuick, parsed(true), 30, "adaptive-interval", 30],
];

for (const [title, state, outcome, minutes, winner, remembered] of cases) {
  test(title, () => {
    const planned = plan(state, outcome);

    assert.equal(planned.status, "success");
    assert.equal(minutesFrom(now, planned.nextRunAt), minutes);
    assert.equal(planned.why.winner, winner);
    assert.equal(planned.memory.intervalMinutes, remembered);
  });
}

test("a feed that keeps changing and allows it is asked every five minutes, not more often", () => {
  let state = feedWith({});
  for (let fetch = 0; fetch < 30; fetch += 1)
    state = afterPlan(state, plan(state, parsed(true, { freshnessSeconds: 60 })));
  assert.equal(state.memory.intervalMinutes, 5);
});

test("if a server withdraws its hint, the usual interval applies again at once", () => {
  const planned = plan(quick, parsed(true));
  assert.equal(planned.memory.intervalMinutes, 60);
});

test("polling off leaves no next run after a success", () => {
  const planned = plan(feedWith({}, { polling: false }), parsed(true));
  assert.deepEqual(
    [planned.nextRunAt, planned.why.winner, planned.suspended, planned.status],
    [null, "polling-off", false, "success"],
  );
});

test("one success resets all failures", () => {
  const troubled = feedWith({
    retryCount: 4,
    failureClass: "server-error",
    classFailures: 4,
    circuitOpenedAt: inMinutes(-500),
    circuitUntil: inMinutes(-1),
    probes: 2,
    notBefore: inMinutes(-1),
  });
  const planned = plan(troubled, notModified());

  assert.deepEqual(planned.memory, { ...workedBefore, intervalMinutes: 75, lastSuccessAt: now });
  assert.deepEqual([planned.status, planned.error, planned.hostBlockedUntil], ["success", null, null]);
});

test("jitter delays by up to a tenth", () => {
  const planned = plan(feedWith({ intervalMinutes: 80 }), notModified(), { random: () => 0.5 });
  assert.equal(minutesFrom(now, planned.nextRunAt), 105);
  assert.deepEqual(planned.why.at === null ? [] : planned.why.shifts.map(({ rule }) => rule), ["jitter"]);
});

test("skipped hours move the time after jitter, later only", () => {
  const planned = plan(hourly, parsed(false, { skipHours: [13, 14] }));
  assert.equal(planned.nextRunAt?.toISOString(), "2026-04-15T15:15:00.000Z");
  assert.equal(planned.why.winner, "adaptive-interval");
});

test("a document replaces every stored hint", () => {
  const stored = { freshnessSeconds: 600, ttlMinutes: 90, updatePeriodSeconds: 7200, skipHours: [1], skipDays: [2] };
  assert.deepEqual(plan(feedWith({ hints: stored }), parsed(true)).memory.hints, noHints);
});

test("a 304 keeps the stored hints, and replaces the freshness if it states one", () => {
  const stored = { freshnessSeconds: 7200, ttlMinutes: 90, updatePeriodSeconds: null, skipHours: [1], skipDays: [] };
  const state = feedWith({ hints: stored });

  assert.deepEqual(plan(state, notModified()).memory.hints, stored);
  assert.equal(minutesFrom(now, plan(state, notModified()).nextRunAt), 120);
  assert.deepEqual(plan(state, notModified(0)).memory.hints, { ...stored, freshnessSeconds: 0 });
});

test("the same body keeps the document's hints and takes the new answer's freshness", () => {
  const stored = { freshnessSeconds: 7200, ttlMinutes: 90, updatePeriodSeconds: null, skipHours: [], skipDays: [] };
  const planned = plan(feedWith({ hints: stored }), { kind: "fetched", via: "same-body", freshnessSeconds: null });

  assert.deepEqual(planned.memory.hints, { ...stored, freshnessSeconds: null });
  assert.equal(planned.why.winner, "ttl");
});

test("a usual interval below the floor does not lower it", () => {
  const planned = plan(feedWith({ intervalMinutes: 1 }), parsed(true), {
    limits: { ...limits, successIntervalMs: 60_000 },
  });
  assert.equal(minutesFrom(now, planned.nextRunAt), 5);
});
