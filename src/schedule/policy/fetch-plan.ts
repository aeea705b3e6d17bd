import type { Circumstances, NextRun } from "./choose-next-run.ts";
import type { FetchOutcome } from "./fetch-outcome.ts";
import type { FeedFetchState, FetchMemory } from "./fetch-state.ts";

type FetchStatus = "success" | "temporary_error" | "permanent_error" | "unauthorized";

// What to store after an attempt. status null: the attempt does not count, the stored status and error stay.
// hostBlockedUntil: before this nobody may ask the feed's host, not even for another feed.
export type FetchPlan = NextRun & {
  status: FetchStatus | null;
  error: string | null;
  suspended: boolean;
  hostBlockedUntil: Date | null;
  memory: FetchMemory;
};

export type PlanRequest<Outcome = FetchOutcome> = Circumstances & { state: FeedFetchState; outcome: Outcome };
