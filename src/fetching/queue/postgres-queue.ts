import type pg from "pg";
import { claimDueFeeds, findNextReadyAt } from "../../schedule/claim-store.ts";
import { notifyDue } from "../../schedule/change-schedule-store.ts";
import type { FetchQueue, QueueOptions } from "./fetch-queue.ts";
import { newLease } from "../../schedule/lease.ts";
import { readQueueFacts } from "../../schedule/queue-facts-store.ts";

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
