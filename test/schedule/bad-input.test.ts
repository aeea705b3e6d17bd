import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { planNextFetch } from "../../src/schedule/policy/fetch-policy.ts";
import { type FeedFetchState, type FetchedOutcome, neverFetched } from "../../src/schedule/policy/fetch-state.ts";
import { learnPace, type Published } from "../../src/schedule/policy/pace.ts";
import { parseFreshness } from "../../src/schedule/policy/parse-freshness.ts";
import { dayMs, earlier, hourMs, later, minuteMs } from "../../src/time.ts";
import { checkProperty } from "../ground/check-property.ts";
import { afterPlan, feedWith, limits, now, parsed } from "./fetch-examples.ts";

const learned = { ...limits, adaptive: "learned" as const };
const waitOf = (state: FeedFetchState, outcome: FetchedOutcome, at = now) => {
  const plan = planNextFetch({ state, outcome, limits: learned, now: at, random: () => 0 });
  return { minutes: (Number(plan.nextRunAt) - at.getTime()) / minuteMs, next: afterPlan(state, plan) };
};
const every = (ms: number, items = 60) => Array.from({ length: items }, (_, n) => earlier(now, n * ms));
const whole = (dates: Published["dates"]): Published => ({ dates, isWhole: true });

const documents: [what: string, published: Published][] = [
  ["all dates equal", whole(every(0))],
  ["no dates", whole(every(hourMs).map(() => null))],
  ["no items", whole([])],
  ["dates in 1970", whole(every(hourMs).map(() => new Date(0)))],
  ["dates in 2099", whole(every(hourMs).map((_, n) => new Date(Date.parse("2099-01-01T00:00:00Z") + n)))],
  ["dates in a zone that is nine hours ahead", whole(every(hourMs).map((at) => later(at, 9 * hourMs)))],
  ["5,000 items at once", whole(every(1_000, 5_000))],
];
for (const [what, published] of documents) {
  test(`a feed with ${what} is asked between once an hour and once a day, and goes on learning`, () => {
    const first = waitOf(feedWith(neverFetched), parsed(true, { published }));
    assert.ok(first.minutes >= 60 && first.minutes <= 1_440, `${first.minutes} min`);
    // The same again the next day, all of it new: dates that move, or new ids for old items.
    const again = waitOf(first.next, parsed(true, { published: { ...published, isWhole: false } }), later(now, dayMs));
    assert.ok(again.minutes >= 60 && again.minutes <= 1_440, `${again.minutes} min`);
  });
}

test("a clock that jumps, forward by a year or back by ten, leaves a wait between the floor and a day", () => {
  const pace = learnPace(null, whole(every(hourMs)), now);
  for (const jumpMs of [365 * dayMs, 10 * 365 * dayMs, -dayMs, -3_650 * dayMs]) {
    const at = later(now, jumpMs);
    const { minutes, next } = waitOf(
      feedWith({ pace }),
      parsed(true, { published: { dates: [at], isWhole: false } }),
      at,
    );
    assert.ok(minutes >= 60 && minutes <= 1_440, `${jumpMs / dayMs} days: ${minutes} min`);
    // And back to where it was.
    const after = waitOf(next, parsed(false), later(now, hourMs));
    assert.ok(after.minutes >= 60 && after.minutes <= 1_440, `${jumpMs / dayMs} days and back: ${after.minutes} min`);
  }
});

test("a max-age of ten years counts as a day, and one of zero allows nothing", () => {
  const stated = (cacheControl: string) =>
    parseFreshness({ cacheControl, age: null, expires: null, date: null }, now) ?? undefined;
  const busy = feedWith({ pace: learnPace(null, whole(every(minuteMs)), now) });
  const waitFor = (cacheControl: string) => {
    const freshnessSeconds = stated(cacheControl);
    return waitOf(busy, parsed(true, freshnessSeconds === undefined ? {} : { freshnessSeconds })).minutes;
  };
  assert.equal(waitFor("max-age=315360000"), 1_440);
  assert.equal(waitFor("max-age=0"), 60);
});

test("skipHours for all 24 hours mean nothing, for 23 they leave one", () => {
  const busy = feedWith({ pace: learnPace(null, whole(every(minuteMs)), now) });
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  assert.equal(waitOf(busy, parsed(true, { skipHours: hours })).minutes, 60);
  const at = later(
    now,
    waitOf(busy, parsed(true, { skipHours: hours.filter((hour) => hour !== 3) })).minutes * minuteMs,
  );
  assert.equal(at.getUTCHours(), 3);
});

test("whatever a feed published and however many read it, it is never asked before the floor or the server's word", () => {
  const dates = fc.array(fc.option(fc.date({ noInvalidDate: true })), { maxLength: 80 });
  const recent = fc.array(fc.integer({ min: 0, max: 3 * 1_440 }).map((minutes) => earlier(now, minutes * minuteMs)));
  checkProperty(
    fc.property(
      fc.oneof(dates, recent),
      fc.nat(100_000),
      fc.option(fc.integer({ min: 0, max: 200_000 })),
      fc.option(fc.integer({ min: 0, max: 2_000 })),
      (published, readers, freshnessSeconds, ttlMinutes) => {
        const state = feedWith({ pace: learnPace(null, whole(published), now) }, { readers });
        const outcome = parsed(true, {
          published: { dates: published, isWhole: false },
          ttlMinutes,
          ...(freshnessSeconds === null ? {} : { freshnessSeconds }),
        });
        const { minutes } = waitOf(state, outcome);
        assert.ok(minutes >= limits.intervalMinutesMin);
        assert.ok(minutes >= Math.min((freshnessSeconds ?? 0) / 60, 1_440));
        assert.ok(minutes >= Math.min(ttlMinutes ?? 0, 1_440));
        if (freshnessSeconds === null || freshnessSeconds === 0) assert.ok(minutes >= 60);
      },
    ),
    300,
  );
});
