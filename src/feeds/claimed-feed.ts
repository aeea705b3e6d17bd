import type { FeedFetchState } from "./fetch-state.ts";

/** A feed that this process alone may fetch until its lease ends, with all a fetch needs: no further query on the way. */
export type ClaimedFeed = {
  feedId: string;
  leaseId: string;
  lane: string;
  url: string;
  rootDomain: string | null;
  enforceFeedDomain: boolean;
  /** Encrypted, as stored. */
  headers: Buffer | null;
  subscribers: number;
  validators: { url: string; etag: string | null; lastModified: string | null } | null;
  bodyHash: Buffer | null;
  entriesDigest: Buffer | null;
  seen: Buffer | null;
  state: FeedFetchState;
};
