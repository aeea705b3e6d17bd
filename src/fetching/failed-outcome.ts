import { classifyStatus } from "../schedule/policy/classify-status.ts";
import type { FetchFailure } from "../schedule/policy/failure-rules.ts";
import type { FetchOutcome } from "../schedule/policy/fetch-outcome.ts";
import type { GivenUp } from "../job.ts";
import { parseRetryAfter } from "../http-dates.ts";
import { namesAddress } from "../http-client/check-url.ts";
import { type GuardedResponse, type GuardedResult, wasAnswered } from "../http-client/guarded-get.ts";
import type { Failed, HttpFailure } from "../http-client/http-failure.ts";
import type { NotAFeed } from "./parsing/parse-result.ts";

/** No answer: what the HTTP client reports, as the fetch policy knows it. */
export function outcomeOfFailure(
  url: string,
  result: Extract<GuardedResult, Failed>,
  givenUp: GivenUp | null,
): FetchOutcome {
  const { failure } = result;
  if (failure.kind === "host-busy") return { kind: "deferred", reason: "host-busy" };
  if (failure.kind === "aborted" && givenUp !== "job-timeout") return { kind: "deferred", reason: "stopping" };
  const message = messageOf(url, result);
  return { kind: "failed", failure: classes[failure.kind], httpStatus: null, message, retryAfterAt: null };
}

function messageOf(url: string, result: Extract<GuardedResult, Failed>): string {
  const { failure } = result;
  if (failure.kind === "aborted") return "The feed took too long.";
  const isAddress = failure.kind === "blocked" && failure.what === "address";
  // A person who typed an IP address learns nothing new from this. We never tell what a name or a redirect leads to.
  if (isAddress && !wasAnswered(result) && namesAddress(new URL(url))) {
    return "This is a private address, which this server does not fetch. Ask its operator.";
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
  "html-page": "This is a web page, not a feed.",
  "login-page": "The server shows a login page instead of the feed.",
  "bot-wall": "The server takes us for a robot and shows a check page instead of the feed.",
  json: "This is JSON, but not a JSON Feed.",
  "other-xml": "This is XML, but not a feed.",
  text: "This is text, not a feed.",
};
