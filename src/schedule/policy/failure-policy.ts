import { chooseNextRun, noNextRun } from "./choose-next-run.ts";
import type { Candidate } from "./choose-next-run.ts";
import { failureRules } from "./failure-rules.ts";
import type { FailedOutcome } from "./fetch-outcome.ts";
import type { FetchPlan, PlanRequest } from "./fetch-plan.ts";
import type { FetchMemory } from "./fetch-state.ts";
import { currentMinutes, leastIntervals, longestMinutes } from "./interval-policy.ts";
import { dayMs, later, latest, minuteMs } from "../../time.ts";
import type { HaltRule } from "./why-next.ts";

// By failures in a row, the last step for all that follow: a short outage costs minutes, a dead server one request a day.
const backoffMinutes = [5, 15, 60, 360, 1440];
// By probes in a row, each wait counted from the failure before it. A feed that has worked before may come back, and its
// readers would miss it.
const probeDays = [1, 3, 7];
// A refusal that names no time.
const unexplainedFactor = 4;
// For how long such a refusal keeps other feeds from the host: the first step of the backoff.
const hostBlockMinutes = 5;

export function planAfterFailure(request: PlanRequest<FailedOutcome>): FetchPlan {
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
    hostBlockedUntil: isRefusal(outcome) ? (outcome.retryAfterAt ?? later(now, hostBlockMinutes * minuteMs)) : null,
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
  if (isRefusal(outcome) && outcome.retryAfterAt === null) {
    const paceMinutes = Math.max(
      currentMinutes(state, limits),
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

function isRefusal({ httpStatus }: FailedOutcome): boolean {
  return httpStatus === 429 || httpStatus === 503;
}
