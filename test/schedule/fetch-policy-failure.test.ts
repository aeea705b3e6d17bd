import assert from "node:assert/strict";
import { test } from "node:test";
import {
  failureRules,
  type FeedFetchState,
  type FetchFailure,
  type FetchOutcome,
  neverFetched,
  noHints,
} from "../../src/schedule/policy/fetch-state.ts";
import {
  afterPlan,
  failed,
  feedWith,
  inMinutes,
  limits,
  minutesFrom,
  notModified,
  now,
  plan,
} from "./fetch-examples.ts";

// Repeats an outcome at each planned time and returns the waits in minutes; null where there is no next run.
function waits(state: FeedFetchState, outcomes: FetchOutcome[]): (number | null)[] {
  let at: Date | null = now;
  return outcomes.map((outcome) => {
    assert.ok(at !== null);
    const start: Date = at;
    const planned = plan(state, outcome, { now: start });
    state = afterPlan(state, planned);
    at = planned.nextRunAt;
    return minutesFrom(start, at);
  });
}

const sixTimes: [FetchFailure, number[]][] = [
  ["timeout", [5, 60, 60, 360, 1440, 1440]],
  ["connection", [5, 15, 60, 360, 1440, 1440]],
  ["rate-limited", [5, 90, 90, 360, 1440, 1440]],
  ["server-error", [5, 90, 90, 360, 1440, 1440]],
  ["other", [5, 90, 90, 360, 1440, 1440]],
];
for (const [failure, expected] of sixTimes) {
  test(`after six times ${failure} in a row, the longer wait of table and circuit applies`, () => {
    assert.deepEqual(
      waits(
        feedWith({}),
        Array.from({ length: 6 }, () => failed(failure)),
      ),
      expected,
    );
  });
}

test("different failures in a row increase the backoff and open no circuit", () => {
  const turns = [failed("timeout"), failed("connection"), failed("timeout"), failed("server-error")];
  assert.deepEqual(waits(feedWith({}), turns), [5, 15, 60, 360]);
});

test("the circuit remembers since when it is open, and until when", () => {
  const once = plan(feedWith({}), failed("timeout"));
  const twice = plan(afterPlan(feedWith({}), once), failed("timeout"));
  const thrice = plan(afterPlan(feedWith({}), twice), failed("timeout"), { now: inMinutes(60) });

  assert.deepEqual([once.memory.circuitOpenedAt, once.memory.circuitUntil], [null, null]);
  assert.deepEqual([twice.memory.circuitOpenedAt, twice.memory.circuitUntil], [now, inMinutes(60)]);
  assert.deepEqual([thrice.memory.circuitOpenedAt, thrice.memory.circuitUntil], [now, inMinutes(120)]);
  assert.deepEqual([once.why.winner, twice.why.winner], ["backoff", "circuit"]);
});

test("a temporary failure keeps its message and counts", () => {
  const planned = plan(feedWith({ retryCount: 2 }), failed("timeout", { message: "Too slow" }));
  assert.deepEqual(
    [planned.status, planned.error, planned.memory.retryCount, planned.memory.failureClass, planned.suspended],
    ["temporary_error", "Too slow", 3, "timeout", false],
  );
});

test("a failure leaves the interval, the hints and the last success alone", () => {
  const hints = { ...noHints, ttlMinutes: 90 };
  const state = feedWith({ intervalMinutes: 321, hints });
  const { memory } = plan(state, failed("connection"));
  assert.deepEqual(
    [memory.intervalMinutes, memory.hints, memory.lastSuccessAt],
    [321, hints, state.memory.lastSuccessAt],
  );
});

for (const httpStatus of [429, 503]) {
  const failure = httpStatus === 429 ? "rate-limited" : "server-error";

  test(`a ${httpStatus} without Retry-After waits four times the interval and blocks the host for five minutes`, () => {
    const planned = plan(feedWith({ intervalMinutes: 100 }), failed(failure, { httpStatus }));
    assert.equal(minutesFrom(now, planned.nextRunAt), 400);
    assert.equal(planned.why.winner, "unexplained-refusal");
    assert.deepEqual(planned.hostBlockedUntil, inMinutes(5));
  });

  test(`a ${httpStatus} with Retry-After blocks feed and host until then`, () => {
    const retryAfterAt = inMinutes(3 * 1440);
    const planned = plan(feedWith({}), failed(failure, { httpStatus, retryAfterAt }));
    assert.deepEqual(planned.nextRunAt, retryAfterAt);
    assert.deepEqual(planned.hostBlockedUntil, retryAfterAt);
    assert.deepEqual(planned.memory.notBefore, retryAfterAt);
    assert.equal(planned.why.winner, "retry-after");
  });
}

test("four times the interval means the feed's own interval, never below the minimum", () => {
  const waitOf = (minutes: number) => {
    const state = feedWith({}, { adaptive: false, ownIntervalMinutes: minutes });
    return minutesFrom(now, plan(state, failed("rate-limited", { httpStatus: 429 })).nextRunAt);
  };
  assert.deepEqual([waitOf(10), waitOf(2)], [40, 20]);
});

test("a Retry-After shorter than the backoff does not shorten it", () => {
  const planned = plan(
    feedWith({ retryCount: 2 }),
    failed("rate-limited", { httpStatus: 429, retryAfterAt: inMinutes(1) }),
  );
  assert.equal(minutesFrom(now, planned.nextRunAt), 60);
});

test("Retry-After of any other error applies to the feed, not to the host", () => {
  const planned = plan(feedWith({}), failed("server-error", { httpStatus: 500, retryAfterAt: inMinutes(600) }));
  assert.equal(minutesFrom(now, planned.nextRunAt), 600);
  assert.equal(planned.hostBlockedUntil, null);
});

test("a later Retry-After still running outlasts a shorter new one", () => {
  const state = feedWith({ notBefore: inMinutes(900) });
  const planned = plan(state, failed("rate-limited", { httpStatus: 429, retryAfterAt: inMinutes(30) }));
  assert.deepEqual(planned.nextRunAt, inMinutes(900));
});

test("the retry after a person's own request failed waits until the last answer is stale", () => {
  const hints = { ...noHints, freshnessSeconds: 7200 };
  const planned = plan(feedWith({ lastSuccessAt: inMinutes(-30), hints }), failed("timeout"));
  assert.equal(minutesFrom(now, planned.nextRunAt), 90);
  assert.equal(planned.why.winner, "freshness");
});

test("a retry avoids skipped hours", () => {
  const hints = { ...noHints, skipHours: [12, 13] };
  assert.equal(minutesFrom(now, plan(feedWith({ hints }), failed("timeout")).nextRunAt), 125);
});

const lasting = (Object.keys(failureRules) as FetchFailure[]).filter(
  (failure) => failureRules[failure].status !== "temporary_error",
);
for (const failure of lasting) {
  test(`${failure} suspends a feed that never worked`, () => {
    const planned = plan(feedWith(neverFetched), failed(failure));
    assert.deepEqual([planned.nextRunAt, planned.suspended, planned.why.winner], [null, true, "suspended"]);
    assert.equal(planned.status, failureRules[failure].status);
    assert.equal(planned.memory.probes, 0);
  });
}

for (const failure of lasting.filter((failure) => failure !== "gone" && failure !== "unauthorized")) {
  test(`${failure} is probed after 1, 3 and 7 days where the feed has worked before, then suspended`, () => {
    const days = waits(
      feedWith({}),
      Array.from({ length: 4 }, () => failed(failure)),
    );
    assert.deepEqual(days, [1440, 3 * 1440, 7 * 1440, null]);
  });
}

for (const failure of ["gone", "unauthorized"] as const) {
  test(`${failure} is never probed`, () => {
    const planned = plan(feedWith({}), failed(failure));
    assert.deepEqual([planned.nextRunAt, planned.suspended], [null, true]);
  });
}

test("a feed waiting for its probe is in error, but not suspended", () => {
  const planned = plan(feedWith({}), failed("not-found"));
  assert.deepEqual(
    [planned.status, planned.suspended, planned.memory.probes, planned.why.winner],
    ["permanent_error", false, 1, "probe"],
  );
});

test("a probe waits for Retry-After", () => {
  const planned = plan(feedWith({}), failed("not-found", { httpStatus: 404, retryAfterAt: inMinutes(2880) }));
  assert.equal(minutesFrom(now, planned.nextRunAt), 2880);
});

test("a success resets the probes", () => {
  const probed = afterPlan(feedWith({}), plan(feedWith({}), failed("not-found")));
  assert.equal(plan(probed, notModified()).memory.probes, 0);
});

test("a temporary failure between probes does not use one up", () => {
  const turns = [failed("not-found"), failed("timeout"), failed("not-found"), failed("not-found"), failed("not-found")];
  assert.deepEqual(waits(feedWith({}), turns), [1440, 15, 3 * 1440, 7 * 1440, null]);
});

test("without probing a permanent error suspends at once", () => {
  const planned = plan(feedWith({}), failed("not-found"), { limits: { ...limits, probeSuspended: false } });
  assert.deepEqual([planned.nextRunAt, planned.suspended], [null, true]);
});

for (const failure of ["timeout", "not-found", "unauthorized"] as const) {
  test(`one strike suspends a feed at its first ${failure}`, () => {
    const planned = plan(feedWith({}, { failurePolicy: "one_strike" }), failed(failure));
    assert.deepEqual([planned.nextRunAt, planned.suspended, planned.why.winner], [null, true, "one-strike"]);
    assert.equal(planned.status, failureRules[failure].status);
  });
}

test("a feed's own failure policy overrides the server's", () => {
  const strict = { ...limits, failurePolicy: "one_strike" as const };
  const haltOf = (failurePolicy: "backoff" | "one_strike" | null) =>
    plan(feedWith({}, { failurePolicy }), failed("timeout"), { limits: strict }).why.winner;
  assert.deepEqual([null, "backoff" as const].map(haltOf), ["one-strike", "backoff"]);
});

test("a feed that does not poll is not retried by itself", () => {
  const unpolled = feedWith({}, { polling: false });
  const temporary = plan(unpolled, failed("timeout"));
  const permanent = plan(unpolled, failed("not-found"));

  assert.deepEqual([temporary.nextRunAt, temporary.suspended, temporary.why.winner], [null, false, "polling-off"]);
  assert.deepEqual([permanent.nextRunAt, permanent.suspended, permanent.why.winner], [null, true, "suspended"]);
});

for (const reason of ["host-busy", "stopping", "not-saved"] as const) {
  test(`a fetch deferred as ${reason} is tried again in a minute and does not count as a failure`, () => {
    const state = feedWith({ retryCount: 3, failureClass: "timeout", classFailures: 1 }, { polling: false });
    const planned = plan(state, { kind: "deferred", reason });

    assert.equal(minutesFrom(now, planned.nextRunAt), 1);
    assert.equal(planned.why.winner, reason);
    assert.deepEqual(planned.memory, state.memory);
    assert.deepEqual([planned.status, planned.error, planned.suspended], [null, null, false]);
  });
}

test("a deferred fetch does not come before Retry-After or freshness", () => {
  const hints = { ...noHints, freshnessSeconds: 3600 };
  const state = feedWith({ lastSuccessAt: inMinutes(-10), hints, notBefore: inMinutes(40) });
  assert.equal(minutesFrom(now, plan(state, { kind: "deferred", reason: "host-busy" }).nextRunAt), 50);
});
