import { chooseNextRun } from "./choose-next-run.ts";
import { planAfterFailure } from "./failure-policy.ts";
import type { DeferredOutcome } from "./fetch-outcome.ts";
import type { FetchPlan, PlanRequest } from "./fetch-plan.ts";
import { later } from "../../time.ts";
import { planAfterSuccess } from "./success-policy.ts";

const deferralMs = 60_000;

export function planNextFetch(request: PlanRequest): FetchPlan {
  const { outcome } = request;
  if (outcome.kind === "fetched") return planAfterSuccess({ ...request, outcome });
  if (outcome.kind === "failed") return planAfterFailure({ ...request, outcome });
  return planAfterDeferral({ ...request, outcome });
}

// Whether the feed polls or not: the work that was asked for is still to be done.
function planAfterDeferral(request: PlanRequest<DeferredOutcome>): FetchPlan {
  const { memory } = request.state;
  return {
    ...chooseNextRun([{ rule: request.outcome.reason, at: later(request.now, deferralMs) }], memory, request),
    status: null,
    error: null,
    suspended: false,
    hostBlockedUntil: null,
    memory,
  };
}
