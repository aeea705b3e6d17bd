import { describeInstant } from "./describe-time.ts";
import { later } from "./later.ts";

// DECISIONS N. Counted from any attempt, so that pressing "retry" right after an automatic run asks nobody twice.
const manualGapMs = 5 * 60_000;

export type ManualFetchState = {
  retryAfterUntil: Date | null;
  hostBlockedUntil: Date | null;
  lastFetchedAt: Date | null;
};

export type ManualFetchPlan = { kind: "now" } | { kind: "wait"; until: Date; message: string };

// A person's own request (sync, retry) may come before freshness, backoff and circuit, never before a time the server
// named.
export function planManualFetch(state: ManualFetchState, now: Date): ManualFetchPlan {
  const { retryAfterUntil, hostBlockedUntil, lastFetchedAt } = state;
  const bounds = [
    { until: retryAfterUntil ?? now, because: "the server asked for a pause" },
    { until: hostBlockedUntil ?? now, because: "its host asked for a pause" },
    { until: lastFetchedAt === null ? now : later(lastFetchedAt, manualGapMs), because: "it was fetched just now" },
  ];
  const { until, because } = bounds.reduce((latest, bound) => (bound.until > latest.until ? bound : latest));

  if (until <= now) return { kind: "now" };
  return { kind: "wait", until, message: `Possible again at ${describeInstant(until.toISOString())}: ${because}.` };
}
