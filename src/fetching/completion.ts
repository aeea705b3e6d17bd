import type { ClaimedFeed } from "../feeds/claimed-feed.ts";
import type { FetchPlan } from "../feeds/fetch-plan.ts";
import type { NewItem } from "../items/new-item.ts";

/** All that one attempt leaves behind; saved whole or not at all. */
export type Completion = {
  claim: ClaimedFeed;
  plan: FetchPlan;
  completedAt: Date;
  /** Nobody may ask this lane earlier, and why where a server asked for it. */
  laneFreeAt: Date;
  laneReason: string | null;
  /** Null leaves the stored ones as they are. */
  validators: { url: string; etag: string | null; lastModified: string | null } | null;
  document: StoredDocument | null;
  /** Feeds found on a page that is none itself. */
  discovered: { url: string; title: string | null; type: string | null }[] | null;
  items: NewItem[];
  log: FetchLog;
};

export type StoredDocument = {
  title: string | null;
  siteUrl: string | null;
  description: string | null;
  language: string | null;
  iconUrl: string | null;
  bodyHash: Buffer;
  entriesDigest: Buffer;
  seen: Buffer;
};

export type FetchLog = {
  id: string;
  startedAt: Date;
  outcome: "not-modified" | "same-body" | "parsed" | "failed" | "deferred";
  httpStatus: number | null;
  errorClass: string | null;
  error: string | null;
  errorDetail: string | null;
  request: Record<string, unknown> | null;
  response: Record<string, unknown> | null;
  wireBytes: number | null;
  decodedBytes: number | null;
  unchanged: number;
  discarded: number;
  failed: number;
  metadata: Record<string, unknown> | null;
};

/** `updatedFrom` are the ids of the entries that `updated` was changed by, in the same order. `saved` is false when the lease was lost meanwhile: somebody else has the feed, and nothing was written. */
export type CompletionResult = {
  saved: boolean;
  created: string[];
  updated: string[];
  updatedFrom: string[];
  nextRunAt: Date | null;
};
