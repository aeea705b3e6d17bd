import type { ClaimedFeed } from "../schedule/claimed-feed.ts";
import type { FetchPlan } from "../schedule/policy/fetch-plan.ts";
import type { NewItem } from "../items/save-items-store.ts";

/** Everything one attempt saves, in one transaction. */
export type Completion = {
  claim: ClaimedFeed;
  plan: FetchPlan;
  completedAt: Date;
  /** No request to this lane before that time; `laneReason` says why, if a server asked for the wait. */
  laneFreeAt: Date;
  laneReason: string | null;
  /** Null keeps the stored ones. */
  validators: { url: string; etag: string | null; lastModified: string | null } | null;
  document: StoredDocument | null;
  /** Feeds found on a page that is not a feed. */
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

/**
 * `saved` is false if the lease was lost meanwhile: another worker has the feed, and nothing was written. `updatedFrom` holds,
 * in the order of `updated`, the ids of the parsed items that changed those stored ones.
 */
export type CompletionResult = {
  saved: boolean;
  created: string[];
  updated: string[];
  updatedFrom: string[];
  nextRunAt: Date | null;
};
