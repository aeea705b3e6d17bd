import type pg from "pg";
import type { OfferedFeed } from "./feed-list.ts";
import { type FeedSettings, withFixedInterval } from "./feed-settings.ts";
import { type AddedFeed, addFeeds, type NewFeed } from "./feed-store.ts";
import { later } from "../time.ts";

/** `flags` and `headers` are for all of them; a flag wins over what a list says about its feed. */
export type Offer = { feeds: OfferedFeed[]; flags: Partial<FeedSettings>; headers: Buffer | null };

export type AddParts = {
  pool: pg.Pool;
  /** FETCHER_DOMAIN_LANES. */
  lanes: number;
  /** New feeds are first fetched within this time, one after another. */
  spreadMs: number;
  now: Date;
};

export type AddedByOperator = AddedFeed & { url: string; nextRunAt: Date | null };

// One transaction each: big enough to wait for the disk seldom, small enough to stop soon when asked to.
const feedsPerBatch = 250;

// For everybody to read, and not fetched until told otherwise.
const operatorsFeed = { published: true, enabled: false, polling: false, enforceFeedDomain: true };

/** Adds what an operator names, by hand or in a list, and yields a batch when it is saved. */
export async function* addForEverybody(
  { pool, lanes, spreadMs, now }: AddParts,
  { feeds, flags, headers }: Offer,
): AsyncGenerator<AddedByOperator[], void, undefined> {
  const wanted = feeds.map(({ url, settings }): NewFeed => ({
    ...operatorsFeed,
    ...withFixedInterval(settings),
    ...flags,
    url,
    headers,
  }));
  const staggered = stagger(wanted, spreadMs, now);
  for (let at = 0; at < staggered.length; at += feedsPerBatch) {
    const batch = staggered.slice(at, at + feedsPerBatch);
    const added = await addFeeds(pool, batch, lanes, now);
    yield batch.map(({ url, firstRunAt = null }, index) => {
      const { kind, id } = added[index] as AddedFeed;
      return { kind, id, url, nextRunAt: kind === "added" ? firstRunAt : null };
    });
  }
}

// Feeds that start together stay together. So each one starts a second after the one before, and all of them within the
// usual interval.
const gapMsMax = 1_000;

/** When the feed at `index` of `count` added at once is first due. */
export function firstRunAt(index: number, count: number, spreadMsMax: number, now: Date): Date {
  const gapMs = Math.min(gapMsMax, spreadMsMax / count);
  return later(now, Math.round(index * gapMs));
}

/** Gives feeds that are added at once their first due times: only those that are enabled and polling have one. */
export function stagger(feeds: NewFeed[], spreadMsMax: number, now: Date): NewFeed[] {
  const isScheduled = ({ enabled, polling }: NewFeed) => enabled && polling;
  const count = feeds.filter(isScheduled).length;
  let index = -1;
  return feeds.map((feed) => {
    if (!isScheduled(feed)) return { ...feed, firstRunAt: null };
    index += 1;
    return { ...feed, firstRunAt: firstRunAt(index, count, spreadMsMax, now) };
  });
}
