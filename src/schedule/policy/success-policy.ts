import { chooseNextRun, noNextRun } from "./choose-next-run.ts";
import type { FetchedOutcome } from "./fetch-outcome.ts";
import type { FetchPlan, PlanRequest } from "./fetch-plan.ts";
import type { FetchMemory } from "./fetch-state.ts";
import { leastIntervals, longestMinutes, nextInterval } from "./interval-policy.ts";
import { later, minuteMs } from "../../time.ts";
import type { ServerHints } from "./server-hints.ts";

// A success forgives at once: nothing of earlier failures is kept.
export function planAfterSuccess(request: PlanRequest<FetchedOutcome>): FetchPlan {
  const { state, outcome, limits, now } = request;
  const hints = hintsAfter(outcome, state.memory.hints);
  const intervals = [nextInterval(state, outcome, limits), ...leastIntervals(state, hints, limits)];
  const candidates = intervals.map(({ rule, minutes }) => ({ rule, at: later(now, minutes * minuteMs) }));

  const memory: FetchMemory = {
    // The bounds hold for what is remembered too: from far below them an interval would need days to grow again.
    intervalMinutes: state.adaptive ? longestMinutes(intervals) : null,
    retryCount: 0,
    failureClass: null,
    classFailures: 0,
    circuitOpenedAt: null,
    circuitUntil: null,
    probes: 0,
    lastSuccessAt: now,
    notBefore: null,
    hints,
  };
  return {
    ...(state.polling ? chooseNextRun(candidates, memory, request) : noNextRun("polling-off", now)),
    status: "success",
    error: null,
    suspended: false,
    hostBlockedUntil: null,
    memory,
  };
}

function hintsAfter(outcome: FetchedOutcome, stored: ServerHints): ServerHints {
  const { freshnessSeconds } = outcome;
  if (outcome.via === "parsed") return { ...outcome.hints, freshnessSeconds };
  if (outcome.via === "same-body") return { ...stored, freshnessSeconds };
  // A header that a 304 leaves out keeps its stored value (RFC 9111 §3.2).
  return { ...stored, freshnessSeconds: freshnessSeconds ?? stored.freshnessSeconds };
}
