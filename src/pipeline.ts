import { setTimeout as sleep } from "node:timers/promises";
import type { MicroBatch } from "./database/micro-batch.ts";
import { isDatabaseUnavailable } from "./database/unavailable.ts";
import type { Completion, CompletionResult } from "./fetching/completion.ts";
import { fetchFeed } from "./fetching/fetch-feed.ts";
import type { FetchedFeed, FetchParts } from "./fetching/fetch-feed.ts";
import { runHooks } from "./fetching/hooks.ts";
import { completeAfterFetchError, completeAfterSaveError } from "./fetching/complete-after-error.ts";
import type { ClaimedFeed } from "./feeds/claimed-feed.ts";
import { startDeadline } from "./http-client/deadline.ts";
import type { LeaseKeeper } from "./scheduling/lease-keeper.ts";
import type { FetchMetrics } from "./telemetry/metrics.ts";
import type { FetchObserver } from "./telemetry/fetch-observer.ts";

/**
 * READ FIRST. Which stage follows which:
 *
 *     due feed → claim → fetch → save → analyse → publish → serve
 *
 * A stage never calls the next: it returns what happened, and this page says what follows. Between two stages there is
 * only a nudge. A crash here loses that nudge and not the work: what is left to do is a row in a table, and the next
 * sweep finds it.
 */
export type PipelineParts = {
  fetching: FetchParts;
  leases: LeaseKeeper;
  markFetching: MicroBatch<ClaimedFeed, void>;
  completions: MicroBatch<Completion, CompletionResult>;
  moveFeed: (feedId: string, url: string) => Promise<void>;
  /** New or changed items wait for their analysis. */
  nudgeAnalysis: () => void;
  jobTimeoutMs: number;
  observe: FetchObserver;
  metrics: FetchMetrics;
};

/** A claimed feed, to its end. */
export async function runFeed(parts: PipelineParts, claim: ClaimedFeed): Promise<void> {
  const signal = parts.leases.signalOf(claim);
  const deadline = startDeadline(parts.jobTimeoutMs, undefined);
  deadline.signal.addEventListener("abort", () => parts.leases.giveUp(claim, "job-timeout"));
  // Waiting for another host's turn takes neither a worker's slot nor the job's time.
  const withoutSlot: FetchParts["withoutSlot"] = (wait) => deadline.uncounted(() => parts.fetching.withoutSlot(wait));
  parts.observe.started(claim);
  try {
    await parts.markFetching.add(claim).catch((error: unknown) => parts.observe.error(error, claim.feedId));

    const fetched = await fetchFeed({ ...parts.fetching, withoutSlot }, claim, signal).catch((error: unknown) => {
      // A mistake of ours is not the feed's: it is put off, and its host is free for others at once.
      parts.observe.error(error, claim.feedId);
      return completeAfterFetchError(parts.fetching, claim, error);
    });
    if (signal.reason === "lease-lost") return parts.observe.leaseLost(claim);

    const { completion, result } = await save(parts, fetched.completion, signal);
    if (!result.saved) return parts.observe.leaseLost(claim);

    parts.observe.fetched(completion, result);
    await follow(parts, { ...fetched, completion }, result);
  } finally {
    deadline.end();
  }
}

/** What comes after a saved fetch. */
async function follow(
  parts: PipelineParts,
  { completion, reading }: FetchedFeed,
  result: CompletionResult,
): Promise<void> {
  const { feedId, url } = completion.claim;
  if (result.created.length + result.updated.length > 0) parts.nudgeAnalysis();
  if (reading.movedTo !== null && reading.movedTo !== url) await parts.moveFeed(feedId, reading.movedTo);
  await runHooks(parts.fetching.hooks, completion, result, parts.fetching.hookFailed);
}

type Saved = { completion: Completion; result: CompletionResult };

const saveRetryMs = 500;

/**
 * While the database is away the result waits here, for as long as the lease is ours: fetching it again would cost the
 * publisher another request. A result the database refuses is saved as a failure of this feed alone.
 */
async function save(parts: PipelineParts, fetched: Completion, signal: AbortSignal): Promise<Saved> {
  let completion = fetched;
  for (;;) {
    try {
      return { completion, result: await parts.completions.add(completion) };
    } catch (error) {
      if (isDatabaseUnavailable(error)) {
        if (signal.aborted) throw error;
        await sleep(saveRetryMs, undefined, { signal }).catch(() => undefined);
      } else {
        if (completion !== fetched) throw error;
        parts.observe.error(error, fetched.claim.feedId);
        completion = completeAfterSaveError(fetched, error, parts.fetching);
      }
    }
  }
}
