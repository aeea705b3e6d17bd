import { setTimeout as sleep } from "node:timers/promises";
import type { ItemScope } from "../../items/waiting-item.ts";
import { oldestRead } from "../../analysis/upgrade-policy.ts";
import type { Parts } from "../../assemble.ts";
import { assembleAnalysis } from "../../assemble-worker.ts";
import { analysisStages } from "../../pipeline.ts";
import { Refusal } from "../../refusal.ts";
import { startStages } from "../../run-stage.ts";
import { minuteMs } from "../../time.ts";
import type { Io } from "../command-context.ts";
import { startProgress } from "../start-progress.ts";
import { countWaitingAnalyses, type WaitingAnalyses } from "./item-store.ts";

const lookEveryMs = 200;
const stopMsMax = 10_000;
// A worker that was killed leaves a lease of five minutes behind.
const standstillMsMax = 10 * minuteMs;

type Finish = { io: Io; stop: AbortSignal; scope?: ItemScope };

/**
 * Runs the analysis in this process until nothing waits: first everything offline, then what pages and models can improve.
 * Other workers share the work. What cannot be had now is tried again later, as always. Returns what is left.
 */
export async function finishAnalyses(parts: Parts, { io, stop, scope }: Finish): Promise<WaitingAnalyses> {
  const count = () => countWaiting(parts, scope);
  // Counted before the work starts, so that the bar shows all of it.
  const { pending } = await count();
  const analysis = assembleAnalysis(parts, { scope });
  const running = await startStages(analysisStages(parts, analysis), {
    connection: parts.db.connection,
    log: parts.log,
  });
  try {
    await awaitNone({ what: "Offline", total: pending, count: async () => (await count()).pending, io, stop });
    const { due } = await count();
    await awaitNone({ what: "By page and model", total: due, count: async () => (await count()).due, io, stop });
    return await count();
  } finally {
    await running.stop(AbortSignal.timeout(stopMsMax));
    await analysis.close();
  }
}

/** Items that no model will be asked about are not counted. */
export async function countWaiting({ config, db, clock, models }: Parts, scope?: ItemScope): Promise<WaitingAnalyses> {
  const now = clock.now();
  const model = await models.current();
  const isAsked = model.modelFor !== null && model.startsAt === null && (await model.stopped()) === null;
  const modelsSince = isAsked ? oldestRead(now, config.analysisMaxAgeDays) : null;
  return countWaitingAnalyses(db.worker, { now, modelsSince }, scope);
}

type Awaited = { what: string; total: number; count: () => Promise<number>; io: Io; stop: AbortSignal };

async function awaitNone({ what, total, count, io, stop }: Awaited): Promise<void> {
  let left = total;
  let movedAt = performance.now();
  const progress = startProgress(io, what, total);
  try {
    while (left > 0 && !stop.aborted) {
      await sleep(lookEveryMs);
      const now = await count();
      if (now !== left) movedAt = performance.now();
      if (performance.now() - movedAt > standstillMsMax)
        throw new Refusal(`${left} items make no progress: see the log.`);
      progress.advance(Math.max(0, left - now));
      left = now;
    }
  } finally {
    progress.stop();
  }
}
