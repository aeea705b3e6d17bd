import type { FetchFailure } from "./failure-rules.ts";
import type { ServerWishes } from "./server-wishes.ts";

export type FeedFetchState = {
  polling: boolean;
  adaptive: boolean;
  failurePolicy: "backoff" | "one_strike";
  memory: FetchMemory;
};

// What is remembered of a feed between two attempts. intervalMinutes is the adaptive interval, or the fixed one.
// retryCount counts failures in a row, failureAttempts those of the same kind; probes are the late probes spent since
// the last success.
export type FetchMemory = {
  intervalMinutes: number;
  retryCount: number;
  failure: FetchFailure | null;
  failureAttempts: number;
  circuitOpenedAt: Date | null;
  circuitUntil: Date | null;
  probes: number;
  lastSuccessAt: Date | null;
  retryAfterUntil: Date | null;
  wishes: ServerWishes;
};

export type FetchLimits = {
  successIntervalMs: number;
  intervalMinutesMin: number;
  intervalMinutesMax: number;
  increaseFactor: number;
  decreaseFactor: number;
  jitterPercent: number;
  probeSuspended: boolean;
};
