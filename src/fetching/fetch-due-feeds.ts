import { type Job, startJob } from "../job.ts";
import type { FetchQueue } from "./queue/fetch-queue.ts";
import type { LeasedFeed } from "../schedule/claimed-feed.ts";
import { createJobSlots, type JobSlots } from "./job-slots.ts";
import type { LeaseKeeper } from "./lease-keeper.ts";
import type { FeedTaking } from "./take-feeds.ts";

type Options = FeedTaking & {
  /** One job, from the claim to the saved result. `itemsSaved` is called as soon as there are new or changed items. */
  run: (job: Job, itemsSaved: () => void) => Promise<void>;
  leases: Pick<LeaseKeeper, "signalOf" | "giveUp" | "giveUpAll">;
  nextTakeAt: FetchQueue["nextTakeAt"];
  /** Feeds fetched at once; as many more wait in here, so that a free slot never waits for the database. */
  slots: number;
  jobTimeoutMs: number;
  now: () => Date;
  idleMsMax: number;
  onError: (error: unknown) => void;
};

/** What a look needs of the loop that runs it. */
export type FetchTurn = {
  stopping: AbortSignal;
  signal: AbortSignal;
  /** There is room: look again. */
  again: () => void;
  itemsSaved: () => void;
  jobEnded: () => void;
};

export type FeedFetching = Pick<JobSlots<LeasedFeed>, "busy" | "waiting"> & {
  /** Claims a page if there is room, and starts its jobs. Returns how long nothing is to be done. */
  look: (turn: FetchTurn) => Promise<number>;
  /** Gives back what waits, and resolves when the last running job has ended. */
  drain: () => Promise<void>;
};

const claimsPerPageMax = 200;

/** Keeps as many jobs going as there are slots. They run on between the looks. */
export function createFeedFetching(options: Options): FeedFetching {
  const { run, end, release, leases, jobTimeoutMs: timeoutMs, onError } = options;
  // Only a look starts jobs, so this is set before the first of them.
  let turn: FetchTurn | null = null;
  const giveUpAll = () => leases.giveUpAll("stopping");

  const runOne = async (feed: LeasedFeed): Promise<void> => {
    const { job, end: endClock } = startJob(feed, { leases, lendSlot: slots.lend, timeoutMs });
    try {
      await run(job, () => turn?.itemsSaved());
    } finally {
      endClock();
      // The lane of a feed that has ended may be ready for its next one.
      turn?.jobEnded();
      await end(feed);
    }
  };
  const slots = createJobSlots({ slots: options.slots, run: runOne, onError, onFree: () => turn?.again() });

  return {
    busy: slots.busy,
    waiting: slots.waiting,
    look: (given) => {
      turn = given;
      turn.signal.addEventListener("abort", giveUpAll);
      return look(options, slots, turn.stopping);
    },
    drain: async () => {
      await release(slots.withdraw()).catch(onError);
      await slots.drained();
    },
  };
}

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
