import { type FeedSettings, parseSetting } from "./feed-settings.ts";
import { parseFeedUrl } from "./new-feed.ts";

/**
 * A list of feeds to be taken over: what could be read of it, and where it is not what it should be. `unnamedFaults`
 * are counted and not told: a file can have a fault every few bytes, and each is told with its place.
 */
export type FeedList = {
  feeds: OfferedFeed[];
  /** Folders without a feed, which would be lost otherwise. */
  emptyFolders: string[];
  faults: ListFault[];
  unnamedFaults: number;
};

/** `folder`: nested ones are written "A / B". */
export type OfferedFeed = { url: string; settings: Partial<FeedSettings>; folder?: string };

/** `where` is for a person: "line 3, column 7". */
export type ListFault = { where: string; sentence: string };

export const listedFeedsMax = 100_000;
export const listedFaultsMax = 200;

export type GrowingList = ReturnType<typeof createFeedList>;

export function createFeedList() {
  const feeds: OfferedFeed[] = [];
  const emptyFolders: string[] = [];
  const faults: ListFault[] = [];
  let unnamedFaults = 0;
  return {
    /** False where the list is full. */
    addFeed: (feed: OfferedFeed) => feeds.length < listedFeedsMax && feeds.push(feed) > 0,
    addEmptyFolder: (folder: string) => {
      if (emptyFolders.length < listedFaultsMax) emptyFolders.push(folder);
    },
    addFault: (fault: ListFault) => {
      if (faults.length < listedFaultsMax) faults.push(fault);
      else unnamedFaults += 1;
    },
    /** What ends the reading, or makes all of it doubtful, is told first and never left out. */
    addFirst: (fault: ListFault) => void faults.unshift(fault),
    finish: (): FeedList => ({ feeds, emptyFolders, faults, unnamedFaults }),
  };
}

/** The JSON that `feed export` writes: `{ "feeds": [{ "url": …, any setting … }] }`. */
export function parseFeedList(text: string): FeedList {
  const json = parseOrExplain(text);
  const list = createFeedList();
  if (json.kind === "wrong") {
    list.addFirst(json.fault);
    return list.finish();
  }
  const listed = isObject(json.value) ? json.value["feeds"] : null;
  if (!Array.isArray(listed) || listed.length > listedFeedsMax) {
    const sentence = `It must be { "feeds": [ … ] } with at most ${listedFeedsMax} feeds.`;
    list.addFirst({ where: "line 1, column 1", sentence });
    return list.finish();
  }
  for (const [index, value] of listed.entries()) {
    const read = readFeed(value);
    if (read.kind === "feed") list.addFeed(read.feed);
    else list.addFault({ where: `feed ${index + 1}`, sentence: read.sentence });
  }
  return list.finish();
}

type Json = { kind: "json"; value: unknown } | { kind: "wrong"; fault: ListFault };

function parseOrExplain(text: string): Json {
  try {
    return { kind: "json", value: JSON.parse(text) };
  } catch (error) {
    // V8 names the place in its own words: by line and column, or by what stands there.
    return { kind: "wrong", fault: { where: "as JSON", sentence: `${error instanceof Error ? error.message : ""}.` } };
  }
}

type Read = { kind: "feed"; feed: OfferedFeed } | { kind: "wrong"; sentence: string };

function readFeed(value: unknown): Read {
  if (!isObject(value)) return { kind: "wrong", sentence: "It is no object." };
  const { url, ...written } = value;
  const address = parseFeedUrl(String(url));
  if (address.kind === "wrong")
    return { kind: "wrong", sentence: `"${String(url).slice(0, 200)}": ${address.sentence}` };
  const feed: OfferedFeed = { url: address.url, settings: {} };
  for (const [name, setting] of Object.entries(written)) {
    const parsed = parseSetting(name, setting);
    if (parsed.kind === "wrong") return parsed;
    Object.assign(feed.settings, parsed.setting);
  }
  return { kind: "feed", feed };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
