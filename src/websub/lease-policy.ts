import { dayMs, later, minuteMs } from "../time.ts";

/** What we ask for, and what a hub means that names no time. */
export const leaseSecondsWanted = 864_000;

const leaseSecondsMin = 600;
const leaseSecondsMax = 30 * 86_400;

/** Null: what the hub says is no lease. A shorter or longer one than we believe is cut to what we believe. */
export function parseLease(written: string | undefined): number | null {
  if (written === undefined || written === "") return leaseSecondsWanted;
  if (!/^\d{1,15}$/.test(written) || Number(written) === 0) return null;
  return Math.min(Math.max(Number(written), leaseSecondsMin), leaseSecondsMax);
}

/** `renewAt`: early enough for a second try, which a day's pause would miss in a short lease. */
export function planLease(leaseSeconds: number, now: Date): { leaseUntil: Date; renewAt: Date } {
  const leaseMs = leaseSeconds * 1000;
  return { leaseUntil: later(now, leaseMs), renewAt: later(now, leaseMs * 0.8) };
}

const triesInARow = 5;
const retryMsMin = 10 * minuteMs;

/**
 * When to ask a hub again that refused, did not answer, or took the request and never verified. While a lease still runs, in
 * time to keep it; else after a day, and after some tries once a week: the hub may be gone for good.
 */
export function planRetry(attempts: number, leaseUntil: Date | null, now: Date): Date {
  const leftMs = leaseUntil === null ? 0 : leaseUntil.getTime() - now.getTime();
  const usualMs = attempts >= triesInARow ? 7 * dayMs : dayMs;
  return later(now, leftMs > 0 ? Math.max(Math.min(leftMs / 2, usualMs), retryMsMin) : usualMs);
}

/** A hub that missed this many in one lease is not relied on again until the next. */
export const missedMax = 3;

/** A hub that told nothing in so many leases in a row, although the feed published, is given up: a month of usual leases. */
export const silentLeasesMax = 3;
