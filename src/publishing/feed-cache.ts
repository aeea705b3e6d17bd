export type Found = CachedFeed | "missing";
export type FeedCache = {
  /** `key` identifies one document of a feed with its format and filter; `load` reads it from the database. */
  get: (key: string, load: () => Promise<Found>) => Promise<Found>;
  /** Returns only what is in memory, for callers that cannot wait. */
  peek: (key: string) => CachedFeed | undefined;
  /** The feed has changed: removes all its documents, and every "missing" entry, because it may have been this feed. */
  invalidate: (feedId: string) => void;
  /** Notifications may have been lost (LISTEN had to reconnect): removes everything. */
  clear: () => void;
};

type Limits = LruLimits & { missingForMs: number };
/** Feeds that changed during a load: what it read of them is stale. */
type Watch = { changed: Set<string> | "all" };

const usualLimits: Limits = { bytesMax: 64_000_000, entriesMax: 5_000, missingForMs: 5_000 };

// A feed that changes during each of these loads is served as last read, and not cached.
const loadsMax = 3;

/** One load per key at a time, however many ask. A document read before a change is read again before it is served. */
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

/** A document ready to be sent. `etag` is that of `body`; `gzipEtag` makes the one of `gzip`. */
export type CachedFeed = {
  feedId: string;
  body: Buffer;
  gzip: Buffer;
  etag: string;
  updatedAt: Date;
  /** The header Link, where a hub tells of its changes. */
  link?: string;
};

export type LruLimits = { bytesMax: number; entriesMax: number };
export type FeedLru = {
  get: (key: string) => CachedFeed | undefined;
  set: (key: string, feed: CachedFeed) => void;
  dropFeed: (feedId: string) => void;
  clear: () => void;
};

// Roughly the size of map entries, Buffer headers and the ETag; without it a million empty documents would count as nothing.
const overheadBytes = 1_000;

/** Documents by key; the least recently used is removed first. A feed has several: formats, filters, old addresses. */
export function createFeedLru({ bytesMax, entriesMax }: LruLimits): FeedLru {
  // A Map remembers the order of insertion: the first key is the one not used for longest.
  const feeds = new Map<string, CachedFeed>();
  const keysOfFeed = new Map<string, Set<string>>();
  let bytes = 0;

  const drop = (key: string) => {
    const feed = feeds.get(key);
    if (feed === undefined) return;
    feeds.delete(key);
    bytes -= bytesOf(key, feed);
    const keys = keysOfFeed.get(feed.feedId);
    keys?.delete(key);
    if (keys?.size === 0) keysOfFeed.delete(feed.feedId);
  };

  return {
    get: (key) => {
      const feed = feeds.get(key);
      if (feed !== undefined && feeds.delete(key)) feeds.set(key, feed);
      return feed;
    },
    set: (key, feed) => {
      drop(key);
      // A document that fills the cache alone would evict all others, and then itself.
      if (bytesOf(key, feed) > bytesMax) return;
      feeds.set(key, feed);
      bytes += bytesOf(key, feed);
      keysOfFeed.set(feed.feedId, (keysOfFeed.get(feed.feedId) ?? new Set()).add(key));
      for (const oldest of feeds.keys()) {
        if (bytes <= bytesMax && feeds.size <= entriesMax) break;
        drop(oldest);
      }
    },
    dropFeed: (feedId) => {
      for (const key of keysOfFeed.get(feedId) ?? []) drop(key);
    },
    clear: () => {
      feeds.clear();
      keysOfFeed.clear();
      bytes = 0;
    },
  };
}

function bytesOf(key: string, { body, gzip }: CachedFeed): number {
  return 2 * key.length + body.byteLength + gzip.byteLength + overheadBytes;
}
