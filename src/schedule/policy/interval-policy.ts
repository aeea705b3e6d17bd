import { minuteMs } from "../../time.ts";
import type {
  FeedFetchState,
  FetchedOutcome,
  FetchLimits,
  FetchMemory,
  ReadersInterval,
  ServerHints,
} from "./fetch-state.ts";
import type { CandidateRule } from "./why-next.ts";

export type Interval = { rule: CandidateRule; minutes: number };

// The interval after a success: fixed, or adaptive by ×0.75 and ×1.25 up to a ceiling, or as the readers want it.
export function nextInterval(state: FeedFetchState, outcome: FetchedOutcome, limits: FetchLimits): Interval {
  return asReadersWant(state, ownInterval(state, limits, adaptiveFactor(state.memory, outcome, limits)));
}

/** How long the feed waits between two successes as things stand. */
export function currentInterval(state: FeedFetchState, limits: FetchLimits): Interval {
  return asReadersWant(state, ownInterval(state, limits, 1));
}

function ownInterval(state: FeedFetchState, limits: FetchLimits, factor: number): Interval {
  const start = startingInterval(state, limits);
  if (!state.adaptive) return start;
  const minutes = (state.memory.intervalMinutes ?? start.minutes) * factor;
  return minutes > limits.intervalMinutesMax
    ? { rule: "ceiling", minutes: limits.intervalMinutesMax }
    : { rule: "adaptive-interval", minutes };
}

// Feeds are shared: who wants one more often does not take it away from others, and who wants it less often gets that only
// if nobody else reads it as it comes.
function asReadersWant(state: FeedFetchState, own: Interval): Interval {
  const readers = readersWish(state);
  if (readers === null || (!readers.isForAll && own.minutes <= readers.minutes)) return own;
  return { rule: "readers-interval", minutes: readers.minutes };
}

/** What the operator fixed comes first. */
function readersWish({ adaptive, ownIntervalMinutes, readersInterval }: FeedFetchState): ReadersInterval | null {
  return !adaptive && ownIntervalMinutes !== null ? null : readersInterval;
}

/** What somebody set for the feed, else what is usual on this server. Where an adaptive interval starts, too. */
function startingInterval({ ownIntervalMinutes }: FeedFetchState, limits: FetchLimits): Interval {
  return ownIntervalMinutes === null ? usualInterval(limits) : { rule: "fixed-interval", minutes: ownIntervalMinutes };
}

function usualInterval({ successIntervalMs }: FetchLimits): Interval {
  return { rule: "success-interval", minutes: successIntervalMs / minuteMs };
}

// No interval is shorter than these. If nobody set one for the feed, only a positive freshness below the usual interval
// allows us to come more often. A ttl or sy:updatePeriod doesn't, because WordPress writes "hourly" into every feed.
export function leastIntervals(state: FeedFetchState, hints: ServerHints, limits: FetchLimits): Interval[] {
  const freshnessMs = (hints.freshnessSeconds ?? 0) * 1000;
  const isGranted = freshnessMs > 0 && freshnessMs < limits.successIntervalMs;
  const floor: Interval = { rule: "floor", minutes: limits.intervalMinutesMin };
  if (isGranted || state.ownIntervalMinutes !== null) return [floor];
  const usual = usualInterval(limits);
  const readers = readersWish(state);
  return [floor, readers === null ? usual : asShortAs(usual, readers)];
}

function asShortAs(usual: Interval, { minutes }: ReadersInterval): Interval {
  return minutes < usual.minutes ? { rule: "readers-interval", minutes } : usual;
}

export function longestMinutes(intervals: Interval[]): number {
  return Math.max(...intervals.map(({ minutes }) => minutes));
}

function adaptiveFactor(memory: FetchMemory, outcome: FetchedOutcome, limits: FetchLimits): number {
  // The first document is neither changed nor unchanged: the interval starts as it was set.
  if (memory.lastSuccessAt === null) return 1;
  return outcome.via === "parsed" && outcome.changed ? limits.decreaseFactor : limits.increaseFactor;
}
