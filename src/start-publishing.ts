import type { Parts } from "./assemble.ts";
import { publishFeeds } from "./publishing/publish-feed.ts";
import type { WorkerLife } from "./scheduling/worker-life.ts";
import type { Service } from "./service.ts";
import { startSweeper } from "./sweeper.ts";

const sweepEveryMs = 10_000;

export type PublishingService = Service & { nudge: () => void };

/** Rebuilds stale feeds; the web processes hear of it by NOTIFY. */
export function startPublishing(
  { log, db, clock, publicOrigin }: Parts,
  { newLeaseId }: Pick<WorkerLife, "newLeaseId">,
): PublishingService {
  const sweeper = startSweeper({
    sweep: () => publishFeeds({ pool: db.worker, now: clock.now, publicOrigin, newLeaseId }),
    intervalMs: sweepEveryMs,
    onError: (error) => log.error({ err: error }, "publishing failed in itself"),
  });
  return { name: "publishing", nudge: sweeper.nudge, stop: sweeper.stop };
}
