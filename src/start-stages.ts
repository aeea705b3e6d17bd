import type { Parts } from "./assemble.ts";
import type { Service } from "./service.ts";
import { startAnalysis } from "./start-analysis.ts";
import { startBriefs } from "./start-briefs.ts";
import { startPublishing } from "./start-publishing.ts";
import { startStories } from "./start-stories.ts";
import { startWorker } from "./start-worker.ts";

/** From the last stage to the first, so that each can nudge the one after it. */
export async function startStages(parts: Parts): Promise<Service[]> {
  const publishing = startPublishing(parts);
  const stories = startStories(parts);
  const nudgeReaders = () => {
    publishing.nudge();
    stories.nudge();
  };
  const analysis = startAnalysis(parts, nudgeReaders);
  const started = [analysis, publishing, stories];
  try {
    return [await startWorker(parts, analysis.nudge), ...started, startBriefs(parts)];
  } catch (error) {
    // Their timers would keep a process alive that has just said why it cannot start.
    await Promise.all(started.map((service) => service.stop(AbortSignal.abort())));
    throw error;
  }
}
