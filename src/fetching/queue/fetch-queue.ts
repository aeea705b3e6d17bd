import type { LeasedFeed } from "../../schedule/claimed-feed.ts";
import type { LeaseOptions } from "../../schedule/lease.ts";
import type { OnRecovered } from "../../schedule/recover-store.ts";

/**
 * What brings due feeds to the workers of this process. Three implementations, one contract (test/fetching/queue): whatever
 * the transport, a feed is only handed out by the claim in the database, so lost and doubled messages do no harm.
 */
export type FetchQueue = {
  /** Names feeds that are due to the workers; returns those there was no room for, put back as they were. */
  enqueue: (feedIds: string[]) => Promise<string[]>;
  canAccept: () => boolean;
  /** How many wait; -1 where only the service knows. */
  size: () => Promise<number>;
  /** One look of the scheduler: finds due feeds and enqueues them. Returns how many. */
  offerDue: () => Promise<number>;
  /** Claims up to `count` feeds for this process; may wait a moment for the first, or until `stopping`. */
  take: (count: number, stopping: AbortSignal) => Promise<LeasedFeed[]>;
  /** When another look may find something; null when only a wake-up can bring it. */
  nextOfferAt: () => Promise<Date | null>;
  nextTakeAt: () => Promise<Date | null>;
  /** The feed's work is over, however it ended. */
  finish: (feedId: string) => Promise<void>;
  /** After the last `finish`. */
  close: () => Promise<void>;
};

export type QueueOptions = LeaseOptions & {
  /** Feeds claimed or offered at one look, at most. */
  batchSize: number;
  /** So many feeds are QUEUED now that were not. */
  onQueued: (count: number) => void;
  /** A message named a feed that does not exist. */
  onUnknown?: (feedId: string) => void;
  /** A look for due feeds found some that nobody worked on any more, and put them back. */
  onRecovered?: OnRecovered;
};
