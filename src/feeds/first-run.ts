import { later } from "../time.ts";

// A herd that starts together stays together: each feed gets a second of its own, and all of them their turn within
// the usual interval.
const gapMsMax = 1_000;

/** When the feed at `index` of `count` added at once is first due. */
export function firstRunAt(index: number, count: number, spreadMsMax: number, now: Date): Date {
  const gapMs = Math.min(gapMsMax, spreadMsMax / count);
  return later(now, Math.round(index * gapMs));
}
