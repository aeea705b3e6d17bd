import { dayMs, minuteMs } from "../../time.ts";
import type {
  FeedFetchState,
  FetchedOutcome,
  FetchLimits,
  FetchMemory,
  ReadersInterval,
  ServerHints,
} from "./fetch-state.ts";
import { learnedMinutes } from "./learned-interval.ts";
import { knowsNothing, type Pace } from "./pace.ts";
import type { CandidateRule } from "./why-next.ts";

export type Interval = { rule: CandidateRule; minutes: number };

/** The interval after a success: fixed, or adaptive up to a ceiling, or as the readers want it. `pace` knows of that success. */
export function nextInterval(
  state: FeedFetchState,
  outcome: FetchedOutcome,
  pace: Pace | null,
  limits: FetchLimits,
): Interval {
  return asReadersWant(state, ownInterval(state, limits, adaptiveMinutes(state, outcome, pace, limits)));
}

/** How long the feed waits between two successes as things stand. */
export function currentInterval(state: FeedFetchState, limits: FetchLimits): Interval {
  return asReadersWant(state, ownInterval(state, limits, lastMinutes(state, limits)));
}

function ownInterval(state: FeedFetchState, limits: FetchLimits, minutes: number): Interval {
  if (!state.adaptive) return startingInterval(state, limits);
  if (minutes > limits.intervalMinutesMax) return { rule: "ceiling", minutes: limits.intervalMinutesMax };
  return { rule: limits.adaptive === "learned" ? "learned-interval" : "adaptive-interval", minutes };
}

function adaptiveMinutes(
  state: FeedFetchState,
  outcome: FetchedOutcome,
  pace: Pace | null,
  limits: FetchLimits,
): number {
  const last = lastMinutes(state, limits);
  // A feed whose document has not changed since an upgrade goes on by the factors.
  if (limits.adaptive === "factors" || pace === null) return last * adaptiveFactor(state.memory, outcome, limits);
  const isStart = state.memory.intervalMinutes === null && (state.ownIntervalMinutes !== null || knowsNothing(pace));
  return isStart ? last : learnedMinutes(pace, limits.intervalMinutesMax, limits.waitingMinutes / weightOf(state));
}

// Twice as many people wait for each item. Bounded, so that a popular feed is asked four times as often at most.
const weightMax = 16;

function weightOf({ readers }: FeedFetchState): number {
  return Math.min(Math.max(readers, 1), weightMax);
}

function lastMinutes(state: FeedFetchState, limits: FetchLimits): number {
  return state.memory.intervalMinutes ?? startingInterval(state, limits).minutes;
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

/**
 * What makes a feed wait for a day, whatever its interval is; its adaptive interval does not learn from that. Not if the operator
 * fixed an interval. By the factors a feed that nobody reads is fetched like any other.
 */
export function restIntervals(state: FeedFetchState, limits: FetchLimits, now: Date): Interval[] {
  if (!state.adaptive && state.ownIntervalMinutes !== null) return [];
  const rests: Interval[] = [];
  if (state.isUnread && limits.adaptive === "learned") rests.push({ rule: "nobody-reads", minutes: dayMinutes });
  // When the hub's promise ends, we ask again ourselves.
  const pushedMinutes = state.pushUntil === null ? 0 : (state.pushUntil.getTime() - now.getTime()) / minuteMs;
  if (pushedMinutes > 0) rests.push({ rule: "push", minutes: Math.min(pushedMinutes, dayMinutes) });
  return rests;
}

const dayMinutes = dayMs / minuteMs;

export function longestMinutes(intervals: Interval[]): number {
  return Math.max(...intervals.map(({ minutes }) => minutes));
}

// By 0.75 when something changed, and by 1.25 when not.
function adaptiveFactor(memory: FetchMemory, outcome: FetchedOutcome, limits: FetchLimits): number {
  // The first document is neither changed nor unchanged: the interval starts as it was set.
  if (memory.lastSuccessAt === null) return 1;
  return outcome.via === "parsed" && outcome.changed ? limits.decreaseFactor : limits.increaseFactor;
}
