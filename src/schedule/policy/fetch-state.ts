import type { FetchFailure } from "./failure-rules.ts";
import type { ServerHints } from "./server-hints.ts";

export type FailurePolicy = "backoff" | "one_strike";

export type FeedFetchState = {
  polling: boolean;
  adaptive: boolean;
  /** What somebody set for this feed; null is as the server is set. */
  ownIntervalMinutes: number | null;
  failurePolicy: FailurePolicy | null;
  memory: FetchMemory;
};

// What is remembered of a feed between two attempts. intervalMinutes is the adaptive interval, null before it starts.
// retryCount counts failures in a row, classFailures those of the same kind; probes are the late probes spent since
// the last success.
export type FetchMemory = {
  intervalMinutes: number | null;
  retryCount: number;
  failureClass: FetchFailure | null;
  classFailures: number;
  circuitOpenedAt: Date | null;
  circuitUntil: Date | null;
  probes: number;
  lastSuccessAt: Date | null;
  notBefore: Date | null;
  hints: ServerHints;
};

export type FetchLimits = {
  successIntervalMs: number;
  intervalMinutesMin: number;
  intervalMinutesMax: number;
  increaseFactor: number;
  decreaseFactor: number;
  jitterPercent: number;
  probeSuspended: boolean;
  /** For feeds without one of their own. */
  failurePolicy: FailurePolicy;
};
