import type { Queryable } from "../database/transaction.ts";
import { isDatabaseUnavailable, takesWrites } from "../database/unavailable.ts";
import { readWorkersAlive, type WorkersAlive } from "./heartbeat-store.ts";
import { type QueueFacts, readQueueFacts } from "./queue-status-store.ts";

export type Health = { status: "UP" | "DOWN"; details: Record<string, unknown> };

/** Of the whole installation, whichever process is asked; a database that does not answer is an answer too. */
export async function readHealth(db: Queryable, now: Date): Promise<Health> {
  try {
    const queue = await readQueueFacts(db, now);
    const alive = await readWorkersAlive(db, now);
    const isWritable = await takesWrites(db);
    const complaints = [...(isWritable ? [] : ["the database only reads"]), ...findComplaints(queue, alive)];
    return {
      status: complaints.length === 0 ? "UP" : "DOWN",
      details: {
        database: isWritable ? "answers" : "only reads",
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

// Beyond these an operator should look. A feed is not late while it only waits for the pause between requests to its host.
const fullnessMax = 0.9;
const stuckFeedsMax = 10;
const lateMinutesMax = 15;

/** What is wrong, one sentence each; nothing is healthy. */
export function findComplaints({ stuckFeeds, lateMs }: QueueFacts, { fullness }: WorkersAlive): string[] {
  const lateMinutes = lateMs / 60_000;
  return [
    ...(fullness > fullnessMax ? [`a queue is ${Math.round(fullness * 100)} % full`] : []),
    ...(lateMinutes > lateMinutesMax ? [`a feed is ${Math.round(lateMinutes)} minutes late`] : []),
    ...(stuckFeeds > stuckFeedsMax ? [`${stuckFeeds} feeds are stuck`] : []),
  ];
}
