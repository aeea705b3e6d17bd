import {
  type DocumentHints,
  type FailedOutcome,
  type FeedFetchState,
  type FetchedOutcome,
  type FetchLimits,
  type FetchMemory,
  type FetchOutcome,
  type FetchPlan,
  neverFetched,
  newFeedState,
  noHints,
} from "../../src/schedule/policy/fetch-state.ts";
import { nothingPublished, type Published } from "../../src/schedule/policy/pace.ts";
import { planNextFetch } from "../../src/schedule/policy/fetch-policy.ts";

// A Wednesday.
export const now = new Date("2026-04-15T12:00:00Z");

/** By the factors of requirement INT-8, as these examples count. */
export const limits: FetchLimits = {
  adaptive: "factors",
  waitingMinutes: 9,
  successIntervalMs: 3_600_000,
  intervalMinutesMin: 5,
  intervalMinutesMax: 1440,
  increaseFactor: 1.25,
  decreaseFactor: 0.75,
  jitterPercent: 10,
  probeSuspended: true,
  failurePolicy: "backoff",
};

export const workedBefore: FetchMemory = {
  ...neverFetched,
  intervalMinutes: 60,
  lastSuccessAt: new Date("2026-04-14T12:00:00Z"),
};

export function feedWith(memory: Partial<FetchMemory>, settings: Partial<FeedFetchState> = {}): FeedFetchState {
  return { ...newFeedState, memory: { ...workedBefore, ...memory }, ...settings };
}

type Said = Partial<DocumentHints> & { freshnessSeconds?: number; published?: Published };

export function parsed(changed: boolean, said: Said = {}) {
  const { freshnessSeconds = null, published = nothingPublished, ...hints } = said;
  const { freshnessSeconds: _, ...documentHints } = noHints;
  const outcome: FetchedOutcome = {
    kind: "fetched",
    via: "parsed",
    changed,
    published,
    freshnessSeconds,
    hints: { ...documentHints, ...hints },
  };
  return outcome;
}

export function notModified(freshnessSeconds: number | null = null): FetchedOutcome {
  return { kind: "fetched", via: "not-modified", freshnessSeconds };
}

export function failed(failure: FailedOutcome["failure"], more: Partial<FailedOutcome> = {}): FailedOutcome {
  return { kind: "failed", failure, httpStatus: null, message: "It failed", retryAfterAt: null, ...more };
}

export function plan(state: FeedFetchState, outcome: FetchOutcome, more: PlanOptions = {}): FetchPlan {
  return planNextFetch({ state, outcome, limits, now, random: () => 0, ...more });
}

type PlanOptions = { limits?: FetchLimits; now?: Date; random?: () => number; hostBudgetUntil?: Date };

export function afterPlan(state: FeedFetchState, { memory }: FetchPlan): FeedFetchState {
  return { ...state, memory };
}

export function minutesFrom(start: Date, end: Date | null): number | null {
  return end === null ? null : (end.getTime() - start.getTime()) / 60_000;
}

export function inMinutes(minutes: number): Date {
  return new Date(now.getTime() + minutes * 60_000);
}
