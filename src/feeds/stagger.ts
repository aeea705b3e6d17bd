import type { NewFeed } from "./feed-store.ts";
import { firstRunAt } from "./first-run.ts";

/** Gives feeds that are added at once their first due times: only those that are enabled and poll have one. */
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
