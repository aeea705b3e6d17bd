import { cors } from "hono/cors";
import type pg from "pg";
import { asAnybody } from "../../database/transaction.ts";
import type { BuiltRss } from "../../publishing/cached-feed-store.ts";
import { findPrefixLength } from "../../publishing/public-item-store.ts";
import { minuteMs } from "../../time.ts";
import type { NoteAsked } from "./asked-feeds.ts";
import { prefixLengthHeader } from "./describe-routes.ts";
import { createPublicDocuments, type PublicDocuments } from "./public-documents.ts";
import { createRateLimit, type RateLimit, usualRate } from "./rate-limit.ts";

/** What the public routes of one process share. */
export type PublicApi = {
  pool: pg.Pool;
  documents: PublicDocuments;
  prefixLength: PrefixLength;
  rateLimit: RateLimit;
  noteAsked: NoteAsked;
};

/** `publish` builds a clean feed that is out of date: readers have no right to write one. */
type PublicOptions = {
  noteAsked: NoteAsked;
  publish: (feedId: string) => Promise<BuiltRss | null>;
  linkOf?: ((selfUrl: string) => string) | undefined;
};

export function createPublicApi(pool: pg.Pool, publicOrigin: string, options: PublicOptions): PublicApi {
  const { noteAsked, publish, linkOf } = options;
  return {
    pool,
    noteAsked,
    documents: createPublicDocuments({ pool, publicOrigin, nowMs: Date.now, publish, linkOf }),
    prefixLength: createPrefixLength(pool, Date.now),
    rateLimit: createRateLimit(() => performance.now(), usualRate),
  };
}

/** How many digits of a page's hash clients send. */
type PrefixLength = () => Promise<number>;

// The server learns only that the page is one of at least so many.
const pagesPerBucketMin = 20;
const lengthMax = 16;
// Buckets double in months. A client that is one digit behind is told so and asks again.
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

const preflightSeconds = 86_400;

/** Pages of any origin may read these answers: they are the same for everyone. */
export const anyOrigin = cors({
  allowMethods: ["GET", "HEAD"],
  exposeHeaders: ["ETag", "Retry-After", prefixLengthHeader],
  maxAge: preflightSeconds,
});
