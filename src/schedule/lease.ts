import { randomUUID } from "node:crypto";
import { textArray, uuidArray } from "../database/unnest.ts";
import { dayMs, earlier } from "../time.ts";
import { openPace } from "./pack-pace.ts";
import {
  type FailurePolicy,
  type FeedFetchState,
  type FetchFailure,
  noHints,
  type ServerHints,
} from "./policy/fetch-state.ts";
import type { LaneMemory } from "./policy/lane-policy.ts";

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

/** A feed with all that reading a document of it needs. */
export type StoredFeed = {
  feedId: string;
  url: string;
  rootDomain: string | null;
  enforceFeedDomain: boolean;
  /** Encrypted, as stored. */
  headers: Buffer | null;
  subscribers: number;
  /** What its operator set up for the analysis of its items, and the language it gave last. */
  reading: FeedReading;
  validators: { url: string; etag: string | null; lastModified: string | null } | null;
  bodyHash: Buffer | null;
  entriesDigest: Buffer | null;
  seen: Buffer | null;
  state: FeedFetchState;
};

/** A feed that this process alone may fetch until its lease ends, with all a fetch needs: no further query on the way. */
export type ClaimedFeed = StoredFeed & {
  leaseId: string;
  lane: string;
  laneMemory: LaneMemory;
  /** Somebody asked for it before its time: that may be before freshness ends. */
  isByHand: boolean;
};

export type FeedReading = {
  fullText: "auto" | "always" | "never";
  analyzer: string | null;
  language: string | null;
  published: boolean;
};

/** A claimed feed, when the claim ends unless it is renewed, and how many workers in a row died of it. */
export type LeasedFeed = ClaimedFeed & { leaseUntil: Date; lostLeases: number };

/** A `StoredFeed` as the database gives it. */
export type StoredRow = {
  feed_id: string;
  url: string;
  root_domain: string | null;
  enforce_feed_domain: boolean;
  headers: Buffer | null;
  validators_url: string | null;
  etag: string | null;
  last_modified: string | null;
  body_hash: Buffer | null;
  entries_digest: Buffer | null;
  seen: Buffer | null;
  full_text: FeedReading["fullText"];
  analyzer: string | null;
  language: string | null;
  published: boolean;
  polling: boolean;
  adaptive: boolean;
  failure_policy: FailurePolicy | null;
  own_interval_minutes: number | null;
  interval_minutes: number | null;
  readers_minutes: number | null;
  readers_all: boolean | null;
  retry_count: number;
  failure_class: FetchFailure | null;
  class_failures: number;
  circuit_opened_at: Date | null;
  circuit_until: Date | null;
  probes: number;
  last_success_at: Date | null;
  not_before: Date | null;
  hints: ServerHints | null;
  pace: Buffer | null;
  subscribers: number;
  last_asked_at: Date;
  push_until: Date | null;
};

/** What a claim reads: everything a fetch needs, so that it asks the database nothing on its way. */
export type ClaimedRow = StoredRow & LaneRow & { lane: string; lost_leases: number; is_by_hand: boolean };

/** What `laneColumns` reads. */
export type LaneRow = { slow_ms: number | null; refused_at: Date | null; day: number; day_requests: number };

/** In SQL: what a lane `h` remembers. */
export const laneColumns = "h.slow_ms, h.refused_at, h.day, h.day_requests";

export function toLaneMemory({ slow_ms: ms, refused_at: refusedAt, day, day_requests }: LaneRow): LaneMemory {
  return { slowed: ms === null || refusedAt === null ? null : { ms, refusedAt }, day, dayRequests: day_requests };
}

export function toLeasedFeed(row: ClaimedRow, { leaseId, leaseUntil, now }: Lease): LeasedFeed {
  return {
    ...toStoredFeed(row, now),
    leaseId,
    leaseUntil,
    lostLeases: row.lost_leases,
    lane: row.lane,
    laneMemory: toLaneMemory(row),
    isByHand: row.is_by_hand,
  };
}

export function toStoredFeed(row: StoredRow, now: Date): StoredFeed {
  const { validators_url: url, etag, last_modified: lastModified } = row;
  return {
    feedId: row.feed_id,
    url: row.url,
    rootDomain: row.root_domain,
    enforceFeedDomain: row.enforce_feed_domain,
    headers: row.headers,
    subscribers: row.subscribers,
    reading: {
      fullText: row.full_text,
      analyzer: row.analyzer,
      language: row.language,
      published: row.published,
    },
    validators: url === null ? null : { url, etag, lastModified },
    bodyHash: row.body_hash,
    entriesDigest: row.entries_digest,
    seen: row.seen,
    state: toFetchState(row, now),
  };
}

/** What the policy needs to know of a feed. */
export type StateRow = Pick<
  StoredRow,
  | "polling"
  | "adaptive"
  | "own_interval_minutes"
  | "readers_minutes"
  | "readers_all"
  | "failure_policy"
  | "interval_minutes"
  | "retry_count"
  | "failure_class"
  | "class_failures"
  | "circuit_opened_at"
  | "circuit_until"
  | "probes"
  | "last_success_at"
  | "not_before"
  | "hints"
  | "pace"
  | "subscribers"
  | "published"
  | "last_asked_at"
  | "push_until"
>;

/** A published feed without a reader is still wanted for so long after its clean feed was last asked for. */
export const unreadAfterMs = 30 * dayMs;

export function toFetchState(row: StateRow, now: Date): FeedFetchState {
  const { readers_minutes: minutes, readers_all: isForAll } = row;
  return {
    polling: row.polling,
    adaptive: row.adaptive,
    ownIntervalMinutes: row.own_interval_minutes,
    readersInterval: minutes === null ? null : { minutes, isForAll: isForAll === true },
    readers: row.subscribers,
    isUnread: row.published && row.subscribers === 0 && row.last_asked_at < earlier(now, unreadAfterMs),
    pushUntil: row.push_until,
    failurePolicy: row.failure_policy,
    memory: {
      intervalMinutes: row.interval_minutes,
      retryCount: row.retry_count,
      failureClass: row.failure_class,
      classFailures: row.class_failures,
      circuitOpenedAt: row.circuit_opened_at,
      circuitUntil: row.circuit_until,
      probes: row.probes,
      lastSuccessAt: row.last_success_at,
      notBefore: row.not_before,
      hints: row.hints ?? noHints,
      pace: openPace(row.pace),
    },
  };
}

/** Lane, feed and lease of each claim, for unnest($1::text[], $2::uuid[], $3::uuid[]). */
export function claimKeys(claims: ClaimedFeed[]): Buffer[] {
  return [
    textArray(claims.map(({ lane }) => lane)),
    uuidArray(claims.map(({ feedId }) => feedId)),
    uuidArray(claims.map(({ leaseId }) => leaseId)),
  ];
}
