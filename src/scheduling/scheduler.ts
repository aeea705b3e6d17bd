import type { FetchQueue } from "./fetch-queue.ts";
import { alarm } from "./alarm.ts";

type Options = {
  queue: FetchQueue;
  intervalMs: number;
  /** Once per interval, with how many feeds were enqueued since: for the summary of the cycle. */
  onCycle: (enqueued: number) => void;
  onFull: () => void;
  onError: (error: unknown) => void;
};

export type Scheduler = { wake: () => void; stop: () => Promise<void> };

/** Looks for due feeds every interval, and at once when woken. Cycles never overlap, and none ends the next. */
export function startScheduler({ queue, intervalMs, onCycle, onFull, onError }: Options): Scheduler {
  const wakeUp = alarm();
  let stopping = false;
  let enqueued = 0;
  let cycleEndsAt = performance.now() + intervalMs;

  const loop = (async () => {
    while (!stopping) {
      try {
        if (queue.canAccept()) enqueued += await queue.offerDue();
        else onFull();
      } catch (error) {
        onError(error);
      }
      if (performance.now() >= cycleEndsAt) {
        onCycle(enqueued);
        enqueued = 0;
        cycleEndsAt = performance.now() + intervalMs;
      }
      await wakeUp.sleep(Math.max(cycleEndsAt - performance.now(), 1));
    }
  })();

  return {
    wake: wakeUp.ring,
    stop: async () => {
      stopping = true;
      wakeUp.ring();
      await loop;
    },
  };
}
