import type { Period } from "./run-policy.ts";
import type { Publisher } from "./publisher.ts";
import { dayMs, hourMs, minuteMs } from "./publisher.ts";
import { type Kind, publishersOf } from "./synthetic-publishers.ts";

const clockByMs = -2 * hourMs;
const clockDays = { from: 8, until: 12 };
const outageDays = { from: 14, until: 15.5 };

/** Kinds that test one thing each. They are not part of the hundred feeds. */
export const difficultKinds: Kind[] = [
  {
    kind: "weekday mornings",
    feeds: 10,
    what: "two items an hour from 5 to 9 UTC, from Monday to Friday; its server sends no hints",
    ratePerHour: (at) => (isWeekday(at) && at.getUTCHours() >= 5 && at.getUTCHours() < 9 ? 2 : 0),
  },
  {
    kind: "Sunday paper",
    feeds: 5,
    what: "ten items on Sunday from 6 to 8 UTC, none on other days",
    ratePerHour: (at) => (at.getUTCDay() === 0 && at.getUTCHours() >= 6 && at.getUTCHours() < 8 ? 5 : 0),
  },
  {
    kind: "summer time",
    feeds: 6,
    what: "two items an hour at 7, at 12 and at 18 o'clock in Berlin, where summer time begins on day 28",
    ratePerHour: (at) => ([7, 12, 18].includes(berlinHour(at)) ? 2 : 0),
  },
  {
    kind: "false dates",
    feeds: 14,
    what: "two items a day; two feeds each write no date, the same date on all, 1970, 2099, nine hours too much, only the day, or a date that moves to the newest item's",
    ratePerHour: () => 1 / 12,
  },
  {
    kind: "our clock is wrong",
    feeds: 6,
    what: "three items a day; from day 8 to day 12 our own clock is two hours behind",
    ratePerHour: () => 1 / 8,
  },
  {
    kind: "we are down",
    feeds: 6,
    what: "ten items a day; we fetch nothing for 36 hours from day 14 on",
    ratePerHour: () => 10 / 24,
  },
];

export function difficultPublishers(period: Period, random: () => number): Publisher[] {
  return difficultKinds.flatMap((kind) =>
    publishersOf(kind, period, random).map((publisher, index) => ({
      ...publisher,
      ...(kind.kind === "false dates" ? { statedAtMs: falseDates(publisher.publishedAtMs, index) } : {}),
      ...(kind.kind === "our clock is wrong" ? { wrongClock: { ...daysOf(period, clockDays), byMs: clockByMs } } : {}),
      ...(kind.kind === "we are down" ? { outage: daysOf(period, outageDays) } : {}),
    })),
  );
}

const farFuture = Date.parse("2099-01-01T00:00:00Z");
const lies: ((atMs: number, all: number[]) => number | null)[] = [
  () => null,
  (_, all) => all[0] ?? 0,
  () => 0,
  () => farFuture,
  (at) => at + 9 * hourMs,
  (at) => Math.floor(at / dayMs) * dayMs,
  // As the next item comes, everything is dated like it.
  (at, all) => all.find((other) => other > at) ?? at,
];

function falseDates(publishedAtMs: number[], index: number): (number | null)[] {
  const lie = lies[index % lies.length];
  return publishedAtMs.map((at) => (lie === undefined ? at : lie(at, publishedAtMs)));
}

function daysOf({ fromMs }: Period, { from, until }: { from: number; until: number }) {
  return { fromMs: fromMs + from * dayMs, untilMs: fromMs + until * dayMs };
}

function isWeekday(at: Date): boolean {
  return at.getUTCDay() >= 1 && at.getUTCDay() <= 5;
}

// Summer time of 2026.
const summerFromMs = Date.parse("2026-03-29T01:00:00Z");

function berlinHour(at: Date): number {
  const offsetMs = (at.getTime() >= summerFromMs ? 120 : 60) * minuteMs;
  return new Date(at.getTime() + offsetMs).getUTCHours();
}
