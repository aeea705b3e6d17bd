import { type Candidate, chooseNextRun, noNextRun } from "./choose-next-run.ts";
import {
  type Circumstances,
  type DeferredOutcome,
  type FailedOutcome,
  failureRules,
  type FeedFetchState,
  type FetchedOutcome,
  type FetchMemory,
  type FetchPlan,
  neverFetched,
  type NextRun,
  type PlanRequest,
  type ServerHints,
} from "./fetch-state.ts";
import {
  currentInterval,
  type Interval,
  leastIntervals,
  longestMinutes,
  nextInterval,
  restIntervals,
} from "./interval-policy.ts";
import { learnPace, nothingPublished, type Pace } from "./pace.ts";
import { habitOf } from "./publishing-habit.ts";
import type { HaltRule } from "./why-next.ts";
import { dayMs, later, latest, minuteMs } from "../../time.ts";

const deferralMs = 60_000;

export function planNextFetch(request: PlanRequest): FetchPlan {
  const { outcome } = request;
  if (outcome.kind === "fetched") return planAfterSuccess({ ...request, outcome });
  if (outcome.kind === "failed") return planAfterFailure({ ...request, outcome });
  return planAfterDeferral({ ...request, outcome });
}

// Whether the feed polls or not: the work that was asked for is still to be done.
function planAfterDeferral(request: PlanRequest<DeferredOutcome>): FetchPlan {
  const { memory } = request.state;
  const { reason: rule, until = null } = request.outcome;
  return {
    ...chooseNextRun([{ rule, at: latest(later(request.now, deferralMs), until) }], memory, request),
    status: null,
    error: null,
    suspended: false,
    isRefused: false,
    hostBlockedUntil: null,
    memory,
  };
}

// A success forgives at once: nothing of earlier failures is kept.
function planAfterSuccess(request: PlanRequest<FetchedOutcome>): FetchPlan {
  const { state, outcome, limits, now } = request;
  const hints = hintsAfter(outcome, state.memory.hints);
  const pace = learnPace(state.memory.pace, outcome.via === "parsed" ? outcome.published : nothingPublished, now);
  const interval = nextInterval(state, outcome, pace, limits);
  const intervals = [interval, ...leastIntervals(state, hints, limits)];
  const candidates = candidatesOf([...intervals, ...restIntervals(state, limits, now)], now);

  const memory: FetchMemory = {
    ...neverFetched,
    intervalMinutes: rememberedMinutes(state, interval, intervals),
    lastSuccessAt: now,
    hints,
    pace,
  };
  return {
    ...(state.polling
      ? withHabit(chooseNextRun(candidates, memory, request), interval, pace)
      : noNextRun("polling-off", now)),
    status: "success",
    error: null,
    suspended: false,
    isRefused: false,
    hostBlockedUntil: null,
    memory,
  };
}

function candidatesOf(intervals: Interval[], from: Date): Candidate[] {
  return intervals.map(({ rule, minutes }) => ({ rule, at: later(from, minutes * minuteMs) }));
}

function withHabit(next: NextRun, { rule }: Interval, pace: Pace | null): NextRun {
  if (rule !== "learned-interval" || pace === null || pace.items === 0 || next.why.at === null) return next;
  return { ...next, why: { ...next.why, habit: habitOf(pace) } };
}

/** An adaptive interval does not move while the readers decide: it tells nothing about how often the feed changes. */
function rememberedMinutes({ adaptive, memory }: FeedFetchState, { rule }: Interval, all: Interval[]): number | null {
  if (!adaptive) return null;
  // The bounds hold for what is remembered too: from far below them an interval would need days to grow again.
  return rule === "readers-interval" ? memory.intervalMinutes : longestMinutes(all);
}

/**
 * A feed that waits after a success, and whose interval has changed: when it is due now. Null: it waits for something else,
 * or for nothing.
 */
export function replanFetch({ state, limits, random }: Omit<Circumstances, "now"> & { state: FeedFetchState }) {
  const { memory, polling } = state;
  const { lastSuccessAt: now, hints } = memory;
  if (now === null || !polling || memory.retryCount > 0) return null;
  const least = leastIntervals(state, hints, limits);
  const intervals = [currentInterval(state, limits), ...least, ...restIntervals(state, limits, now)];
  return chooseNextRun(candidatesOf(intervals, now), memory, { limits, now, random });
}

function hintsAfter(outcome: FetchedOutcome, stored: ServerHints): ServerHints {
  const { freshnessSeconds } = outcome;
  if (outcome.via === "parsed") return { ...outcome.hints, freshnessSeconds };
  if (outcome.via === "same-body") return { ...stored, freshnessSeconds };
  // A header that a 304 leaves out keeps its stored value (RFC 9111 §3.2).
  return { ...stored, freshnessSeconds: freshnessSeconds ?? stored.freshnessSeconds };
}

// By failures in a row, the last step for all that follow: a short outage costs minutes, a dead server one request a day.
const backoffMinutes = [5, 15, 60, 360, 1440];
// By probes in a row, each wait counted from the failure before it. A feed that has worked before may come back, and its
// readers would miss it.
const probeDays = [1, 3, 7];
// A refusal that names no time.
const unexplainedFactor = 4;
// For how long such a refusal keeps other feeds from the host: the first step of the backoff.
const hostBlockMinutes = 5;

function planAfterFailure(request: PlanRequest<FailedOutcome>): FetchPlan {
  const { state, outcome, now } = request;
  const { status } = failureRules[outcome.failure];
  const halt = findHalt(request);
  const isProbed = halt === null && status !== "temporary_error";
  const memory = { ...rememberFailure(request), probes: state.memory.probes + (isProbed ? 1 : 0) };

  return {
    ...(halt === null ? chooseNextRun(retryTimes(memory, request), memory, request) : noNextRun(halt, now)),
    status,
    error: outcome.message,
    suspended: halt === "suspended" || halt === "one-strike",
    isRefused: isThrottled(outcome),
    hostBlockedUntil: isThrottled(outcome) ? (outcome.retryAfterAt ?? later(now, hostBlockMinutes * minuteMs)) : null,
    memory,
  };
}

function findHalt({ state, outcome, limits }: PlanRequest<FailedOutcome>): HaltRule | null {
  const rule = failureRules[outcome.failure];
  const { polling, memory } = state;

  if ((state.failurePolicy ?? limits.failurePolicy) === "one_strike") return "one-strike";
  if (rule.status === "temporary_error") return polling ? null : "polling-off";
  const hasProbeLeft = limits.probeSuspended && memory.lastSuccessAt !== null && memory.probes < probeDays.length;
  return polling && rule.probed && hasProbeLeft ? null : "suspended";
}

function rememberFailure({ state, outcome, now }: PlanRequest<FailedOutcome>): FetchMemory {
  const { memory } = state;
  const rule = failureRules[outcome.failure];
  const classFailures = memory.failureClass === outcome.failure ? memory.classFailures + 1 : 1;
  const isOpen = rule.status === "temporary_error" && classFailures >= rule.attemptsMax;

  return {
    ...memory,
    retryCount: memory.retryCount + 1,
    failureClass: outcome.failure,
    classFailures,
    circuitOpenedAt: isOpen ? (memory.circuitOpenedAt ?? now) : null,
    circuitUntil: isOpen ? later(now, rule.circuitMinutes * minuteMs) : null,
    notBefore: latest(memory.notBefore, outcome.retryAfterAt),
  };
}

function retryTimes(memory: FetchMemory, { state, outcome, limits, now }: PlanRequest<FailedOutcome>): Candidate[] {
  const { retryCount, circuitUntil, probes } = memory;
  if (failureRules[outcome.failure].status !== "temporary_error") {
    return [{ rule: "probe", at: later(now, nthStep(probeDays, probes) * dayMs) }];
  }

  const times: Candidate[] = [{ rule: "backoff", at: later(now, nthStep(backoffMinutes, retryCount) * minuteMs) }];
  if (circuitUntil !== null) times.push({ rule: "circuit", at: circuitUntil });
  if (isThrottled(outcome) && outcome.retryAfterAt === null) {
    const paceMinutes = Math.max(
      currentInterval(state, limits).minutes,
      longestMinutes(leastIntervals(state, memory.hints, limits)),
    );
    times.push({ rule: "unexplained-refusal", at: later(now, unexplainedFactor * paceMinutes * minuteMs) });
  }
  return times;
}

// The steps grow, so the n-th is the longest of the first n, and the last one for all beyond.
function nthStep(steps: number[], n: number): number {
  return Math.max(...steps.slice(0, n));
}

function isThrottled({ httpStatus }: FailedOutcome): boolean {
  return httpStatus === 429 || httpStatus === 503;
}
