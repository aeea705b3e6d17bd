import type pg from "pg";
import { quarantineFeeds, lostLeasesMax } from "../feeds/dead-letter-store.ts";
import type { FetchQueue } from "./queue/fetch-queue.ts";
import type { LeasedFeed } from "../schedule/claimed-feed.ts";
import { releaseClaims } from "../schedule/release-store.ts";
import type { LeaseKeeper } from "./lease-keeper.ts";

type Options = {
  pool: pg.Pool;
  queue: Pick<FetchQueue, "take" | "finish">;
  leases: Pick<LeaseKeeper, "hold" | "letGo">;
  now: () => Date;
  onQuarantined: (feedIds: string[]) => void;
  onError: (error: unknown) => void;
};

export type FeedTaking = {
  /** Claims feeds, and keeps their leases from now on. */
  take: FetchQueue["take"];
  /** The job is over, however it ended. */
  end: (claim: LeasedFeed) => Promise<void>;
  /** Gives back what was never begun. */
  release: (claims: LeasedFeed[]) => Promise<void>;
};

// About as long as a fetch takes. Suspects that are put back become due one after another. If all were due at once, one
// would be fetched and the rest put back again; two hundred of them took a quarter of an hour.
const suspectEveryMs = 250;

/** Brings claimed feeds into this process, without those that kill their workers, and gives back what is not begun. */
export function createFeedTaking(options: Options): FeedTaking {
  const { pool, queue, leases, now, onQuarantined, onError } = options;

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
      // What could not be given back is let go all the same: its lease ends by itself.
      await Promise.all(claims.map(end));
    }
  };
  /**
   * A feed whose worker has died twice is a suspect: one more death and it is quarantined. This process fetches one suspect
   * at a time and puts the others back, so that a harmless feed is not quarantined together with the one that kills
   * workers. Returns the feeds to fetch now.
   */
  const keepOneSuspect = async (claims: LeasedFeed[]): Promise<LeasedFeed[]> => {
    const waiting = claims.filter((claim) => claim.lostLeases === lostLeasesMax - 1);
    if (waiting.length === 0) return claims;
    suspect ??= waiting.shift() ?? null;
    const dueAt = waiting.map((_, place) => new Date(now().getTime() + (place + 1) * suspectEveryMs));
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
      const { deadly = [], harmless = [] } = Object.groupBy(claims, ({ lostLeases }) =>
        lostLeases >= lostLeasesMax ? "deadly" : "harmless",
      );
      // Not thrown: the others must reach their workers. A feed that could not be quarantined now is at its next claim.
      if (deadly.length > 0) await quarantine(deadly).catch(onError);
      return keepOneSuspect(harmless);
    },
    end,
    release: (claims) => release(claims),
  };
}
