import { planNextFetch } from "../feeds/fetch-policy.ts";
import type { Completion } from "./completion.ts";
import type { FetchParts } from "./fetch-feed.ts";

const reasonCharsMax = 300;
const stackCharsMax = 2_000;

/** The same attempt, as the failure it has become: nothing of the document, no validators, tried again by the backoff (C24). */
export function notSaved(
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

/** For the operator: where in our code it happened. PostgreSQL stores no U+0000, which may be what it refused. */
function stackOf(error: unknown): string | null {
  return error instanceof Error ? ((error.stack ?? null)?.replaceAll("\0", "").slice(0, stackCharsMax) ?? null) : null;
}
