import type pg from "pg";
import { notifyDue } from "../../schedule/change-schedule-store.ts";
import { claimDueFeeds, findNextReadyAt } from "../../schedule/claim-store.ts";
import { type LeasedFeed, type LeaseOptions, newLease } from "../../schedule/lease.ts";
import { readQueueFacts } from "../../schedule/queue-status-store.ts";
import type { OnRecovered } from "../../schedule/recover-store.ts";

/**
 * What brings due feeds to the workers of this process. Three implementations, one contract (test/fetching/queue): whatever
 * the transport, a feed is only handed out by the claim in the database, so lost and doubled messages do no harm.
 */
export type FetchQueue = {
  /** Names feeds that are due to the workers; returns those there was no room for; they are as if never queued. */
  enqueue: (feedIds: string[]) => Promise<string[]>;
  canAccept: () => boolean;
  /** How many wait; -1 where only the service knows. */
  size: () => Promise<number>;
  /** One look of the stage *offer*: finds due feeds and enqueues them. Returns how many. */
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

/** The schedule table is the queue: nothing to send, nothing to lose, any number of processes. */
export function createPostgresQueue(pool: pg.Pool, options: QueueOptions): FetchQueue {
  const { now, batchSize, onQueued, onRecovered } = options;
  return {
    enqueue: async () => {
      await notifyDue(pool);
      return [];
    },
    canAccept: () => true,
    size: async () => (await readQueueFacts(pool, now())).readyLanes,
    offerDue: async () => 0,
    nextOfferAt: async () => null,
    take: async (count) => {
      const page = Math.min(count, batchSize);
      const claims = await claimDueFeeds(pool, { ...newLease(options), page, onRecovered });
      onQueued(claims.length);
      return claims;
    },
    nextTakeAt: () => findNextReadyAt(pool),
    finish: async () => undefined,
    close: async () => undefined,
  };
}
