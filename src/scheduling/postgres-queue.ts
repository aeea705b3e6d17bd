import { randomUUID } from "node:crypto";
import type pg from "pg";
import { claimDueFeeds, findNextReadyAt } from "./claim-store.ts";
import { countReadyLanes, notifyDue } from "./due-store.ts";
import type { FetchQueue, LeaseOptions } from "./fetch-queue.ts";

/** The schedule table is the queue: nothing to send, nothing to lose, any number of processes. */
export function postgresQueue(pool: pg.Pool, { now, leaseMs }: LeaseOptions): FetchQueue {
  return {
    enqueue: async () => {
      await notifyDue(pool);
      return [];
    },
    canAccept: () => true,
    size: () => countReadyLanes(pool, now()),
    offerDue: async () => 0,
    take: (count) => {
      const at = now();
      return claimDueFeeds(pool, {
        now: at,
        page: count,
        leaseId: randomUUID(),
        leaseUntil: new Date(at.getTime() + leaseMs),
      });
    },
    nextReadyAt: () => findNextReadyAt(pool),
    finish: async () => undefined,
    close: async () => undefined,
  };
}
