import { type GuardedResult, wasAnswered } from "../http-client/guarded-get.ts";
import type { FetchLog } from "./completion.ts";
import type { Reading } from "./interpret-answer.ts";

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
