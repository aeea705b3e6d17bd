import type { Habit } from "./publishing-habit.ts";
import { describeInstant, describeWait } from "../../time.ts";

// Why a feed runs next when it does: feed_schedules.why_next. The rule names are stored, so a renamed one needs a
// migration. Sentences are made when somebody looks, which keeps the column at a few hundred bytes.
export type WhyNext =
  | {
      from: string;
      at: string;
      winner: CandidateRule;
      candidates: Timed<CandidateRule>[];
      shifts: Timed<ShiftRule>[];
      /** Where the interval was learned. */
      habit?: Habit;
    }
  | { from: string; at: null; winner: HaltRule };

type Timed<Rule> = { rule: Rule; at: string };

export type CandidateRule = keyof typeof candidateSentences;
export type ShiftRule = keyof typeof shiftSentences;
export type HaltRule = keyof typeof haltSentences;

/** The sentences of one language. `at` is a time, `wait` how long that is from the last fetch. */
export type WhyNextWords = {
  candidates: Record<CandidateRule, string>;
  shifts: Record<ShiftRule, string>;
  halts: Record<HaltRule, string>;
  halted: (why: string) => string;
  verdict: (at: string, why: string) => string;
  notBefore: (at: string, wait: string, why: string) => string;
  moved: (at: string, why: string) => string;
  /** `clock` writes a full hour of UTC as the reader's clock shows it. */
  habit: (habit: Habit, clock: (hour: number) => string) => string;
};

const candidateSentences = {
  "adaptive-interval": "the adaptive interval, from how often the feed changes",
  "learned-interval": "the interval learned from when the feed publishes",
  "fixed-interval": "the feed's fixed interval",
  "readers-interval": "the interval that its readers chose",
  "nobody-reads": "once a day, as nobody reads the feed and its clean feed was not asked for in 30 days",
  push: "once a day, as a hub tells us of new items",
  "host-budget": "its host's requests of the day, spread over the day",
  ceiling: "the longest adaptive interval",
  floor: "the shortest interval there is",
  "success-interval": "the usual interval; only the server's own word makes it shorter",
  freshness: "the server's Cache-Control or Expires",
  ttl: "the feed's ttl",
  "update-period": "the feed's sy:updatePeriod",
  backoff: "the longer wait after failures in a row",
  circuit: "the pause after the same failure again and again",
  "retry-after": "the server's Retry-After",
  "unexplained-refusal": "four times the interval, as the server refused and named no time",
  probe: "a late probe of a feed that worked before",
  "host-busy": "another try, as a redirect led to a busy host",
  stopping: "another try, as the fetcher was being stopped",
  "not-saved": "another try, as the result could not be saved",
  "validators-refused": "another try without validators, as the server refused them (HTTP 412)",
};

const shiftSentences = {
  jitter: "a random delay, so that feeds do not run in step",
  "skip-times": "the feed's skipHours and skipDays",
};

const haltSentences = {
  "polling-off": "polling is off for this feed",
  suspended: "the feed is suspended until it is retried or its URL is changed",
  "one-strike": "the feed is set to stop at its first failure",
};

export const whyNextInEnglish: WhyNextWords = {
  candidates: candidateSentences,
  shifts: shiftSentences,
  halts: haltSentences,
  halted: (why) => `No next run: ${why}.`,
  verdict: (at, why) => `Next run ${at}, decided by ${why}.`,
  notBefore: (at, wait, why) => `Not before ${at} (${wait}): ${why}.`,
  moved: (at, why) => `Then moved to ${at}: ${why}.`,
  habit: ({ perWeek, days, hours, recent }, clock) =>
    [
      "The feed usually publishes",
      sayRate(perWeek, {
        daily: (items) => ` about ${items} items a day`,
        weekly: (items) => ` about ${items === 1 ? "one item" : `${items} items`} a week`,
        rarely: " less than one item a week",
      }),
      days === null ? "" : { weekdays: ", on weekdays", weekends: ", at weekends" }[days],
      hours === null ? "" : `, mostly from ${clock(hours.from)} to ${clock(hours.until)}`,
      recent === 0 ? "" : `; ${recent === 1 ? "one item" : `${recent} items`} in the last four hours`,
      ".",
    ].join(""),
};

/** How often, in a unit that people use: more than two a day, or about so many a week. */
export function sayRate<Said>(
  perWeek: number,
  say: { daily: (items: number) => Said; weekly: (items: number) => Said; rarely: Said },
): Said {
  if (perWeek >= 14) return say.daily(Math.round(perWeek / 7));
  return perWeek < 0.75 ? say.rarely : say.weekly(Math.round(perWeek));
}

function clockInUtc(hour: number): string {
  return `${String(hour).padStart(2, "0")}:00 UTC`;
}

/** How a reader's clock writes times; without it, in UTC. */
export type Clock = { time: (isoTime: string) => string; hour: (hour: number) => string };
const utc: Clock = { time: describeInstant, hour: clockInUtc };

export function describeWhyNext(why: WhyNext, words: WhyNextWords = whyNextInEnglish, clock: Clock = utc): string[] {
  if (why.at === null) return [words.halted(words.halts[why.winner])];

  const verdict = words.verdict(clock.time(why.at), words.candidates[why.winner]);
  const bounds = why.candidates.map(({ rule, at }) =>
    words.notBefore(clock.time(at), waitBetween(why.from, at), words.candidates[rule]),
  );
  const shifts = why.shifts.map(({ rule, at }) => words.moved(clock.time(at), words.shifts[rule]));
  return [verdict, ...(why.habit === undefined ? [] : [words.habit(why.habit, clock.hour)]), ...bounds, ...shifts];
}

function waitBetween(from: string, to: string): string {
  return describeWait(Date.parse(to) - Date.parse(from));
}
