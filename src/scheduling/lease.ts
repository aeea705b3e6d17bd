import { randomUUID } from "node:crypto";

export type LeaseOptions = { now: () => Date; leaseMs: number; hostDelayMs: number };

/** The right to fetch some feeds until a moment. Its id is what a write must show to be accepted. */
export type Lease = { leaseId: string; now: Date } & LeaseEnd;

/**
 * Whoever vanishes may have asked the host until the lease ended: the lane stays closed for a host's delay after it, where
 * `laneUntil` says so.
 */
export type LeaseEnd = { leaseUntil: Date; laneUntil?: Date };

export function newLease(options: LeaseOptions): Lease {
  const now = options.now();
  return { leaseId: randomUUID(), now, ...leaseEnd(now, options) };
}

export function leaseEnd(from: Date, { leaseMs, hostDelayMs }: Omit<LeaseOptions, "now">): Required<LeaseEnd> {
  const endsAt = from.getTime() + leaseMs;
  return { leaseUntil: new Date(endsAt), laneUntil: new Date(endsAt + hostDelayMs) };
}
