import type pg from "pg";
import { createHash, randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { later } from "../time.ts";
import { buildRss } from "./build-xml-feed.ts";
import { claimStaleFeeds, finishStaleFeed, type StaleFeed } from "../feeds/stale-feed-store.ts";
import { loadFeedToPublish, saveCachedFeed } from "./cached-feed-store.ts";

export type PublishParts = { pool: pg.Pool; now: () => Date; publicOrigin: string; newLeaseId?: () => string };

export const itemsPerFeed = 50;
const feedsPerBatch = 20;
const leaseMs = 60_000;
const compress = promisify(gzip);
const unixEpoch = new Date(0);

/** Rebuilds the XML of feeds whose items changed. Returns how many there were. */
export async function publishFeeds(parts: PublishParts): Promise<number> {
  const now = parts.now();
  const leaseId = (parts.newLeaseId ?? randomUUID)();
  const claim = { now, until: later(now, leaseMs), count: feedsPerBatch, leaseId };
  const stale = await claimStaleFeeds(parts.pool, claim);
  for (const feed of stale) await publishFeed(parts, feed);
  return stale.length;
}

async function publishFeed({ pool, now, publicOrigin }: PublishParts, stale: StaleFeed): Promise<void> {
  const found = await loadFeedToPublish(pool, stale.feedId, itemsPerFeed);
  if (found === null) return;
  const { items, etag: served } = found;
  const feed = { ...found.feed, selfUrl: `${publicOrigin}/rss?url=${encodeURIComponent(found.feed.url)}` };

  // Compared without its date: a feed with the same content is not new, and readers keep their copy.
  const etag = etagOf(Buffer.from(buildRss(feed, items, unixEpoch).xml));
  if (etag !== served) {
    // HTTP and RSS have whole seconds only; Last-Modified and lastBuildDate must agree.
    const updatedAt = new Date(Math.floor(now().getTime() / 1000) * 1000);
    const { header, xml } = buildRss(feed, items, updatedAt);
    const bytes = await compress(xml);
    await saveCachedFeed(pool, {
      feedId: stale.feedId,
      header,
      xml,
      gzip: bytes,
      etag,
      itemRefs: items.map(({ hash }) => hash),
      updatedAt,
    });
  }
  await finishStaleFeed(pool, stale);
}

/** A strong validator (RFC 9110 §8.8.1): equal bytes, equal tag, in every process and after every restart. */
export function etagOf(bytes: Uint8Array): string {
  // 22 characters are 132 bits: two different documents never share one.
  return `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
}

/** The compressed bytes are another representation, so their strong tag must differ (RFC 9110 §8.8.3.3). */
export function gzipEtag(etag: string): string {
  return `${etag.slice(0, -1)}-gzip"`;
}
