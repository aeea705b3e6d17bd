import type { HttpFailure } from "../http-client/http-failure.ts";
import type { FetchFailure } from "../feeds/failure-rules.ts";
import type { FetchOutcome } from "../feeds/fetch-outcome.ts";
import type { GivenUp } from "../feeds/given-up.ts";

/** What the transport calls a failure, as the fetch policy knows it. */
export function outcomeOfFailure(failure: HttpFailure, givenUp: GivenUp | null): FetchOutcome {
  if (failure.kind === "host-busy") return { kind: "deferred", reason: "host-busy" };
  if (failure.kind === "aborted" && givenUp !== "job-timeout") return { kind: "deferred", reason: "stopping" };
  const message = failure.kind === "aborted" ? "The feed took too long." : failure.message;
  return { kind: "failed", failure: classes[failure.kind], httpStatus: null, message, retryAfterAt: null };
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
