import type { NotAFeed } from "./parsing/parse-result.ts";
import { namesAddress } from "../http-client/check-url.ts";
import { type GuardedResponse, type GuardedResult, wasAnswered } from "../http-client/guarded-client.ts";
import type { Failed, HttpFailure } from "../http-client/http-failure.ts";
import { parseRetryAfter } from "../http-dates.ts";
import type { GivenUp } from "../job.ts";
import type { FetchFailure, FetchOutcome } from "../schedule/policy/fetch-state.ts";

/** No answer: what the HTTP client reports, as the fetch policy knows it. */
export function outcomeOfFailure(
  url: string,
  result: Extract<GuardedResult, Failed>,
  { givenUp, hostClosedUntil }: { givenUp: GivenUp | null; hostClosedUntil: Date | null },
): FetchOutcome {
  const { failure } = result;
  if (failure.kind === "host-busy") return { kind: "deferred", reason: "host-busy", until: hostClosedUntil };
  if (failure.kind === "aborted" && givenUp !== "job-timeout") return { kind: "deferred", reason: "stopping" };
  const message = messageOf(url, result);
  return { kind: "failed", failure: classes[failure.kind], httpStatus: null, message, retryAfterAt: null };
}

/** For somebody who cannot change that. The operator is told how (web/feeds/say-failure.ts). */
export const privateAddressSentence = "This is a private address, which this server does not fetch. Ask its operator.";

function messageOf(url: string, result: Extract<GuardedResult, Failed>): string {
  const { failure } = result;
  if (failure.kind === "aborted") return "The feed took too long.";
  const isAddress = failure.kind === "blocked" && failure.what === "address";
  // A person who typed an IP address learns nothing new from this. We never tell what a name or a redirect leads to.
  if (isAddress && !wasAnswered(result) && namesAddress(new URL(url))) {
    return privateAddressSentence;
  }
  return failure.message;
}

const classes: Record<Exclude<HttpFailure["kind"], "host-busy">, FetchFailure> = {
  timeout: "timeout",
  aborted: "timeout",
  dns: "connection",
  connect: "connection",
  tls: "connection",
  protocol: "other",
  "bad-encoding": "other",
  redirect: "other",
  "too-large": "too-large",
  blocked: "blocked",
};

/** An answer with a status that is not a success. */
export function outcomeOfStatus({ status, headers, snippet }: GuardedResponse, now: Date): FetchOutcome {
  const { failure, message } = classifyStatus(status);
  const retryAfterAt = parseRetryAfter(
    { retryAfter: headers["retry-after"] ?? null, date: headers["date"] ?? null },
    now,
  );
  // Our own sentences say enough. Where we only know the number, the server's words help.
  const said = snippet !== null && snippet !== "" && /HTTP \d/.test(message) ? `: ${snippet}` : "";
  return { kind: "failed", failure, httpStatus: status, message: `${message}${said}`, retryAfterAt };
}

/** For the person: what we found instead of a feed. `fileKind` is null for text, which may be quoted. */
export function describeNotAFeed({ why, snippet, candidates }: NotAFeed, fileKind: string | null): string {
  if (fileKind !== null) return `This is ${fileKind}, not a feed.`;
  if (candidates.length > 0) return `${sentences[why]} Feeds found on it: ${candidates.length}.`;
  return snippet === "" ? sentences[why] : `${sentences[why]} It begins: “${snippet}”`;
}

const sentences: Record<NotAFeed["why"], string> = {
  empty: "The server's answer is empty.",
  "cut-off": "The feed breaks off before its first item.",
  "html-page": "This is a web page, not a feed.",
  "login-page": "The server shows a login page instead of the feed.",
  "bot-wall": "The server takes us for a robot and shows a check page instead of the feed.",
  json: "This is JSON, but not a JSON Feed.",
  "other-xml": "This is XML, but not a feed.",
  text: "This is text, not a feed.",
};

// Every HTTP status that is not an answer to work with, as a kind of failure and a sentence for the person.
// Called for 304 too when the request carried no validators.
export function classifyStatus(httpStatus: number): { failure: FetchFailure; message: string } {
  switch (httpStatus) {
    case 304:
      return { failure: "other", message: "The server answered “not modified” to a first request (HTTP 304)" };
    case 400:
      return { failure: "bad-request", message: "Invalid request" };
    case 401:
    case 403:
      return { failure: "unauthorized", message: "Authentication required" };
    case 404:
      return { failure: "not-found", message: "Feed no longer available" };
    case 408:
    case 425:
      return { failure: "other", message: `The server asked to try again later (HTTP ${httpStatus})` };
    case 410:
      return { failure: "gone", message: "Feed no longer available" };
    case 429:
      return { failure: "rate-limited", message: "Rate limited" };
    default:
      return classifyRange(httpStatus);
  }
}

function classifyRange(httpStatus: number): { failure: FetchFailure; message: string } {
  if (httpStatus >= 500) return { failure: "server-error", message: `Server error (HTTP ${httpStatus})` };
  if (httpStatus >= 400) return { failure: "client-error", message: `The server refused (HTTP ${httpStatus})` };
  return { failure: "other", message: `Unexpected answer (HTTP ${httpStatus})` };
}
