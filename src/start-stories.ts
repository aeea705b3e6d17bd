import { sortItems } from "./analysis/stories/sort-items.ts";
import type { Parts } from "./assemble.ts";
import type { Service } from "./service.ts";
import { startSweeper } from "./sweeper.ts";

const sweepEveryMs = 10_000;

export type StoriesService = Service & { nudge: () => void };

/** Puts analysed items where readers find them. */
export function startStories({ log, db, clock }: Parts): StoriesService {
  const sweeper = startSweeper({
    sweep: () => sortItems({ pool: db.worker, now: clock.now }),
    intervalMs: sweepEveryMs,
    onError: (error) => log.error({ err: error }, "sorting items failed in itself"),
  });
  return { name: "stories", nudge: sweeper.nudge, stop: sweeper.stop };
}
