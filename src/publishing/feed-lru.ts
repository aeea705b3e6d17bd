/** A document ready to be sent. `etag` is that of `body`; `gzipEtag` makes the one of `gzip`. */
export type CachedFeed = { feedId: string; body: Buffer; gzip: Buffer; etag: string; updatedAt: Date };

export type LruLimits = { bytesMax: number; entriesMax: number };
export type FeedLru = {
  get: (key: string) => CachedFeed | undefined;
  set: (key: string, feed: CachedFeed) => void;
  dropFeed: (feedId: string) => void;
  clear: () => void;
};

// Map entries, Buffer headers and the etag, roughly; without it a million empty documents would count as nothing.
const overheadBytes = 1_000;

/** Documents by key, the least recently used going first. A feed has several: formats, filters, former addresses. */
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
      // One that fills the cache alone would drive out all others, and then itself.
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
