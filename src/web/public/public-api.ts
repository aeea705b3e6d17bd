import type pg from "pg";
import { createPrefixLength, type PrefixLength } from "./prefix-length.ts";
import { createPublicDocuments, type PublicDocuments } from "./public-documents.ts";
import { createRateLimit, type RateLimit, usualRate } from "./rate-limit.ts";

/** What the public routes of one process share. */
export type PublicApi = {
  pool: pg.Pool;
  documents: PublicDocuments;
  prefixLength: PrefixLength;
  rateLimit: RateLimit;
};

export function createPublicApi(pool: pg.Pool, publicOrigin: string): PublicApi {
  return {
    pool,
    documents: createPublicDocuments({ pool, publicOrigin, nowMs: Date.now }),
    prefixLength: createPrefixLength(pool, Date.now),
    rateLimit: createRateLimit(() => performance.now(), usualRate),
  };
}
