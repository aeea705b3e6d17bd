import type { FeedSettings } from "./feed-settings.ts";

/** A list of feeds to be taken over: what could be read of it, and every place where it is not what it should be. */
export type FeedList = { feeds: OfferedFeed[]; faults: ListFault[] };

export type OfferedFeed = { url: string; settings: Partial<FeedSettings> };

/** `where` is for a person: "line 3, column 7". */
export type ListFault = { where: string; sentence: string };

export const listedFeedsMax = 100_000;
