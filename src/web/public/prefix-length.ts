import type pg from "pg";
import { findPrefixLength } from "../../publishing/public-item-store.ts";
import { minuteMs } from "../../time.ts";
import { asAnybody } from "../as-person.ts";

/** How many digits of a page's hash may be asked for. */
export type PrefixLength = () => Promise<number>;

// Who asks for a bucket tells that it is one of so many pages.
const pagesPerBucketMin = 20;
const lengthMax = 16;
// A bucket doubles in months; a client that is a digit behind is told so and asks again.
const knownForMs = 10 * minuteMs;

export function createPrefixLength(pool: pg.Pool, nowMs: () => number): PrefixLength {
  let known: { length: Promise<number>; untilMs: number } | null = null;
  return () => {
    if (known === null || nowMs() >= known.untilMs) {
      const length = asAnybody(pool, (tx) => findPrefixLength(tx, pagesPerBucketMin, lengthMax));
      known = { length, untilMs: nowMs() + knownForMs };
      length.catch(() => (known = null));
    }
    return known.length;
  };
}
