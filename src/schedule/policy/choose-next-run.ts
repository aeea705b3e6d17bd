import type { FetchLimits, FetchMemory } from "./fetch-state.ts";
import { later } from "../../time.ts";
import { hintSecondsMax } from "./server-hints.ts";
import { moveOutOfSkipTimes } from "./skip-times.ts";
import type { CandidateRule, HaltRule, ShiftRule, WhyNext } from "./why-next.ts";

export type Candidate = { rule: CandidateRule; at: Date };

export type NextRun = { nextRunAt: Date | null; why: WhyNext };

export type Circumstances = { limits: FetchLimits; now: Date; random: () => number };

// Every candidate, ours or the server's, is a "not before": the latest decides, and what follows only moves it later.
// So no automatic run comes earlier than any rule allows.
export function chooseNextRun(own: Candidate[], memory: FetchMemory, circumstances: Circumstances): NextRun {
  const { limits, now, random } = circumstances;
  const candidates = [...own, ...askedTimes(memory)].filter(({ at }) => at > now);
  const winner = candidates.reduce((latest, candidate) => (candidate.at > latest.at ? candidate : latest));

  const jitterMs = (winner.at.getTime() - now.getTime()) * (limits.jitterPercent / 100) * random();
  const jittered = later(winner.at, jitterMs);
  const nextRunAt = moveOutOfSkipTimes(jittered, memory.hints);

  const why = {
    from: now.toISOString(),
    at: nextRunAt.toISOString(),
    winner: winner.rule,
    candidates: candidates.map(({ rule, at }) => ({ rule, at: at.toISOString() })),
    shifts: [...shift("jitter", winner.at, jittered), ...shift("skip-times", jittered, nextRunAt)],
  };
  return { nextRunAt, why };
}

export function noNextRun(rule: HaltRule, now: Date): NextRun {
  return { nextRunAt: null, why: { from: now.toISOString(), at: null, winner: rule } };
}

// Also what was asked at an earlier success: a person's own request may fail while the last answer is still fresh,
// and its automatic retry must not come before that ends.
function askedTimes({ hints, lastSuccessAt, notBefore }: FetchMemory): Candidate[] {
  const retryAfter: Candidate[] = notBefore === null ? [] : [{ rule: "retry-after", at: notBefore }];
  if (lastSuccessAt === null) return retryAfter;

  const asked = (rule: CandidateRule, seconds: number | null): Candidate => ({
    rule,
    at: later(lastSuccessAt, Math.min(seconds ?? 0, hintSecondsMax) * 1000),
  });
  return [
    asked("freshness", hints.freshnessSeconds),
    asked("ttl", hints.ttlMinutes === null ? null : hints.ttlMinutes * 60),
    asked("update-period", hints.updatePeriodSeconds),
    ...retryAfter,
  ];
}

function shift(rule: ShiftRule, before: Date, after: Date): { rule: ShiftRule; at: string }[] {
  return after > before ? [{ rule, at: after.toISOString() }] : [];
}
