import { minuteMs } from "../../time.ts";
import type { FeedFetchState, FetchedOutcome, FetchLimits, FetchMemory, ServerHints } from "./fetch-state.ts";
import type { CandidateRule } from "./why-next.ts";

export type Interval = { rule: CandidateRule; minutes: number };

// The interval after a success: fixed, or adaptive by ×0.75 and ×1.25 up to a ceiling.
export function nextInterval(state: FeedFetchState, outcome: FetchedOutcome, limits: FetchLimits): Interval {
  if (!state.adaptive) return startingInterval(state, limits);

  const minutes = currentMinutes(state, limits) * adaptiveFactor(state.memory, outcome, limits);
  return minutes > limits.intervalMinutesMax
    ? { rule: "ceiling", minutes: limits.intervalMinutesMax }
    : { rule: "adaptive-interval", minutes };
}

/** How long the feed waits between two successes as things stand. */
export function currentMinutes(state: FeedFetchState, limits: FetchLimits): number {
  const moved = state.adaptive ? state.memory.intervalMinutes : null;
  return moved ?? startingInterval(state, limits).minutes;
}

/** What somebody set for the feed, else what is usual on this server. Where an adaptive interval starts, too. */
function startingInterval({ ownIntervalMinutes }: FeedFetchState, limits: FetchLimits): Interval {
  return ownIntervalMinutes === null ? usualInterval(limits) : { rule: "fixed-interval", minutes: ownIntervalMinutes };
}

function usualInterval({ successIntervalMs }: FetchLimits): Interval {
  return { rule: "success-interval", minutes: successIntervalMs / minuteMs };
}

// No interval is shorter than these. If the feed has no interval of its own, only a positive freshness below the usual
// interval allows us to come more often. A ttl or sy:updatePeriod doesn't, because WordPress writes "hourly" into every feed.
export function leastIntervals(state: FeedFetchState, hints: ServerHints, limits: FetchLimits): Interval[] {
  const freshnessMs = (hints.freshnessSeconds ?? 0) * 1000;
  const isGranted = freshnessMs > 0 && freshnessMs < limits.successIntervalMs;
  const floor: Interval = { rule: "floor", minutes: limits.intervalMinutesMin };
  return isGranted || state.ownIntervalMinutes !== null ? [floor] : [floor, usualInterval(limits)];
}

export function longestMinutes(intervals: Interval[]): number {
  return Math.max(...intervals.map(({ minutes }) => minutes));
}

function adaptiveFactor(memory: FetchMemory, outcome: FetchedOutcome, limits: FetchLimits): number {
  // The first document is neither changed nor unchanged: the interval starts as it was set.
  if (memory.lastSuccessAt === null) return 1;
  return outcome.via === "parsed" && outcome.changed ? limits.decreaseFactor : limits.increaseFactor;
}
