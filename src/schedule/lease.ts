import { randomUUID } from "node:crypto";

/** `newLeaseId`: of a worker with a heartbeat, so that others know whose leases they are when it ends. */
export type LeaseOptions = { now: () => Date; leaseMs: number; hostDelayMs: number; newLeaseId?: () => string };

/** The right to fetch some feeds until a moment. Its id is what a write must show to be accepted. */
export type Lease = { leaseId: string; now: Date } & LeaseEnd;

/**
 * A worker that vanishes may have asked the host until the lease ended: the lane stays closed for a host's delay after it, where
 * `laneUntil` says so.
 */
export type LeaseEnd = { leaseUntil: Date; laneUntil?: Date };

export function newLease(options: LeaseOptions): Lease {
  const now = options.now();
  return { leaseId: (options.newLeaseId ?? randomUUID)(), now, ...leaseEnd(now, options) };
}

export function leaseEnd(
  from: Date,
  { leaseMs, hostDelayMs }: Pick<LeaseOptions, "leaseMs" | "hostDelayMs">,
): Required<LeaseEnd> {
  const endsAt = from.getTime() + leaseMs;
  return { leaseUntil: new Date(endsAt), laneUntil: new Date(endsAt + hostDelayMs) };
}

// A lease's id begins as its worker's id does: every table with leases knows their owners, without a column or an index
// that each claim would have to write.
const ownerChars = "xxxxxxxx-xxxx-xxxx".length;

export function leaseIdFor(workerId: string): string {
  return workerId.slice(0, ownerChars) + randomUUID().slice(ownerChars);
}

export function ownsLease(workerId: string, leaseId: string): boolean {
  return leaseId.startsWith(workerId.slice(0, ownerChars));
}

/** The first and the last id a lease of one worker can have. */
export type LeaseRange = [first: string, last: string];

export function leasesOf(workerId: string): LeaseRange {
  const owner = workerId.slice(0, ownerChars);
  return [`${owner}-0000-000000000000`, `${owner}-ffff-ffffffffffff`];
}
