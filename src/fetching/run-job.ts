import { setTimeout as sleep } from "node:timers/promises";
import type { MicroBatch } from "../database/micro-batch.ts";
import { isDatabaseUnavailable } from "../database/unavailable.ts";
import type { ClaimedFeed } from "../schedule/claimed-feed.ts";
import type { Job } from "../job.ts";
import type { FetchObserver } from "../telemetry/fetch-observer.ts";
import { completeAfterFetchError, completeAfterSaveError } from "./complete-after-error.ts";
import type { Completion, CompletionResult } from "./completion.ts";
import { fetchFeed, type FetchedFeed, type FetchParts } from "./fetch-feed.ts";
import { runHooks } from "./hooks.ts";

export type JobParts = {
  fetching: FetchParts;
  markFetching: MicroBatch<ClaimedFeed, void>;
  completions: MicroBatch<Completion, CompletionResult>;
  moveFeed: (feedId: string, url: string) => Promise<void>;
  observe: FetchObserver;
};

/** A claimed feed, to its end: fetch, save, and what comes after. `itemsSaved`: new or changed items wait for analysis. */
export async function runJob(parts: JobParts, job: Job, itemsSaved: () => void): Promise<void> {
  const { feed, signal } = job;
  parts.observe.started(feed);
  await parts.markFetching.add(feed).catch((error: unknown) => parts.observe.error(error, feed.feedId));

  const fetched = await fetchFeed(parts.fetching, job).catch((error: unknown) => {
    // A mistake of ours is not the feed's: it is put off, and its lane is free for others at once.
    parts.observe.error(error, feed.feedId);
    return completeAfterFetchError(parts.fetching, feed, error);
  });
  if (signal.reason === "lease-lost") return parts.observe.leaseLost(feed);

  const { completion, result } = await save(parts, fetched.completion, signal);
  if (!result.saved) return parts.observe.leaseLost(feed);

  parts.observe.fetched(completion, result);
  if (result.created.length + result.updated.length > 0) itemsSaved();
  await follow(parts, { ...fetched, completion }, result);
}

/** What comes after a saved fetch. */
async function follow(parts: JobParts, { completion, reading }: FetchedFeed, result: CompletionResult): Promise<void> {
  const { feedId, url } = completion.claim;
  if (reading.movedTo !== null && reading.movedTo !== url) await parts.moveFeed(feedId, reading.movedTo);
  await runHooks(parts.fetching.hooks, completion, result, parts.fetching.hookFailed);
}

type Saved = { completion: Completion; result: CompletionResult };

const saveRetryMs = 500;

/**
 * While the database is away the result waits here, for as long as the lease is ours: fetching it again would cost the
 * publisher another request. A result the database refuses is saved as a failure of this feed alone.
 */
async function save(parts: JobParts, fetched: Completion, signal: AbortSignal): Promise<Saved> {
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
