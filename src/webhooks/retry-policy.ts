import { parseRetryAfter } from "../http-dates.ts";
import { dayMs, hourMs, later, minuteMs } from "../time.ts";

/**
 * How one attempt ended. `status` null: there was no answer. `isUnsendable`: it was not sent, because this receiver could never take
 * it; that says nothing about the receiver.
 */
export type Attempt = { status: number | null; answer: string; retryAfter?: string | undefined; isUnsendable?: true };

/**
 * `delivered`: the receiver took it. `again`: at `at`. `failed`: it will not be tried again. `gone`: the receiver wants
 * nothing any more (410), so the webhook is switched off.
 */
export type AttemptPlan = { kind: "delivered" | "failed" | "gone" } | { kind: "again"; at: Date };

const waitsMs = [30_000, 5 * minuteMs, hourMs, 6 * hourMs, dayMs];
const retryAfterMsMax = dayMs;

/** `attempts`: how many there were, this one included. */
export function planAttempt(attempt: Attempt, attempts: number, now: Date): AttemptPlan {
  const { status, retryAfter, isUnsendable = false } = attempt;
  if (isUnsendable) return { kind: "failed" };
  if (status !== null && status >= 200 && status < 300) return { kind: "delivered" };
  if (status === 410) return { kind: "gone" };
  const mayHelp = status === null || status === 408 || status === 429 || status >= 500;
  const waitMs = waitsMs[attempts - 1];
  if (!mayHelp || waitMs === undefined) return { kind: "failed" };
  const asked = parseRetryAfter({ retryAfter: retryAfter ?? null, date: null }, now)?.getTime() ?? 0;
  const wantedMs = Math.min(Math.max(waitMs, asked - now.getTime()), retryAfterMsMax);
  return { kind: "again", at: later(now, wantedMs) };
}

const failingMsMax = 3 * dayMs;

/** Whether a receiver has refused everything for so long that nobody can be waiting for it. */
export function isGivenUp(failingSince: Date, now: Date): boolean {
  return now.getTime() - failingSince.getTime() >= failingMsMax;
}
