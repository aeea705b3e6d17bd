import type { ClaimedFeed } from "../feeds/claimed-feed.ts";

/**
 * What brings due feeds to the workers of this process. Three implementations, one contract (test/scheduling): whatever
 * the transport, a feed is only handed out by the claim in the database, so lost and doubled messages do no harm.
 */
export type FetchQueue = {
  /** Names feeds that are due to whoever works; returns those there was no room for, put back as they were. */
  enqueue: (feedIds: string[]) => Promise<string[]>;
  canAccept: () => boolean;
  size: () => Promise<number>;
  /** One turn of the scheduler: looks for due feeds and enqueues them. Returns how many. */
  offerDue: () => Promise<number>;
  /** Claims up to `count` feeds for this process. */
  take: (count: number) => Promise<ClaimedFeed[]>;
  /** When `take` may have something again; null is "nobody knows". */
  nextReadyAt: () => Promise<Date | null>;
  /** The feed's work is over, however it ended. */
  finish: (claim: ClaimedFeed) => Promise<void>;
  close: () => Promise<void>;
};

export type LeaseOptions = { now: () => Date; leaseMs: number };
