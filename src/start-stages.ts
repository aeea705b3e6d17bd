import type { Parts } from "./assemble.ts";
import type { Service } from "./service.ts";
import { startAnalysis } from "./start-analysis.ts";
import { startBriefs } from "./start-briefs.ts";
import { startPublishing } from "./start-publishing.ts";
import { startStories } from "./start-stories.ts";
import { startWorker } from "./start-worker.ts";
import type { HeartbeatTimes } from "./scheduling/worker-life.ts";
import { workerLife } from "./scheduling/worker-life.ts";

/** From the last stage to the first, so that each can nudge the one after it. */
export async function startStages(parts: Parts, times?: HeartbeatTimes): Promise<Service[]> {
  const life = workerLife(parts.clock.now, times);
  const publishing = startPublishing(parts, life);
  const stories = startStories(parts);
  const nudgeReaders = () => {
    publishing.nudge();
    stories.nudge();
  };
  const analysis = startAnalysis(parts, nudgeReaders, { life });
  const started = [analysis, publishing, stories];
  try {
    return [await startWorker(parts, life, analysis.nudge), ...started, startBriefs(parts)];
  } catch (error) {
    // Their timers would keep a process alive that has just said why it cannot start.
    await Promise.all(started.map((service) => service.stop(AbortSignal.abort())));
    throw error;
  }
}
