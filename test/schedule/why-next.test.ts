import assert from "node:assert/strict";
import { test } from "node:test";
import { learnPace } from "../../src/schedule/policy/pace.ts";
import { habitOf } from "../../src/schedule/policy/publishing-habit.ts";
import {
  describeWhyNext,
  type WhyNext,
  whyNextInEnglish,
  type WhyNextWords,
} from "../../src/schedule/policy/why-next.ts";
import { de as german } from "../../src/web/texts/de.ts";
import { pl as polish } from "../../src/web/texts/pl.ts";
import { failed, feedWith, inMinutes, parsed, plan } from "./fetch-examples.ts";

test("the next run is explained with its reason, every bound and every shift", () => {
  const outcome = parsed(false, { freshnessSeconds: 5400, skipHours: [13] });
  const { why } = plan(feedWith({}), outcome, { random: () => 1 });

  assert.deepEqual(describeWhyNext(why), [
    "Next run 2026-04-15 14:39:00 UTC, decided by the server's Cache-Control or Expires.",
    "Not before 2026-04-15 13:15:00 UTC (1 h 15 min): the adaptive interval, from how often the feed changes.",
    "Not before 2026-04-15 12:05:00 UTC (5 min): the shortest interval there is.",
    "Not before 2026-04-15 13:00:00 UTC (1 h): the usual interval; only the server's own word makes it shorter.",
    "Not before 2026-04-15 13:30:00 UTC (1 h 30 min): the server's Cache-Control or Expires.",
    "Then moved to 2026-04-15 13:39:00 UTC: a random delay, so that feeds do not run in step.",
    "Then moved to 2026-04-15 14:39:00 UTC: the feed's skipHours and skipDays.",
  ]);
});

test("a feed without a next run says why", () => {
  const { why } = plan(feedWith({}), failed("gone"));
  assert.deepEqual(describeWhyNext(why), [
    "No next run: the feed is suspended until it is retried or its URL is changed.",
  ]);
});

test("the reason survives its way through JSON", () => {
  const { why } = plan(feedWith({}), failed("rate-limited", { httpStatus: 429, retryAfterAt: inMinutes(10_000) }));
  const stored = JSON.parse(JSON.stringify(why)) as WhyNext;
  assert.deepEqual(stored, why);
  assert.match(String(describeWhyNext(stored)[0]), /Retry-After/);
});

test("a learned interval says in one sentence when the feed publishes, in every language", () => {
  const why: WhyNext = {
    from: "2026-04-15T12:00:00.000Z",
    at: "2026-04-15T13:00:00.000Z",
    winner: "learned-interval",
    candidates: [],
    shifts: [],
    habit: { perWeek: 35, days: "weekdays", hours: { from: 6, until: 11 }, recent: 3 },
  };
  const rare: WhyNext = { ...why, habit: { perWeek: 0.4, days: null, hours: null, recent: 0 } };
  const said = (words: WhyNextWords) => [why, rare].map((one) => describeWhyNext(one, words)[1]);
  assert.deepEqual(said(whyNextInEnglish), [
    "The feed usually publishes about 5 items a day, on weekdays, mostly from 06:00 UTC to 11:00 UTC; 3 items in the last four hours.",
    "The feed usually publishes less than one item a week.",
  ]);
  assert.deepEqual(said(german.engine.whyNext), [
    "Der Feed veröffentlicht gewöhnlich etwa 5 Einträge am Tag, an Werktagen, meist von 06:00 UTC bis 11:00 UTC; in den letzten vier Stunden 3 Einträge.",
    "Der Feed veröffentlicht gewöhnlich weniger als einen Eintrag in der Woche.",
  ]);
  assert.deepEqual(said(polish.engine.whyNext), [
    "Kanał publikuje zwykle około 5 wpisów dziennie, w dni robocze, najczęściej od 06:00 UTC do 11:00 UTC; w ostatnich czterech godzinach: 3.",
    "Kanał publikuje zwykle mniej niż jeden wpis tygodniowo.",
  ]);
});

test("a habit is named once there is enough to tell it from chance", () => {
  const until = new Date("2026-04-17T12:00:00Z");
  const mornings = Array.from({ length: 60 }, (_, day) => new Date(until.getTime() - day * 86_400_000))
    .filter((at) => at.getUTCDay() % 6 !== 0)
    .map((at) => new Date(at.toISOString().slice(0, 10) + "T07:30:00Z"));
  const habitAfter = (dates: Date[]) => {
    const pace = learnPace(null, { dates, isWhole: true }, until);
    assert.ok(pace);
    return habitOf(pace);
  };
  const { days, hours, recent } = habitAfter(mornings);
  assert.deepEqual([days, hours, recent], ["weekdays", { from: 7, until: 8 }, 0]);
  const few = habitAfter(mornings.slice(0, 10));
  assert.deepEqual([few.days, few.hours], [null, null]);
});
