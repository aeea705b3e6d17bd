import type { Queryable } from "../database/transaction.ts";
import { isDatabaseUnavailable } from "../database/unavailable.ts";
import { findComplaints } from "./health-policy.ts";
import { readWorkersAlive } from "./heartbeat-store.ts";
import { readQueueFacts } from "./queue-facts-store.ts";

export type Health = { status: "UP" | "DOWN"; details: Record<string, unknown> };

/** Of the whole installation, whichever process is asked; a database that does not answer is an answer too. */
export async function readHealth(db: Queryable, now: Date): Promise<Health> {
  try {
    const queue = await readQueueFacts(db, now);
    const alive = await readWorkersAlive(db, now);
    const complaints = findComplaints(queue, alive);
    return {
      status: complaints.length === 0 ? "UP" : "DOWN",
      details: {
        database: "answers",
        queue_size: alive.queued ?? queue.readyLanes,
        stuck_feeds: queue.stuckFeeds,
        late_seconds: Math.round(queue.lateMs / 1000),
        workers: alive.workers,
        in_flight: alive.inFlight,
        complaints,
      },
    };
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return { status: "DOWN", details: { database: "does not answer" } };
  }
}
