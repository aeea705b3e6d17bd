import { type Circumstances, type FetchMemory, hintSecondsMax, type NextRun, type SkipTimes } from "./fetch-state.ts";
import type { CandidateRule, HaltRule, ShiftRule } from "./why-next.ts";
import { hourMs, later, latest } from "../../time.ts";

export type Candidate = { rule: CandidateRule; at: Date };

// Every candidate, ours or the server's, is a "not before": the latest decides, and what follows only moves it later.
// So no automatic run comes earlier than any rule allows.
export function chooseNextRun(own: Candidate[], memory: FetchMemory, circumstances: Circumstances): NextRun {
  const { limits, now, random, hostBudgetUntil = null } = circumstances;
  const budget: Candidate[] = hostBudgetUntil === null ? [] : [{ rule: "host-budget", at: hostBudgetUntil }];
  const candidates = [...own, ...hintedTimes(memory), ...budget].filter(({ at }) => at > now);
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
function hintedTimes({ hints, lastSuccessAt, notBefore }: FetchMemory): Candidate[] {
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

/** Before that the server wants no request; null if it never said anything. */
export function askedUntil(memory: FetchMemory): Date | null {
  return hintedTimes(memory).reduce((last: Date | null, { at }) => latest(at, last), null);
}

function shift(rule: ShiftRule, before: Date, after: Date): { rule: ShiftRule; at: string }[] {
  return after > before ? [{ rule, at: after.toISOString() }] : [];
}

const weekHours = 7 * 24;

// Whole hours later, so that feeds which skip the same hours keep their spread over the minutes. A feed that skips
// the whole week means nothing by it.
export function moveOutOfSkipTimes(at: Date, { skipHours, skipDays }: SkipTimes): Date {
  for (let hours = 0; hours < weekHours; hours += 1) {
    const moved = later(at, hours * hourMs);
    if (!skipHours.includes(moved.getUTCHours()) && !skipDays.includes(moved.getUTCDay())) return moved;
  }
  return at;
}
