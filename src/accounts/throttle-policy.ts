import { minuteMs } from "../time.ts";

/** What somebody tries; `browser` is what a browser brought that has logged in before. */
export type Attempt = {
  purpose: "password" | "register" | "reset";
  email: string;
  address: string | null;
  browser: string | null;
};
export type AttemptCount = { hits: number; resetsAt: Date };
export type Throttled = { kind: "throttled"; retryAfterSeconds: number };

export const attemptWindowMs = 15 * minuteMs;

/**
 * Tries in a quarter of an hour. An account alone has no such limit: whoever could use it up would lock its owner out. A
 * network may serve a whole office; one network at one account is one person, or one guesser.
 */
export const triesMax = { network: 30, networkAtAccount: 5, browser: 10, mails: 5 };

/**
 * So many wrong tries by strangers, from wherever, and an account is under attack: each network then has one try, and these
 * are made one after the other. A thousand machines guess no faster than one, the owner waits some seconds, and the
 * owner's own browser does not wait at all.
 */
export const strangersMax = 20;
export const turns = { pauseMs: 1_000, patienceMs: 10_000 };

export function judgeAttempts({ hits, resetsAt }: AttemptCount, hitsMax: number, now: Date): Throttled | null {
  if (hits <= hitsMax) return null;
  return { kind: "throttled", retryAfterSeconds: Math.ceil((resetsAt.getTime() - now.getTime()) / 1000) };
}
