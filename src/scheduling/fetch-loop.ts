import { setTimeout as sleep } from "node:timers/promises";
import { alarm } from "./alarm.ts";
import type { FetchQueue } from "./fetch-queue.ts";
import type { JobSlots } from "./job-slots.ts";
import { jobSlots } from "./job-slots.ts";
import type { FeedJobs } from "./feed-jobs.ts";
import type { LeasedFeed } from "./leased-feed.ts";

type Options = FeedJobs & {
  nextTakeAt: FetchQueue["nextTakeAt"];
  /** Feeds fetched at once; as many more wait in here, so that a free slot never waits for the database. */
  slots: number;
  now: () => Date;
  idleMsMax: number;
  onError: (error: unknown) => void;
};

export type FetchLoop = Pick<JobSlots<LeasedFeed>, "busy" | "waiting" | "lend"> & {
  wake: () => void;
  /** Takes nothing new, gives back what waits, resolves when the last running job has ended. */
  stop: () => Promise<void>;
};

const claimsPerPageMax = 200;
// Completions come in bursts; each wakes the loop, and one look serves them all.
const breathMs = 20;
const retryMs = 1_000;

/** Claims in pages whenever there is room, and sleeps until the next lane is ready or somebody wakes it. */
export function startFetchLoop(options: Options): FetchLoop {
  const { run, release, idleMsMax, onError } = options;
  const wakeUp = alarm();
  const slots = jobSlots({ slots: options.slots, run, onError, onFree: wakeUp.ring });
  const stopping = new AbortController();

  const loop = (async () => {
    while (!stopping.signal.aborted) {
      const idleMs = await look(options, slots, stopping.signal).catch((error: unknown) => {
        onError(error);
        return Math.min(idleMsMax, retryMs);
      });
      await sleep(breathMs);
      await wakeUp.sleep(idleMs);
    }
  })();

  return {
    busy: slots.busy,
    waiting: slots.waiting,
    lend: slots.lend,
    wake: wakeUp.ring,
    stop: async () => {
      stopping.abort();
      wakeUp.ring();
      await loop;
      await release(slots.withdraw()).catch(onError);
      await slots.drained();
    },
  };
}

/** Returns how long nothing is to be done. */
async function look(options: Options, slots: JobSlots<LeasedFeed>, stopping: AbortSignal): Promise<number> {
  const { take, release, nextTakeAt, now, idleMsMax } = options;
  const page = Math.min(claimsPerPageMax, options.slots * 2);
  const room = page - slots.waiting() - slots.busy();
  // With nothing waiting every free slot counts; otherwise half a page at least: batches are what makes a claim cheap.
  if (room <= 0 || (slots.waiting() > 0 && room < page / 2)) return idleMsMax;

  const claims = await take(room, stopping);
  if (stopping.aborted) {
    await release(claims);
    return 0;
  }
  slots.add(claims);
  if (claims.length === room) return 0;

  const next = await nextTakeAt();
  return next === null ? idleMsMax : Math.min(idleMsMax, Math.max(0, next.getTime() - now().getTime()));
}
