import type { Completion, FetchLog } from "./completion-store.ts";
import type { Circumstances, FetchOutcome } from "../schedule/policy/fetch-state.ts";
import { isDatabaseUnavailable } from "../database/unavailable.ts";
import { nothingStored, type Reading } from "./interpret-answer.ts";
import { type GuardedResult, wasAnswered } from "../http-client/guarded-client.ts";
import { isMachineExhausted } from "../http-client/http-failure.ts";
import { uuidV7 } from "../ids.ts";
import type { ClaimedFeed } from "../schedule/lease.ts";
import { planNextFetch } from "../schedule/policy/fetch-policy.ts";
import { later } from "../time.ts";

export type FetchedFeed = { completion: Completion; reading: Reading };

type ErrorParts = Pick<Circumstances, "limits" | "random"> & { now: () => Date; hostDelayMs: number };

/**
 * Our own code threw during the fetch. If the database or the machine is at fault, the feed is tried again soon, and nothing is
 * counted. A mistake of ours, though, would be made again with the same document: it counts as a failure, or the publisher would
 * be asked every minute, and nobody would see why nothing new comes.
 */
export function completeAfterFetchError(
  { limits, now, random, hostDelayMs }: ErrorParts,
  claim: ClaimedFeed,
  error: unknown,
): FetchedFeed {
  const at = now();
  const isPassing = isDatabaseUnavailable(error) || isMachineExhausted(error);
  const reading = nothingStored(isPassing ? { kind: "deferred", reason: "not-saved" } : ourMistake(error));
  const plan = planNextFetch({ state: claim.state, outcome: reading.outcome, limits, now: at, random });
  const detail = stackOf(error) ?? String(error);
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
    laneMemory: claim.laneMemory,
    laneRequests: 0,
    laneEarly: 0,
    validators: null,
    document: null,
    discovered: null,
    items: [],
    log,
  };
  return { completion, reading };
}

function ourMistake(error: unknown): FetchOutcome {
  const message = `This server failed while fetching: ${reasonOf(error)}`;
  return { kind: "failed", failure: "other", httpStatus: null, message, retryAfterAt: null };
}

const reasonCharsMax = 300;
const stackCharsMax = 2_000;

/** Without U+0000, which PostgreSQL rejects and may just have rejected. */
function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return reason.replaceAll("\0", "").slice(0, reasonCharsMax);
}

/**
 * The database refused the result. The attempt becomes a failure of this feed: without its document and validators, so that
 * the next fetch, after the usual backoff, gets the whole document again.
 */
export function completeAfterSaveError(
  completion: Completion,
  error: unknown,
  { limits, random }: Pick<ErrorParts, "limits" | "random">,
): Completion {
  const message = `The items could not be saved: ${reasonOf(error)}`;
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

/** Shows the operator where in our code it happened. */
function stackOf(error: unknown): string | null {
  return error instanceof Error ? ((error.stack ?? null)?.replaceAll("\0", "").slice(0, stackCharsMax) ?? null) : null;
}

export type SentValidators = { ifNoneMatch: string | null; ifModifiedSince: string | null };
type Attempt = { id: string; startedAt: Date; reading: Reading; result: GuardedResult; sent: SentValidators };

// Headers that help to explain a fetch afterwards. Cookies and the like are private.
const keptHeaders = [
  "content-type",
  "content-encoding",
  "content-length",
  "cache-control",
  "age",
  "expires",
  "date",
  "etag",
  "last-modified",
  "retry-after",
  "server",
  "location",
];
const headerCharsMax = 500;
const detailCharsMax = 2_000;

/** One row per attempt, with everything needed to check from the log alone that we were polite. */
export function buildFetchLog({ id, startedAt, reading, result, sent }: Attempt): FetchLog {
  const { outcome, selection, metadata } = reading;
  const response = result.kind === "response" ? result : null;
  return {
    id,
    startedAt,
    outcome: outcome.kind === "fetched" ? outcome.via : outcome.kind,
    httpStatus: response?.status ?? null,
    errorClass: outcome.kind === "failed" ? outcome.failure : null,
    error: outcome.kind === "failed" ? outcome.message : outcome.kind === "deferred" ? outcome.reason : null,
    errorDetail:
      result.kind === "failed" ? result.failure.detail.slice(0, detailCharsMax) : (response?.snippet ?? null),
    request: sent.ifNoneMatch === null && sent.ifModifiedSince === null ? null : sent,
    response: {
      ...(response === null ? {} : { url: response.url, headers: headersOf(response.headers) }),
      hops: hopsOf(result),
    },
    wireBytes: response?.wireBytes ?? null,
    decodedBytes: response?.decodedBytes ?? null,
    unchanged: selection.unchanged,
    discarded: selection.discarded,
    failed: selection.errors.length,
    metadata: Object.keys(metadata).length === 0 ? null : metadata,
  };
}

function headersOf(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept = keptHeaders.flatMap((name) => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value.slice(0, headerCharsMax)] as const];
  });
  return Object.fromEntries(kept);
}

/** Only for redirects, followed or refused: a single hop adds nothing to the row. */
function hopsOf(result: GuardedResult): { url: string; status: number | null }[] | undefined {
  const { hops } = result;
  const hadRedirect = hops.length > 1 || (result.kind === "failed" && wasAnswered(result));
  return !hadRedirect ? undefined : hops.map(({ url, status }) => ({ url, status }));
}
