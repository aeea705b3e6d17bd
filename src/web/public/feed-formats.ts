import { buildAtom, buildRss } from "../../publishing/build-xml-feed.ts";
import { buildJsonFeed } from "../../publishing/build-json-feed.ts";
import type { PublishedItem } from "../../items/published-item.ts";
import type { PublishedFeed } from "../../publishing/present-feed.ts";

export type FeedFormat = {
  path: string;
  name: string;
  type: string;
  build: (feed: PublishedFeed, items: PublishedItem[], updatedAt: Date) => string;
};

/** The same content in three formats. */
export const rss: FeedFormat = {
  path: "/rss",
  name: "RSS 2.0",
  type: "application/rss+xml; charset=utf-8",
  build: (feed, items, updatedAt) => buildRss(feed, items, updatedAt).xml,
};
const atom: FeedFormat = {
  path: "/atom",
  name: "Atom 1.0",
  type: "application/atom+xml; charset=utf-8",
  build: buildAtom,
};
const jsonFeed: FeedFormat = {
  path: "/feed.json",
  name: "JSON Feed 1.1",
  type: "application/feed+json; charset=utf-8",
  build: buildJsonFeed,
};
export const feedFormats = [rss, atom, jsonFeed];

/** Where everybody reads a published feed. */
export function cleanFeedUrl(publicOrigin: string, feedUrl: string, { path } = rss): string {
  return `${publicOrigin}${path}?url=${encodeURIComponent(feedUrl)}`;
}
