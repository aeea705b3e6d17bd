import type { FetchFailure } from "./failure-rules.ts";
import type { DocumentHints } from "./server-hints.ts";

// What one attempt to fetch a feed brought.
export type FetchOutcome = FetchedOutcome | FailedOutcome | DeferredOutcome;

// freshnessSeconds as parseFreshness gives it, from a 200 and a 304 alike. `changed` says that the digest of the
// items differs, not the body: a moving lastBuildDate is no change.
export type FetchedOutcome =
  | { kind: "fetched"; via: "not-modified" | "same-body"; freshnessSeconds: number | null }
  | { kind: "fetched"; via: "parsed"; freshnessSeconds: number | null; changed: boolean; hints: DocumentHints };

// `message` is for the person; retryAfterAt as parseRetryAfter gives it.
export type FailedOutcome = {
  kind: "failed";
  failure: FetchFailure;
  httpStatus: number | null;
  message: string;
  retryAfterAt: Date | null;
};

// Not the feed's fault, and not counted: a redirect led to a busy host, this process is stopping, the result could not
// be saved, or the server would not take our validators and has not been asked without them yet.
export type DeferredOutcome = {
  kind: "deferred";
  reason: "host-busy" | "stopping" | "not-saved" | "validators-refused";
};
