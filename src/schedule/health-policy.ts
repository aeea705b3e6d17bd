import type { WorkersAlive } from "./heartbeat-store.ts";
import type { QueueFacts } from "./queue-facts-store.ts";

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
