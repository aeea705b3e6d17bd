import { uuidV7 } from "../database/uuid-v7.ts";
import type { ClaimedFeed } from "../feeds/claimed-feed.ts";
import { planNextFetch } from "../feeds/fetch-policy.ts";
import { later } from "../feeds/later.ts";
import { buildFetchLog } from "./build-fetch-log.ts";
import type { FetchedFeed, FetchParts } from "./fetch-feed.ts";
import { nothingStored } from "./read-answer.ts";

/** An attempt that failed in ourselves: nothing of it is known, so nothing is stored but that it is tried again. */
export function putOffFetch(
  { limits, now, random, hostDelayMs }: FetchParts,
  claim: ClaimedFeed,
  error: unknown,
): FetchedFeed {
  const at = now();
  const reading = nothingStored({ kind: "deferred", reason: "not-saved" });
  const plan = planNextFetch({ state: claim.state, outcome: reading.outcome, limits, now: at, random });
  const result = { kind: "failed" as const, failure: ourOwn(error), hops: [], durationMs: 0 };
  const log = buildFetchLog({
    id: uuidV7(at),
    startedAt: at,
    reading,
    result,
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

/** For the operator: where in our code it happened. */
function ourOwn(error: unknown) {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { kind: "aborted" as const, message: "The request was stopped.", detail };
}
