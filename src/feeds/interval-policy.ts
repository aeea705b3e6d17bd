import type { FetchedOutcome } from "./fetch-outcome.ts";
import type { FeedFetchState, FetchLimits, FetchMemory } from "./fetch-state.ts";
import type { ServerWishes } from "./server-wishes.ts";
import type { CandidateRule } from "./why-next.ts";

export type Interval = { rule: CandidateRule; minutes: number };

const minuteMs = 60_000;

// The feed's own interval after a success: adaptive by ×0.75 and ×1.25 up to a ceiling, or fixed.
export function nextInterval(state: FeedFetchState, outcome: FetchedOutcome, limits: FetchLimits): Interval {
  if (!state.adaptive) return { rule: "fixed-interval", minutes: state.memory.intervalMinutes };

  const minutes = state.memory.intervalMinutes * adaptiveFactor(state.memory, outcome, limits);
  return minutes > limits.intervalMinutesMax
    ? { rule: "ceiling", minutes: limits.intervalMinutesMax }
    : { rule: "adaptive-interval", minutes };
}

// No interval is shorter than these. Only a positive freshness below the usual interval is the server's leave to come
// more often (C7); a ttl or sy:updatePeriod is none: WordPress writes "hourly" into every feed.
export function leastIntervals({ freshnessSeconds }: ServerWishes, limits: FetchLimits): Interval[] {
  const freshnessMs = (freshnessSeconds ?? 0) * 1000;
  const floor: Interval = { rule: "floor", minutes: limits.intervalMinutesMin };
  const usual: Interval = { rule: "success-interval", minutes: limits.successIntervalMs / minuteMs };
  return freshnessMs > 0 && freshnessMs < limits.successIntervalMs ? [floor] : [floor, usual];
}

export function longestMinutes(intervals: Interval[]): number {
  return Math.max(...intervals.map(({ minutes }) => minutes));
}

function adaptiveFactor(memory: FetchMemory, outcome: FetchedOutcome, limits: FetchLimits): number {
  // The first document is neither changed nor unchanged: the interval starts as it was set (C7).
  if (memory.lastSuccessAt === null) return 1;
  return outcome.via === "parsed" && outcome.changed ? limits.decreaseFactor : limits.increaseFactor;
}
