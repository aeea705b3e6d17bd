import { later } from "../time.ts";
import type { NewFeed } from "./feed-store.ts";

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
