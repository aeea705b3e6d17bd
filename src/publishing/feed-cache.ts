import { type CachedFeed, createFeedLru, type LruLimits } from "./feed-lru.ts";

export type Found = CachedFeed | "missing";
export type FeedCache = {
  /** `key` names one document of a feed, its format and filter with it; `load` asks the database for it. */
  get: (key: string, load: () => Promise<Found>) => Promise<Found>;
  /** What is at hand, for those who cannot wait. */
  peek: (key: string) => CachedFeed | undefined;
  /** The feed has changed: all its documents are forgotten, and every "missing", which may have been this feed. */
  invalidate: (feedId: string) => void;
  /** Word of changes may have been lost (LISTEN had to reconnect): everything is forgotten. */
  clear: () => void;
};

type Limits = LruLimits & { missingForMs: number };
/** Which feeds changed while a load is under way: what it read of them is old. */
type Watch = { changed: Set<string> | "all" };

const usualLimits: Limits = { bytesMax: 64_000_000, entriesMax: 5_000, missingForMs: 5_000 };

// A feed that changes during every one of these is served as last read, and not kept.
const loadsMax = 3;

/** One key is loaded once at a time, however many ask; what was read before a change is read again before it is given. */
export function createFeedCache(nowMs: () => number, limits = usualLimits): FeedCache {
  const feeds = createFeedLru(limits);
  const missingUntilMs = new Map<string, number>();
  const loads = new Map<string, { watch: Watch; answer: Promise<Found> }>();

  const keep = (key: string, found: Found) => {
    if (found !== "missing") return feeds.set(key, found);
    missingUntilMs.delete(key);
    missingUntilMs.set(key, nowMs() + limits.missingForMs);
    if (missingUntilMs.size > limits.entriesMax) missingUntilMs.delete(missingUntilMs.keys().next().value ?? "");
  };
  const start = (key: string, load: () => Promise<Found>) => {
    const watch: Watch = { changed: new Set() };
    const answer = loadCurrent(load, watch, (found) => keep(key, found)).finally(() => loads.delete(key));
    loads.set(key, { watch, answer });
    return answer;
  };

  return {
    get: async (key, load) => {
      const feed = feeds.get(key);
      if (feed !== undefined) return feed;
      if (nowMs() < (missingUntilMs.get(key) ?? 0)) return "missing";
      return loads.get(key)?.answer ?? start(key, load);
    },
    peek: feeds.get,
    invalidate: (feedId) => {
      feeds.dropFeed(feedId);
      missingUntilMs.clear();
      for (const { watch } of loads.values()) if (watch.changed !== "all") watch.changed.add(feedId);
    },
    clear: () => {
      feeds.clear();
      missingUntilMs.clear();
      for (const { watch } of loads.values()) watch.changed = "all";
    },
  };
}

async function loadCurrent(load: () => Promise<Found>, watch: Watch, keep: (found: Found) => void): Promise<Found> {
  for (let asked = 1; ; asked += 1) {
    watch.changed = new Set();
    const found = await load();
    const isCurrent = !isOutdated(found, watch.changed);
    if (isCurrent) keep(found);
    if (isCurrent || asked === loadsMax) return found;
  }
}

function isOutdated(found: Found, changed: Watch["changed"]): boolean {
  if (changed === "all") return true;
  return found === "missing" ? changed.size > 0 : changed.has(found.feedId);
}
