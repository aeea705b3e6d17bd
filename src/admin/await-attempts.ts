import { setTimeout as sleep } from "node:timers/promises";
import type { FetchAttempt } from "../feeds/fetch-log-store.ts";
import { findNewestAttempts } from "../feeds/fetch-log-store.ts";
import { startProgress } from "./long-work.ts";
import type { Context } from "./with-database.ts";

const lookEveryMs = 200;

/**
 * Each feed's next attempt after those in `before` (ids), by feed; who got none in time is missing. An attempt that was
 * put off is none: that feed still waits for its turn.
 */
export async function awaitAttempts(
  { io, pool }: Context,
  feedIds: string[],
  { before, timeoutMs }: { before: Set<string>; timeoutMs: number },
): Promise<Map<string, FetchAttempt>> {
  const ended = new Map<string, FetchAttempt>();
  const progress = startProgress(io, "Fetching", feedIds.length);
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const waiting = feedIds.filter((id) => !ended.has(id));
    const newest = await findNewestAttempts(pool, waiting);
    const fresh = newest.filter(({ id, outcome }) => !before.has(id) && outcome !== "deferred");
    for (const attempt of fresh) ended.set(attempt.feedId, attempt);
    progress.advance(fresh.length);
    if (ended.size === feedIds.length || Date.now() >= deadline) break;
    await sleep(lookEveryMs);
  }
  progress.stop();
  return ended;
}
