import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { openPace, packPace } from "../../src/schedule/pack-pace.ts";
import { learnedMinutes } from "../../src/schedule/policy/learned-interval.ts";
import { learnPace, nothingPublished, type Pace } from "../../src/schedule/policy/pace.ts";
import { dayMs, earlier, hourMs, later, minuteMs } from "../../src/time.ts";
import { checkProperty } from "../ground/check-property.ts";
import { feedWith, inMinutes, limits, minutesFrom, notModified, now, parsed, plan } from "./fetch-examples.ts";

const ceiling = 1440;
const learned = { ...limits, adaptive: "learned" as const };

/** What is known of a feed after a first document with these dates. */
function paceOf(dates: (Date | null)[], at = now): Pace {
  return known(learnPace(null, { dates, isWhole: true }, at));
}

function known(pace: Pace | null): Pace {
  assert.ok(pace);
  return pace;
}

function every(stepMs: number, count: number, until = now): Date[] {
  return Array.from({ length: count }, (_, n) => earlier(until, (n + 0.5) * stepMs));
}

function minutesAfter(dates: (Date | null)[], at = now): number {
  return learnedMinutes(paceOf(dates, at), ceiling);
}

test("a feed that publishes a hundred times as often is asked about ten times as often", () => {
  const busy = minutesAfter(every(30 * minuteMs, 1_000));
  const slow = minutesAfter(every(50 * hourMs, 10));
  assert.ok(slow / busy > 7 && slow / busy < 13, `${slow} against ${busy} minutes`);
});

test("news in the last hours makes the next fetch come sooner than the same news yesterday", () => {
  const quiet = every(7 * dayMs, 8);
  const today = Array.from({ length: 6 }, (_, n) => earlier(now, n * 20 * minuteMs));
  const yesterday = today.map((at) => earlier(at, dayMs));
  assert.ok(minutesAfter([...quiet, ...today]) < minutesAfter([...quiet, ...yesterday]) / 2);
});

test("a busy feed that falls silent is soon asked much less often", () => {
  const hourly = every(hourMs, 700);
  const silentFor = (days: number) => minutesAfter(hourly.map((at) => earlier(at, days * dayMs)));
  assert.ok(silentFor(3) > 2.5 * silentFor(0.1));
});

test("a feed of weekday mornings is asked less often at night and at the weekend", () => {
  const mornings = Array.from({ length: 40 }, (_, day) => earlier(now, day * dayMs))
    .filter((at) => at.getUTCDay() % 6 !== 0)
    .flatMap((at) => [6, 7, 8, 9].map((hour) => new Date(at).setUTCHours(hour, 15)))
    .map((at) => new Date(at));
  const seenAt = (at: string) => {
    const until = new Date(at);
    return minutesAfter(
      mornings.filter((date) => date <= until),
      until,
    );
  };
  const morning = seenAt("2026-04-14T06:00:00Z");
  assert.ok(seenAt("2026-04-13T21:00:00Z") > 2 * morning, "at night");
  assert.ok(seenAt("2026-04-12T06:00:00Z") > 1.4 * morning, "on Sunday");
});

const anyHistory = fc.array(fc.integer({ min: 0, max: 60 * 24 * 60 }), { maxLength: 60 });

test("without habits, every further look that finds nothing waits at least as long", () => {
  checkProperty(
    fc.property(anyHistory, fc.array(fc.integer({ min: 5, max: 3_000 }), { maxLength: 60 }), (agesMinutes, waits) => {
      const dates = agesMinutes.map((minutes) => earlier(now, minutes * minuteMs));
      let pace = { ...paceOf(dates), byHour: Array(24).fill(0), byDay: Array(7).fill(0) };
      let at = now;
      let last = learnedMinutes(pace, ceiling);
      for (const minutes of waits) {
        at = later(at, minutes * minuteMs);
        pace = known(learnPace(pace, nothingPublished, at));
        const next = learnedMinutes(pace, ceiling);
        // The rate is taken at the beginning of a clock's hour: where the next hour begins may move the wait by a percent or two.
        assert.ok(next > last * 0.97, `${next} after ${last} minutes`);
        last = next;
      }
    }),
  );
});

test("a week of silence never makes the wait at the same hour of the week shorter", () => {
  checkProperty(
    fc.property(anyHistory, fc.integer({ min: 1, max: 20 }), (agesMinutes, weeks) => {
      // Watched for long enough to know a habit.
      const ages = [90 * 24 * 60, ...agesMinutes];
      let pace = paceOf(ages.map((minutes) => earlier(now, minutes * minuteMs)));
      for (let week = 1; week <= weeks; week += 1) {
        const before = learnedMinutes(pace, ceiling);
        pace = known(learnPace(pace, nothingPublished, later(now, week * 7 * dayMs)));
        assert.ok(learnedMinutes(pace, ceiling) >= before - 1e-6);
      }
    }),
  );
});

test("whatever a document says of its dates, the wait is a positive number up to the ceiling", () => {
  const anyDates = fc.array(fc.option(fc.date({ noInvalidDate: true })), { maxLength: 100 });
  const anyTurns = fc.array(
    fc.record({ dates: anyDates, isWhole: fc.boolean(), minutes: fc.integer({ min: -100_000, max: 100_000 }) }),
    { maxLength: 20 },
  );
  checkProperty(
    fc.property(anyTurns, (turns) => {
      let pace = paceOf([]);
      let at = now;
      for (const { minutes, ...published } of turns) {
        at = later(at, minutes * minuteMs);
        pace = known(learnPace(openPace(packPace(pace)), published, at));
        const next = learnedMinutes(pace, ceiling);
        assert.ok(next > 0 && next <= ceiling, `${next} minutes`);
      }
    }),
  );
});

test("a document whose dates are all the same, or cannot be, does not look busy", () => {
  const same = (date: Date | null) => minutesAfter(Array.from({ length: 100 }, () => date));
  const oneItem = minutesAfter([now]);
  assert.equal(same(now), oneItem);
  assert.equal(same(new Date("2099-01-01T00:00:00Z")), same(null));
  assert.equal(same(new Date("1970-01-01T00:00:00Z")), same(null));
  // In a zone that is ahead of us the items are new, but no more than that.
  assert.equal(same(later(now, 5 * hourMs)), oneItem);
});

test("items without a usable date are learned from when we first saw them", () => {
  const waitWith = (dateOf: (at: Date) => Date | null) => {
    let pace = paceOf([]);
    for (let hour = 1; hour <= 72; hour += 1) {
      const at = later(now, hour * hourMs);
      pace = known(learnPace(pace, { dates: [dateOf(at), dateOf(at)], isWhole: false }, at));
    }
    return learnedMinutes(pace, ceiling);
  };
  const honest = waitWith((at) => earlier(at, 10 * minuteMs));
  const liars: [string, (at: Date) => Date | null][] = [
    ["none", () => null],
    ["1970", () => new Date(0)],
    ["2099", () => new Date("2099-01-01T00:00:00Z")],
    ["a zone ahead", (at) => later(at, 9 * hourMs)],
    ["a zone behind", (at) => earlier(at, 9 * hourMs)],
  ];
  for (const [what, dateOf] of liars) {
    const wait = waitWith(dateOf);
    assert.ok(wait > honest * 0.6 && wait < honest * 1.6, `${what}: ${wait} against ${honest} minutes`);
  }
});

test("5,000 items at once count as sixty, and are forgotten within weeks", () => {
  const import5000 = { dates: Array.from({ length: 5_000 }, () => null), isWhole: false };
  let pace = known(learnPace(paceOf(every(7 * dayMs, 20)), import5000, later(now, dayMs)));
  assert.ok(pace.items < 70);
  for (let day = 2; day <= 60; day += 1) pace = known(learnPace(pace, nothingPublished, later(now, day * dayMs)));
  assert.ok(learnedMinutes(pace, ceiling) > 300);
});

test("old items that come with new ids count as one", () => {
  const old = { dates: every(7 * dayMs, 20, earlier(now, 7 * dayMs)), isWhole: false };
  const before = paceOf(old.dates);
  const after = known(learnPace(before, old, later(now, hourMs)));
  assert.equal(Math.round((after.items - before.items) * 100) / 100, 1);
});

test("a clock that jumps back teaches nothing wrong, and learning goes on from there", () => {
  const before = paceOf(every(6 * hourMs, 40));
  const jumped = known(learnPace(before, nothingPublished, earlier(now, 30 * dayMs)));
  assert.deepEqual([jumped.items, jumped.hours], [before.items, before.hours]);
  const at = later(earlier(now, 30 * dayMs), hourMs);
  const next = known(learnPace(jumped, { dates: [earlier(at, minuteMs)], isWhole: false }, at));
  assert.ok(next.items > jumped.items && next.newsMinute <= next.atMinute);
});

test("a pace survives its 51 bytes, and other bytes are no pace", () => {
  const pace = paceOf(every(hourMs, 700));
  const packed = packPace(pace);
  assert.equal(packed.length, 51);
  const { items, hours, ...exact } = known(openPace(packed));
  const { items: knownItems, hours: knownHours, ...rest } = pace;
  assert.deepEqual(exact, rest);
  assert.ok(Math.abs(items - knownItems) < 1e-3 && Math.abs(hours - knownHours) < 1e-3);
  assert.equal(openPace(packed.subarray(1)), null);
  assert.equal(openPace(null), null);
});

const busy = paceOf(every(minuteMs, 6_000));

test("a busy feed is asked no sooner than the floor, the server's word and the usual interval", () => {
  const waitAfter = (outcome: Parameters<typeof plan>[1], settings = {}) =>
    minutesFrom(now, plan(feedWith({ pace: busy }, settings), outcome, { limits: learned }).nextRunAt);
  assert.equal(waitAfter(notModified()), 60);
  assert.equal(waitAfter(notModified(60)), 5);
  assert.equal(waitAfter(notModified(1_800)), 30);
  assert.equal(waitAfter(parsed(false, { ttlMinutes: 90 })), 90);
  assert.equal(waitAfter(notModified(60), { readersInterval: { minutes: 45, isForAll: true } }), 45);
  assert.equal(waitAfter(notModified(), { adaptive: false, ownIntervalMinutes: 25 }), 25);
});

test("an interval set for an adaptive feed is where it starts, also when it is learned", () => {
  const started = plan(feedWith({ pace: busy, intervalMinutes: null }, { ownIntervalMinutes: 40 }), notModified(), {
    limits: learned,
  });
  assert.equal(minutesFrom(now, started.nextRunAt), 40);
});

test("a feed whose pace is not known goes on by the factors until its document changes", () => {
  const upgraded = feedWith({ intervalMinutes: 100 });
  const waiting = plan(upgraded, notModified(), { limits: learned });
  assert.deepEqual([minutesFrom(now, waiting.nextRunAt), waiting.memory.pace], [125, null]);

  const published = { dates: every(7 * dayMs, 10), isWhole: true };
  const changed = plan(upgraded, parsed(true, { published }), { limits: learned, now: inMinutes(125) });
  assert.ok(Number(minutesFrom(inMinutes(125), changed.nextRunAt)) > 200);
  assert.ok(Math.abs(Number(changed.memory.pace?.items) - 4) < 2);
});
