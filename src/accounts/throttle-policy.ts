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
 * Tries in a quarter of an hour. An account alone has no such limit: a stranger could use it up and lock the owner out. A
 * network may serve a whole office; one network at one account is one person, or one guesser.
 */
export const triesMax = { network: 30, networkAtAccount: 5, browser: 10, mails: 5 };

/**
 * After so many wrong tries by strangers, from anywhere, an account is under attack: each network then has one try, and
 * these are made one after the other. A thousand machines guess no faster than one, the owner waits some seconds, and the
 * owner's own browser does not wait at all.
 */
export const strangersMax = 20;
export const turns = { pauseMs: 1_000, patienceMs: 10_000 };

export function judgeAttempts({ hits, resetsAt }: AttemptCount, hitsMax: number, now: Date): Throttled | null {
  if (hits <= hitsMax) return null;
  return { kind: "throttled", retryAfterSeconds: Math.ceil((resetsAt.getTime() - now.getTime()) / 1000) };
}

const groupsOfHousehold = 4;

/** A household has a whole /64 of IPv6; one address of it means nothing. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  // As the URL parser writes it: no leading zeros, and at most one run of zero groups left out.
  const written = new URL(`http://[${address.replace(/%.*/, "")}]/`).hostname.slice(1, -1);
  const [head = "", tail] = written.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":"));
  const zeros = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length;
  const all = [...groups(head), ...Array.from({ length: zeros }, () => "0"), ...groups(tail ?? "")];
  return `${all.slice(0, groupsOfHousehold).join(":")}::`;
}
