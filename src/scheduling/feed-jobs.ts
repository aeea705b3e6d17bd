import type pg from "pg";
import { buryFeeds, lostLeasesMax } from "../feeds/dead-letter-store.ts";
import type { FetchQueue } from "./fetch-queue.ts";
import type { LeaseKeeper } from "./lease-keeper.ts";
import type { LeasedFeed } from "./leased-feed.ts";
import { releaseClaims } from "./lease-store.ts";

type Options = {
  pool: pg.Pool;
  queue: Pick<FetchQueue, "take" | "finish">;
  leases: Pick<LeaseKeeper, "hold" | "letGo">;
  run: (claim: LeasedFeed) => Promise<void>;
  now: () => Date;
  onBuried: (feedIds: string[]) => void;
  onError: (error: unknown) => void;
};

export type FeedJobs = {
  take: FetchQueue["take"];
  run: (claim: LeasedFeed) => Promise<void>;
  /** Gives back what was never begun. */
  release: (claims: LeasedFeed[]) => Promise<void>;
};

// About what a fetch takes. Those that wait for their last chance come back one after the other: all at once, one of them
// would be fetched and the others wait again, and two hundred after a storm would take a quarter of an hour.
const chanceMs = 250;

/** A claim from its first moment to its last: held, worked on, let go. */
export function feedJobs(options: Options): FeedJobs {
  const { pool, queue, leases, now, onBuried, onError } = options;

  let lastChance: LeasedFeed | null = null;

  const end = async (claim: LeasedFeed): Promise<void> => {
    if (claim === lastChance) lastChance = null;
    leases.letGo(claim);
    await queue.finish(claim.feedId);
  };
  const release = async (claims: LeasedFeed[], dueAt?: Date[]): Promise<void> => {
    try {
      await releaseClaims(pool, claims, dueAt);
    } finally {
      // What could not be given back is let go all the same: its lease ends by itself.
      await Promise.all(claims.map(end));
    }
  };
  /**
   * Of those that one more death would condemn, this process fetches one at a time: however often a feed was asked beside
   * a deadly one, they are not buried together. Returns whom to fetch now.
   */
  const keepOneChance = async (claims: LeasedFeed[]): Promise<LeasedFeed[]> => {
    const waiting = claims.filter((claim) => claim.lostLeases === lostLeasesMax - 1);
    if (waiting.length === 0) return claims;
    lastChance ??= waiting.shift() ?? null;
    const dueAt = waiting.map((_, place) => new Date(now().getTime() + (place + 1) * chanceMs));
    await release(waiting, dueAt).catch(onError);
    return claims.filter((claim) => !waiting.includes(claim));
  };
  /** Keeps from this process what killed others before it. */
  const bury = async (claims: LeasedFeed[]): Promise<void> => {
    const feedIds = claims.map(({ feedId }) => feedId);
    try {
      await buryFeeds(pool, feedIds, now());
      onBuried(feedIds);
    } finally {
      await release(claims);
    }
  };

  return {
    take: async (count, stopping) => {
      const claims = await queue.take(count, stopping);
      leases.hold(claims);
      const { deadly = [], harmless = [] } = Object.groupBy(claims, ({ lostLeases }) =>
        lostLeases >= lostLeasesMax ? "deadly" : "harmless",
      );
      // Not thrown: the others must reach their workers. What could not be buried is, at its next claim.
      if (deadly.length > 0) await bury(deadly).catch(onError);
      return keepOneChance(harmless);
    },
    run: async (claim) => {
      try {
        await options.run(claim);
      } finally {
        await end(claim);
      }
    },
    release: (claims) => release(claims),
  };
}
