import type pg from "pg";
import { lostLeasesMax, quarantineFeeds } from "../feeds/dead-letter-store.ts";
import { type Job, startJob } from "../job.ts";
import { releaseClaims } from "../schedule/lease-store.ts";
import type { LeasedFeed } from "../schedule/lease.ts";
import { later } from "../time.ts";
import { type JobParts, runJob } from "./fetch-feed.ts";
import { createJobSlots, type JobSlots } from "./job-slots.ts";
import type { LeaseKeeper } from "./lease-keeper.ts";
import type { FetchQueue } from "./queue/fetch-queue.ts";

type FetchingParts = TakingParts & Pacing & { queue: FetchQueue; leases: LeaseKeeper; jobs: JobParts };

type Pacing = {
  /** Feeds fetched at once; as many more wait in here, so that a free slot never waits for the database. */
  slots: number;
  jobTimeoutMs: number;
  now: () => Date;
  idleMsMax: number;
  onError: (error: unknown) => void;
};

/** What a look needs of the loop that runs it. */
type FetchTurn = {
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
  /** Releases what waits, and resolves when the last running job has ended and its result is saved. */
  drain: () => Promise<void>;
};

/** The stage *fetch*: claims due feeds, and runs each of them as a job (`runJob`). */
export function createFeedFetching(parts: FetchingParts): FeedFetching {
  const { queue, leases, jobs } = parts;
  const fetching = createJobLoop({
    ...parts,
    ...createFeedTaking(parts),
    leases,
    nextTakeAt: queue.nextTakeAt,
    run: (job, itemsSaved) => runJob(jobs, job, itemsSaved),
  });
  const drain = async () => {
    await fetching.drain();
    await jobs.results.idle();
  };
  return { ...fetching, drain };
}

type LoopOptions = FeedTaking &
  Pacing & {
    /** One job, from the claim to the saved result. `itemsSaved` is called as soon as there are new or changed items. */
    run: (job: Job, itemsSaved: () => void) => Promise<void>;
    leases: Pick<LeaseKeeper, "signalOf" | "giveUp" | "giveUpAll">;
    nextTakeAt: FetchQueue["nextTakeAt"];
  };

const claimsPerPageMax = 200;

/** Keeps as many jobs going as there are slots. They run on between the looks. */
export function createJobLoop(options: LoopOptions): FeedFetching {
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

async function look(options: LoopOptions, slots: JobSlots<LeasedFeed>, stopping: AbortSignal): Promise<number> {
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

type TakingParts = {
  pool: pg.Pool;
  queue: Pick<FetchQueue, "take" | "finish">;
  leases: Pick<LeaseKeeper, "hold" | "letGo">;
  now: () => Date;
  onQuarantined: (feedIds: string[]) => void;
  onError: (error: unknown) => void;
};

type FeedTaking = {
  /** Claims feeds, and keeps their leases from now on. */
  take: FetchQueue["take"];
  /** The job is over, however it ended. */
  end: (claim: LeasedFeed) => Promise<void>;
  /** For claims that were never begun. */
  release: (claims: LeasedFeed[]) => Promise<void>;
};

// About as long as a fetch takes. Suspects that are released become due one after another. If all were due at once, one
// would be fetched and the rest released again; two hundred of them took a quarter of an hour.
const suspectEveryMs = 250;

/** Brings claimed feeds into this process, without those that kill their workers, and releases what is not begun. */
export function createFeedTaking(parts: TakingParts): FeedTaking {
  const { pool, queue, leases, now, onQuarantined, onError } = parts;

  let suspect: LeasedFeed | null = null;

  const end = async (claim: LeasedFeed): Promise<void> => {
    if (claim === suspect) suspect = null;
    leases.letGo(claim);
    await queue.finish(claim.feedId);
  };
  const release = async (claims: LeasedFeed[], dueAt?: Date[]): Promise<void> => {
    try {
      await releaseClaims(pool, claims, dueAt);
    } finally {
      // What could not be released is let go all the same: its lease ends by itself.
      await Promise.all(claims.map(end));
    }
  };
  /**
   * A feed whose worker has died twice is a suspect: one more death and it is quarantined. This process fetches one suspect
   * at a time and releases the others, so that a harmless feed is not quarantined together with the one that kills
   * workers. Returns the feeds to fetch now.
   */
  const keepOneSuspect = async (claims: LeasedFeed[]): Promise<LeasedFeed[]> => {
    const waiting = claims.filter((claim) => claim.lostLeases === lostLeasesMax - 1);
    if (waiting.length === 0) return claims;
    suspect ??= waiting.shift() ?? null;
    const dueAt = waiting.map((_, place) => later(now(), (place + 1) * suspectEveryMs));
    await release(waiting, dueAt).catch(onError);
    return claims.filter((claim) => !waiting.includes(claim));
  };
  /** Sets aside feeds that killed too many workers. */
  const quarantine = async (claims: LeasedFeed[]): Promise<void> => {
    const feedIds = claims.map(({ feedId }) => feedId);
    try {
      await quarantineFeeds(pool, feedIds, now());
      onQuarantined(feedIds);
    } finally {
      await release(claims);
    }
  };

  return {
    take: async (count, stopping) => {
      const claims = await queue.take(count, stopping);
      leases.hold(claims);
      const { tooMany = [], few = [] } = Object.groupBy(claims, ({ lostLeases }) =>
        lostLeases >= lostLeasesMax ? "tooMany" : "few",
      );
      // Not thrown: the others must reach their workers. A feed that could not be quarantined now is at its next claim.
      if (tooMany.length > 0) await quarantine(tooMany).catch(onError);
      return keepOneSuspect(few);
    },
    end,
    release: (claims) => release(claims),
  };
}
