import { indexItems } from "./analysis/stories/index-items.ts";
import type { Parts } from "./assemble.ts";
import type { Service } from "./service.ts";
import { startSweeper } from "./sweeper.ts";

const sweepEveryMs = 10_000;

export type StoriesService = Service & { nudge: () => void };

/** Indexes analysed items for readers. */
export function startStories({ log, db, clock }: Parts): StoriesService {
  const sweeper = startSweeper({
    sweep: () => indexItems({ pool: db.worker, now: clock.now }),
    intervalMs: sweepEveryMs,
    onError: (error) => log.error({ err: error }, "indexing items failed"),
  });
  return { name: "stories", nudge: sweeper.nudge, stop: sweeper.stop };
}
