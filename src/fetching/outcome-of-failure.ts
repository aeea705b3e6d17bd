import { namesAddress } from "../http-client/check-url.ts";
import { type GuardedResult, wasAnswered } from "../http-client/guarded-get.ts";
import type { Failed, HttpFailure } from "../http-client/http-failure.ts";
import type { FetchFailure } from "../feeds/failure-rules.ts";
import type { FetchOutcome } from "../feeds/fetch-outcome.ts";
import type { GivenUp } from "../feeds/given-up.ts";

/** What the transport calls a failure, as the fetch policy knows it. */
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
  // Who typed the address itself learns nothing from this; what a name or a redirect leads to stays untold.
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
