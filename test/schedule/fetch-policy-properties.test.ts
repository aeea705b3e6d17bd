import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import {
  failureRules,
  type FeedFetchState,
  type FetchLimits,
  type FetchFailure,
  type FetchOutcome,
  type FetchPlan,
  neverFetched,
} from "../../src/schedule/policy/fetch-state.ts";
import { planNextFetch } from "../../src/schedule/policy/fetch-policy.ts";
import { learnPace } from "../../src/schedule/policy/pace.ts";
import { planManualFetch } from "../../src/schedule/request-store.ts";
import { describeWhyNext } from "../../src/schedule/policy/why-next.ts";
import { afterPlan, feedWith, limits, now } from "./fetch-examples.ts";
import { checkProperty } from "../ground/check-property.ts";

const minuteMs = 60_000;
const dayMs = 86_400_000;

// One turn of a feed's life: it runs when planned, or a person asks for it somewhere before.
type Turn = { outcome: (at: Date) => FetchOutcome; random: number; manualShare: number | null };

// What the server has asked for so far, kept by the test itself.
type Asked = { freshUntil: number; lifetimeMs: number; ttlUntil: number; ttlMs: number; notBefore: number };

test("over any life of a feed, no automatic run comes earlier than the server asked for", () => {
  checkProperty(
    fc.property(anySettings(), fc.array(anyTurn(), { maxLength: 30 }), (settings, turns) => {
      live(settings, turns, ({ at, planned, asked }) => {
        if (planned.nextRunAt === null) return;
        const next = planned.nextRunAt.getTime();
        assert.ok(next > at.getTime(), "the due time moves");
        assert.ok(next >= asked.freshUntil, "not before freshness");
        assert.ok(next >= asked.ttlUntil, "not before ttl");
        assert.ok(next >= asked.notBefore, "not before Retry-After");
      });
    }),
    500,
  );
});

test("over any life of a feed, why_next names the latest bound, and shifts only move it later", () => {
  checkProperty(
    fc.property(anySettings(), fc.array(anyTurn(), { maxLength: 20 }), (settings, turns) => {
      live(settings, turns, ({ planned: { why, nextRunAt } }) => {
        assert.equal(why.at, nextRunAt?.toISOString() ?? null);
        assert.ok(JSON.stringify(why).length <= 2048);
        assert.ok(describeWhyNext(why).every((sentence) => sentence.endsWith(".")));
        if (why.at === null) return;

        const bounds = why.candidates.map(({ at }) => Date.parse(at));
        const winner = why.candidates.find(({ rule }) => rule === why.winner);
        assert.equal(Date.parse(String(winner?.at)), Math.max(...bounds));
        const path = [why.from, winner?.at, ...why.shifts.map(({ at }) => at)].map((at) => Date.parse(String(at)));
        assert.deepEqual(
          path,
          path.toSorted((a, b) => a - b),
        );
        assert.equal(path.at(-1), nextRunAt?.getTime());
      });
    }),
  );
});

test("over any life of a feed, the adaptive interval stays between the floor and the ceiling", () => {
  checkProperty(
    fc.property(fc.array(anyTurn(), { maxLength: 60 }), (turns) => {
      live({ adaptive: true }, turns, ({ planned }) => {
        const { intervalMinutes } = planned.memory;
        if (intervalMinutes === null) return;
        assert.ok(intervalMinutes >= limits.intervalMinutesMin);
        assert.ok(intervalMinutes <= limits.intervalMinutesMax);
      });
    }),
  );
});

test("over any life of a feed, a success leaves no trace of failures", () => {
  checkProperty(
    fc.property(anySettings(), fc.array(anyTurn(), { maxLength: 20 }), (settings, turns) => {
      live(settings, turns, ({ planned: { status, error, suspended, memory, nextRunAt } }) => {
        if (status !== "success") return;
        assert.deepEqual(
          [error, suspended, memory.retryCount, memory.failureClass, memory.probes],
          [null, false, 0, null, 0],
        );
        assert.deepEqual([memory.circuitOpenedAt, memory.circuitUntil, memory.notBefore], [null, null, null]);
        assert.equal(nextRunAt === null, settings.polling === false);
      });
    }),
  );
});

test("jitter never makes a run earlier than without it, nor later than a tenth of the wait", () => {
  checkProperty(
    fc.property(anyTurn(), ({ outcome, random }) => {
      const request = { state: feedWith({}), outcome: withoutSkips(outcome(now)), limits, now };
      const [exact, jittered] = [0, random].map(
        (value) => planNextFetch({ ...request, random: () => value }).nextRunAt,
      );
      if (!exact || !jittered) return;
      const waitMs = exact.getTime() - now.getTime();
      assert.ok(jittered >= exact && jittered.getTime() <= exact.getTime() + waitMs * 0.1);
    }),
  );
});

test("without a hint from the server, no feed is fetched more often than the usual interval", () => {
  const silent = fc.oneof(
    fc.record({ via: fc.constant("not-modified" as const), changed: fc.constant(false) }),
    fc.record({ via: fc.constant("parsed" as const), changed: fc.boolean() }),
  );
  const answers = fc.array(silent, { minLength: 1, maxLength: 40 });
  // Any number of items, all just published.
  const published = fc.nat(50).map((items) => ({ dates: Array.from({ length: items }, () => now), isWhole: false }));
  checkProperty(
    fc.property(
      answers,
      fc.boolean(),
      fc.constantFrom(...policies),
      published,
      (turns, adaptive, policy, published) => {
        const pace = learnPace(null, { dates: [now], isWhole: true }, now);
        let state = feedWith({ intervalMinutes: 5, pace }, { adaptive });
        for (const { via, changed } of turns) {
          const hints = { ttlMinutes: null, updatePeriodSeconds: null, skipHours: [], skipDays: [] };
          const outcome = { kind: "fetched", via, changed, published, hints, freshnessSeconds: null } as const;
          const planned = planNextFetch({
            state,
            outcome,
            limits: { ...limits, adaptive: policy },
            now,
            random: () => 0,
          });
          assert.ok(Number(planned.nextRunAt) - now.getTime() >= limits.successIntervalMs);
          state = afterPlan(state, planned);
        }
      },
    ),
  );
});

const policies = ["learned", "factors"] as const;

type Step = { at: Date; planned: FetchPlan; asked: Asked };

// A feed's life on a simulated clock: it runs at each planned time, unless a person, within the rules for persons,
// asks earlier. Without a next run only a person goes on.
function live(settings: Partial<FeedFetchState>, turns: Turn[], check: (step: Step) => void): void {
  for (const adaptive of policies) liveBy({ ...limits, adaptive }, settings, turns, check);
}

function liveBy(
  limits: FetchLimits,
  settings: Partial<FeedFetchState>,
  turns: Turn[],
  check: (step: Step) => void,
): void {
  let state = feedWith(neverFetched, settings);
  let asked: Asked = { freshUntil: 0, lifetimeMs: 0, ttlUntil: 0, ttlMs: 0, notBefore: 0 };
  let at = now;
  for (const { outcome, random, manualShare } of turns) {
    const result = outcome(at);
    const planned = planNextFetch({ state, outcome: result, limits, now: at, random: () => random });
    asked = listen(asked, result, at);
    check({ at, planned, asked });

    state = afterPlan(state, planned);
    const person = personAt(planned, at, manualShare ?? 1);
    at = manualShare === null && planned.nextRunAt !== null ? planned.nextRunAt : person;
    assert.ok(at.getTime() >= asked.notBefore, "not even for a person before Retry-After");
  }
}

function personAt({ nextRunAt, memory, hostBlockedUntil }: FetchPlan, at: Date, share: number): Date {
  const end = nextRunAt ?? new Date(at.getTime() + dayMs);
  const presses = new Date(at.getTime() + Math.floor((end.getTime() - at.getTime()) * share));
  const { notBefore } = memory;
  const fetchedLatelyUntil = new Date(at.getTime() + 5 * minuteMs);
  const allowed = planManualFetch({ notBefore, laneClosedUntil: hostBlockedUntil, fetchedLatelyUntil }, presses);
  return allowed.kind === "now" ? presses : allowed.until;
}

function listen(asked: Asked, outcome: FetchOutcome, at: Date): Asked {
  if (outcome.kind === "deferred") return asked;
  if (outcome.kind === "failed") {
    const retryAfter = outcome.retryAfterAt?.getTime() ?? 0;
    return { ...asked, notBefore: Math.max(asked.notBefore, retryAfter) };
  }

  const silent = outcome.via === "not-modified" ? asked.lifetimeMs : 0;
  const lifetimeMs = outcome.freshnessSeconds === null ? silent : outcome.freshnessSeconds * 1000;
  const ttlMs = outcome.via === "parsed" ? (outcome.hints.ttlMinutes ?? 0) * minuteMs : asked.ttlMs;
  return {
    lifetimeMs,
    ttlMs,
    freshUntil: at.getTime() + Math.min(lifetimeMs, dayMs),
    ttlUntil: at.getTime() + Math.min(ttlMs, dayMs),
    notBefore: asked.notBefore,
  };
}

function anySettings(): fc.Arbitrary<Partial<FeedFetchState>> {
  return fc.record({
    polling: fc.boolean(),
    adaptive: fc.boolean(),
    failurePolicy: fc.constantFrom("backoff" as const, "one_strike" as const),
  });
}

function anyTurn(): fc.Arbitrary<Turn> {
  return fc.record({
    outcome: fc.oneof(anyFetched(), anyFailed(), anyDeferred()),
    random: fc.double({ min: 0, max: 0.999, noNaN: true }),
    manualShare: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  });
}

function anyFetched(): fc.Arbitrary<(at: Date) => FetchOutcome> {
  const freshnessSeconds = fc.option(fc.integer({ min: 0, max: 86_400 }));
  const hints = fc.record({
    ttlMinutes: fc.option(fc.integer({ min: 0, max: 20_000 })),
    updatePeriodSeconds: fc.option(fc.integer({ min: 0, max: 40_000_000 })),
    skipHours: fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { maxLength: 5 }),
    skipDays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 2 }),
  });
  const published = fc.record({ dates: fc.array(fc.option(fc.date({ noInvalidDate: true }))), isWhole: fc.boolean() });
  return fc.oneof(
    fc
      .record({ freshnessSeconds, hints, published, changed: fc.boolean() })
      .map((document) => () => ({ kind: "fetched" as const, via: "parsed" as const, ...document })),
    fc
      .record({ freshnessSeconds, via: fc.constantFrom("not-modified" as const, "same-body" as const) })
      .map((answer) => () => ({ kind: "fetched" as const, ...answer })),
  );
}

function anyFailed(): fc.Arbitrary<(at: Date) => FetchOutcome> {
  return fc
    .record({
      failure: fc.constantFrom(...(Object.keys(failureRules) as FetchFailure[])),
      httpStatus: fc.constantFrom(null, 404, 429, 500, 503),
      retryAfterMs: fc.option(fc.integer({ min: 1000, max: 7 * dayMs })),
    })
    .map(({ failure, httpStatus, retryAfterMs }) => (at: Date) => ({
      kind: "failed" as const,
      failure,
      httpStatus,
      message: "It failed",
      retryAfterAt: retryAfterMs === null ? null : new Date(at.getTime() + retryAfterMs),
    }));
}

function anyDeferred(): fc.Arbitrary<(at: Date) => FetchOutcome> {
  return fc
    .constantFrom("host-busy" as const, "stopping" as const, "not-saved" as const)
    .map((reason) => () => ({ kind: "deferred" as const, reason }));
}

function withoutSkips(outcome: FetchOutcome): FetchOutcome {
  if (outcome.kind !== "fetched" || outcome.via !== "parsed") return outcome;
  return { ...outcome, hints: { ...outcome.hints, skipHours: [], skipDays: [] } };
}
