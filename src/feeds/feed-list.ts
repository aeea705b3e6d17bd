import type { FeedSettings } from "./feed-settings.ts";

/**
 * A list of feeds to be taken over: what could be read of it, and where it is not what it should be. `unnamedFaults`
 * are counted and not told: a file can have a fault every few bytes, and each is told with its place.
 */
export type FeedList = { feeds: OfferedFeed[]; faults: ListFault[]; unnamedFaults: number };

export type OfferedFeed = { url: string; settings: Partial<FeedSettings> };

/** `where` is for a person: "line 3, column 7". */
export type ListFault = { where: string; sentence: string };

export const listedFeedsMax = 100_000;
export const listedFaultsMax = 200;

export type GrowingList = ReturnType<typeof createFeedList>;

export function createFeedList() {
  const feeds: OfferedFeed[] = [];
  const faults: ListFault[] = [];
  let unnamedFaults = 0;
  return {
    /** False where the list is full. */
    addFeed: (feed: OfferedFeed) => feeds.length < listedFeedsMax && feeds.push(feed) > 0,
    addFault: (fault: ListFault) => {
      if (faults.length < listedFaultsMax) faults.push(fault);
      else unnamedFaults += 1;
    },
    /** What ends the reading, or makes all of it doubtful, is told first and never left out. */
    addFirst: (fault: ListFault) => void faults.unshift(fault),
    finish: (): FeedList => ({ feeds, faults, unnamedFaults }),
  };
}
