import type pg from "pg";
import { gunzipSync } from "node:zlib";
import { asAnybody } from "../../database/transaction.ts";
import {
  type BuiltRss,
  findServedFeed,
  loadFeedToPublish,
  type StoredRss,
} from "../../publishing/cached-feed-store.ts";
import { etagOf, itemsPerFeed } from "../../publishing/publish-feed.ts";
import { type CachedFeed, createFeedCache, type Found } from "../../publishing/feed-cache.ts";
import { filterByScore } from "../../publishing/present-item.ts";
import { findSiteItems } from "../../publishing/public-item-store.ts";
import { createDocument, pack } from "./document.ts";
import { type FeedFormat, rss } from "./feed-formats.ts";
import { buildItemAnswer } from "./item-answer.ts";

export type FeedQuestion = { format: FeedFormat; url: string; maxScore: number | null };
/** `isGzip`: whether the asker takes it. Packing is a tenth of what a site costs, and not done for others. */
type SiteQuestion = { root: string; maxScore: number | null; isGzip: boolean };
export type PublicDocuments = {
  findFeed: (question: FeedQuestion) => Promise<Found>;
  peekFeed: (question: FeedQuestion) => CachedFeed | undefined;
  findSite: (question: SiteQuestion) => Promise<Found>;
  /** A feed changed, or who may read it. */
  invalidate: (feedId: string) => void;
  clear: () => void;
};
/** `publish` builds a clean feed that is out of date, and returns what it stored. */
type DocumentParts = {
  pool: pg.Pool;
  publicOrigin: string;
  nowMs: () => number;
  publish: (feedId: string) => Promise<BuiltRss | null>;
  /** The header Link of the clean feed with this address; absent without a hub. */
  linkOf?: ((selfUrl: string) => string) | undefined;
};

const siteLimits = { bytesMax: 16_000_000, entriesMax: 1_000, missingForMs: 5_000 };
const siteItemsMax = 30;
const siteFeedsMax = 500;

/** What is served over and over. The database is asked once for each, until a feed changes. */
export function createPublicDocuments(parts: DocumentParts): PublicDocuments {
  const feeds = createFeedCache(parts.nowMs);
  // A site has many feeds, and a new one may join it: any change may be one of them.
  const sites = createFeedCache(parts.nowMs, siteLimits);
  return {
    findFeed: (question) => feeds.get(keyOf(question), () => loadFeed(parts, question)),
    peekFeed: (question) => feeds.peek(keyOf(question)),
    findSite: (question) => sites.get(keyOfSite(question), () => loadSite(parts, question)),
    invalidate: (feedId) => {
      feeds.invalidate(feedId);
      sites.clear();
    },
    clear: () => {
      feeds.clear();
      sites.clear();
    },
  };
}

function keyOf({ format, url, maxScore }: FeedQuestion): string {
  return `${format.path} ${maxScore} ${url}`;
}

function keyOfSite({ root, maxScore, isGzip }: SiteQuestion): string {
  return `${isGzip} ${maxScore} ${root}`;
}

function loadFeed(parts: DocumentParts, question: FeedQuestion): Promise<Found> {
  const isStored = question.format === rss && question.maxScore === null;
  return isStored ? loadStored(parts, question.url) : loadBuilt(parts, question);
}

/** The clean feed, up to date: the first who asks after a change builds it. Null: there is no such feed. */
async function findCurrent({ pool, publish }: DocumentParts, url: string): Promise<BuiltRss | StoredRss | null> {
  const served = await findServedFeed(pool, url);
  if (served === null || !served.isStale) return served && served.stored;
  // Nothing was stored: it is as it was, another process was faster, or it changes too fast and is served as last built.
  return (await publish(served.feedId)) ?? (await findServedFeed(pool, url, { evenStale: true }))?.stored ?? null;
}

async function loadStored(parts: DocumentParts, url: string): Promise<Found> {
  const stored = await findCurrent(parts, url);
  if (stored === null) return "missing";
  const { feedId, gzip, etag, updatedAt } = stored;
  const body = "xml" in stored ? stored.xml : gunzipSync(gzip);
  const link = parts.linkOf?.(`${parts.publicOrigin}/rss?url=${encodeURIComponent(stored.url)}`);
  return { feedId, body, gzip, etag, updatedAt, ...(link === undefined ? {} : { link }) };
}

async function loadBuilt(parts: DocumentParts, question: FeedQuestion): Promise<Found> {
  const { format, url, maxScore } = question;
  const { pool, publicOrigin } = parts;
  const stored = await findCurrent(parts, url);
  if (stored === null) return "missing";
  const { feedId, updatedAt } = stored;
  const found = await asAnybody(pool, (tx) => loadFeedToPublish(tx, feedId, itemsPerFeed));
  if (found === null) return "missing";
  const { feed, items } = found;
  const filter = maxScore === null ? "" : `&max_score=${maxScore}`;
  const selfUrl = `${publicOrigin}${format.path}?url=${encodeURIComponent(feed.url)}${filter}`;
  const shown = maxScore === null ? items : filterByScore(items, maxScore);
  const text = format.build({ ...feed, selfUrl }, shown, updatedAt);
  return { feedId, updatedAt, ...(await createDocument(text)) };
}

async function loadSite({ pool, nowMs }: DocumentParts, { root, maxScore, isGzip }: SiteQuestion): Promise<Found> {
  const limits = { feedsMax: siteFeedsMax, itemsPerFeed, countMax: siteItemsMax };
  const items = await asAnybody(pool, (tx) => findSiteItems(tx, { root, maxScore, ...limits }));
  if (items === null) return "missing";
  const body = Buffer.from(JSON.stringify({ root, items: items.map(buildItemAnswer) }));
  const gzip = isGzip ? await pack(body) : body;
  return { feedId: root, updatedAt: new Date(nowMs()), body, gzip, etag: etagOf(body) };
}
