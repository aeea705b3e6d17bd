import type { DocumentHints } from "../../src/schedule/policy/fetch-state.ts";
import type { Period } from "./run-policy.ts";
import type { Publisher } from "./publisher.ts";
import { dayMs, hourMs } from "./publisher.ts";

export type Kind = {
  kind: string;
  feeds: number;
  what: string;
  /** Items per hour at a given time; times of day are in UTC. */
  ratePerHour: (at: Date) => number;
  cacheControl?: string;
  hints?: Partial<DocumentHints>;
  overloadDays?: [from: number, until: number];
};

const nightHours = [15, 16, 17, 18, 19, 20, 21, 22];
const weekend = [0, 6];

/**
 * A hundred feeds, typical for one person or a small newsroom: a few publish many times an hour, most a few times a month
 * (github.com/miniflux/v2/issues/643 describes this long tail).
 */
export const syntheticKinds: Kind[] = [
  {
    kind: "newsroom",
    feeds: 10,
    what: "100 items a day, more by day than by night; `Cache-Control: max-age=300`",
    ratePerHour: (at) => dayAndNight(at, 100),
    cacheControl: "public, max-age=300",
  },
  {
    kind: "newsroom, no hints",
    feeds: 3,
    what: "the same with 50 items a day, and its server sends no hints",
    ratePerHour: (at) => dayAndNight(at, 50),
  },
  {
    kind: "daily blog",
    feeds: 15,
    what: "one item a day, WordPress: `sy:updatePeriod` hourly",
    ratePerHour: () => 1 / 24,
    hints: { updatePeriodSeconds: 3600 },
  },
  { kind: "weekly blog", feeds: 30, what: "one item a week", ratePerHour: () => 1 / (7 * 24) },
  { kind: "dead feed", feeds: 20, what: "answers, but never publishes again", ratePerHour: () => 0 },
  {
    kind: "bursty",
    feeds: 6,
    what: "silent for ten days, then twenty items within four hours",
    ratePerHour: (at) => ((at.getTime() / hourMs) % 240 < 4 ? 5 : 0),
  },
  {
    kind: "time-zoned",
    feeds: 8,
    what: "office hours in Tokyo, two items an hour; `ttl` 60, `skipHours` for the night, `skipDays` for the weekend",
    ratePerHour: (at) => (at.getUTCHours() < 9 && !weekend.includes(at.getUTCDay()) ? 2 : 0),
    hints: { ttlMinutes: 60, skipHours: nightHours, skipDays: weekend },
  },
  {
    kind: "careful host",
    feeds: 4,
    what: "an item every other day; `Cache-Control: max-age=43200`",
    ratePerHour: () => 1 / 48,
    cacheControl: "max-age=43200",
  },
  {
    kind: "overloaded",
    feeds: 4,
    what: "three items a day; for two days every request gets 429 with `Retry-After`",
    ratePerHour: () => 1 / 8,
    overloadDays: [10, 12],
  },
];

// So that there is a history on the first day, and new items after the last.
const marginMs = 15 * dayMs;
const stepMs = hourMs / 12;

export function syntheticPublishers(period: Period, random: () => number): Publisher[] {
  return syntheticKinds.flatMap((kind) => publishersOf(kind, period, random));
}

export function publishersOf(kind: Kind, { fromMs, untilMs }: Period, random: () => number): Publisher[] {
  return Array.from({ length: kind.feeds }, () => ({
    kind: kind.kind,
    publishedAtMs: history(kind.ratePerHour, fromMs - marginMs, untilMs + marginMs, random),
    cacheControl: kind.cacheControl ?? null,
    hints: { ttlMinutes: null, updatePeriodSeconds: null, skipHours: [], skipDays: [], ...kind.hints },
    overload: overloadOf(kind, fromMs),
  }));
}

// A Poisson process with a changing rate, in steps of five minutes.
function history(ratePerHour: Kind["ratePerHour"], fromMs: number, untilMs: number, random: () => number): number[] {
  const published: number[] = [];
  for (let at = fromMs; at < untilMs; at += stepMs) {
    const expected = (ratePerHour(new Date(at)) * stepMs) / hourMs;
    // The moment within the five minutes is random too: readers that fetch on the hour must not meet publishers that publish then.
    for (let chance = expected; chance > 0; chance -= 1)
      if (random() < chance) published.push(at + Math.floor(random() * stepMs));
  }
  return published.toSorted((a, b) => a - b);
}

function dayAndNight(at: Date, perDay: number): number {
  return (perDay / 24) * (1 + 0.8 * Math.sin(((at.getUTCHours() - 7) / 24) * 2 * Math.PI));
}

function overloadOf({ overloadDays }: Kind, fromMs: number): Publisher["overload"] {
  if (overloadDays === undefined) return null;
  const [from, until] = overloadDays;
  return { fromMs: fromMs + from * dayMs, untilMs: fromMs + until * dayMs };
}
