import { uuidV7 } from "../ids.ts";
import type { ClaimedFeed } from "../schedule/claimed-feed.ts";
import { planNextFetch } from "../schedule/policy/fetch-policy.ts";
import { later } from "../time.ts";
import { buildFetchLog } from "./build-fetch-log.ts";
import type { Completion } from "./completion.ts";
import type { FetchedFeed, FetchParts } from "./fetch-feed.ts";
import { nothingStored } from "./interpret-answer.ts";

/** Our own code threw during the fetch. That is not the feed's fault: it counts as no failure, and the feed is tried again. */
export function completeAfterFetchError(
  { limits, now, random, hostDelayMs }: FetchParts,
  claim: ClaimedFeed,
  error: unknown,
): FetchedFeed {
  const at = now();
  const reading = nothingStored({ kind: "deferred", reason: "not-saved" });
  const plan = planNextFetch({ state: claim.state, outcome: reading.outcome, limits, now: at, random });
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const failure = { kind: "aborted" as const, message: "The request was stopped.", detail };
  const log = buildFetchLog({
    id: uuidV7(at),
    startedAt: at,
    reading,
    result: { kind: "failed", failure, hops: [], durationMs: 0 },
    sent: { ifNoneMatch: null, ifModifiedSince: null },
  });
  const completion = {
    claim,
    plan,
    completedAt: at,
    laneFreeAt: later(at, hostDelayMs),
    laneReason: null,
    validators: null,
    document: null,
    discovered: null,
    items: [],
    log,
  };
  return { completion, reading };
}

const reasonCharsMax = 300;
const stackCharsMax = 2_000;

/**
 * The database refused the result. The attempt becomes a failure of this feed: without its document and validators, so that
 * the next fetch, after the usual backoff, gets the whole document again.
 */
export function completeAfterSaveError(
  completion: Completion,
  error: unknown,
  { limits, random }: Pick<FetchParts, "limits" | "random">,
): Completion {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, reasonCharsMax);
  const message = `The items could not be saved: ${reason}`;
  const { claim, completedAt, log } = completion;
  const plan = planNextFetch({
    state: claim.state,
    outcome: { kind: "failed", failure: "other", httpStatus: log.httpStatus, message, retryAfterAt: null },
    limits,
    now: completedAt,
    random,
  });
  return {
    ...completion,
    plan,
    validators: null,
    document: null,
    discovered: null,
    items: [],
    log: {
      ...log,
      outcome: "failed",
      errorClass: "other",
      error: message,
      errorDetail: stackOf(error),
      metadata: null,
      response: null,
    },
  };
}

/** Shows the operator where in our code it happened. Without U+0000, which PostgreSQL rejects and may just have rejected. */
function stackOf(error: unknown): string | null {
  return error instanceof Error ? ((error.stack ?? null)?.replaceAll("\0", "").slice(0, stackCharsMax) ?? null) : null;
}
