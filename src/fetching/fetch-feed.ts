import { setTimeout as sleep } from "node:timers/promises";
import type { MicroBatch } from "../database/micro-batch.ts";
import type { ResultBatch } from "./save-results.ts";
import type { SecretBox } from "../database/secret-box.ts";
import { isDatabaseUnavailable } from "../database/unavailable.ts";
import {
  buildFetchLog,
  completeAfterFetchError,
  completeAfterSaveError,
  type FetchedFeed,
  type SentValidators,
} from "./build-completion.ts";
import type { Completion, CompletionResult } from "./completion-store.ts";
import { type FetchHooks, type HookFailed, processItems, runHooks } from "./hooks.ts";
import { interpretAnswer } from "./interpret-answer.ts";
import { acceptedTypes, type FetcherIdentity, openHeaders, userAgent } from "./request-headers.ts";
import { dropBody, type GuardedClient, type GuardedResult } from "../http-client/guarded-client.ts";
import { uuidV7 } from "../ids.ts";
import type { GivenUp, Job } from "../job.ts";
import type { LaneLease, LaneLeases } from "../schedule/lease-lane-store.ts";
import type { ClaimedFeed } from "../schedule/lease.ts";
import { planNextFetch } from "../schedule/policy/fetch-policy.ts";
import type { FetchLimits } from "../schedule/policy/fetch-state.ts";
import type { FetchObserver } from "../telemetry/fetch-observer.ts";
import { later } from "../time.ts";

export type JobParts = {
  fetching: FetchParts;
  markFetching: MicroBatch<ClaimedFeed, void>;
  /** Many results in one statement: save-results.ts. */
  results: ResultBatch;
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
      return { completion, result: await parts.results.add(completion) };
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

export type FetchParts = {
  get: GuardedClient["get"];
  identity: FetcherIdentity;
  secrets: SecretBox;
  laneLeases: LaneLeases;
  now: () => Date;
  hooks: FetchHooks;
  hookFailed: HookFailed;
  limits: FetchLimits;
  random: () => number;
  itemsMax: number;
  strictContentType: boolean;
  hostDelayMs: number;
};

/** One claimed feed: download, interpret, decide. Saves nothing: it releases what is to be saved. */
export async function fetchFeed(parts: FetchParts, job: Job): Promise<FetchedFeed> {
  const leases: LaneLease[] = [];
  let blockedUntil: Date | null = null;
  try {
    const fetched = await fetchUnderLeases(parts, job, leases);
    blockedUntil = fetched.completion.plan.hostBlockedUntil;
    return fetched;
  } finally {
    const last = leases.at(-1);
    await Promise.all(leases.map((lease) => lease.release(lease === last ? blockedUntil : null)));
  }
}

async function fetchUnderLeases(parts: FetchParts, job: Job, leases: LaneLease[]): Promise<FetchedFeed> {
  const { feed: claim, signal } = job;
  const startedAt = parts.now();

  const result = await downloadFeed(parts, job, leases);

  const completedAt = parts.now();
  const { itemsMax, strictContentType, limits, random } = parts;
  const givenUp = signal.aborted ? (signal.reason as GivenUp) : null;
  const reading = interpretAnswer(claim, result, { itemsMax, strictContentType, now: completedAt, givenUp });
  if (result.kind === "response") dropBody(result);
  const items = await processItems(parts.hooks, claim, reading.selection.items, parts.hookFailed);
  const plan = planNextFetch({ state: claim.state, outcome: reading.outcome, limits, now: completedAt, random });

  const log = buildFetchLog({ id: uuidV7(startedAt), startedAt, reading, result, sent: sentValidators(claim) });
  const { validators, document, discovered } = reading;
  // The host that answered asks us to wait. After a redirect that may be another host than the feed's own.
  const blocked = leases.at(-1)?.isOwn ? null : plan.hostBlockedUntil;
  const lane = laneAfter(later(completedAt, parts.hostDelayMs), blocked, plan.error);
  return { completion: { claim, plan, completedAt, ...lane, validators, document, discovered, items, log }, reading };
}

/**
 * One conditional GET. A redirect first takes the lane of its host. If we hold that lane already, it waits for the pause after
 * the lane's last answer. `leases` collects the lanes for the caller, the one asked last at the end; the caller releases them
 * once it knows whether the last host asked us to wait.
 */
async function downloadFeed(parts: FetchParts, job: Job, leases: LaneLease[]): Promise<GuardedResult> {
  const { feed: claim, signal } = job;
  const answeredAt = new Map<string, Date>();
  let lane = claim.lane;
  return parts.get({
    url: claim.url,
    userAgent: userAgent(parts.identity, claim.subscribers),
    accept: acceptedTypes,
    customHeaders: openHeaders(claim.headers, parts.secrets),
    validators: claim.validators,
    signal,
    beforeHop: async (url, hopSignal) => {
      answeredAt.set(lane, parts.now());
      // While a redirect waits for another lane, another feed may use the worker's slot.
      const lease = await job.waitOutside(() => parts.laneLeases.take(url.href, answeredAt, hopSignal));
      if (lease === "busy") return "busy";
      const before = leases.findIndex((one) => one.isOwn && one.lane === lease.lane);
      leases.push(...(before === -1 ? [lease] : leases.splice(before, 1)));
      lane = lease.lane;
      return "go";
    },
  });
}

function sentValidators({ validators }: ClaimedFeed): SentValidators {
  return { ifNoneMatch: validators?.etag ?? null, ifModifiedSince: validators?.lastModified ?? null };
}

function laneAfter(
  free: Date,
  blocked: Date | null,
  reason: string | null,
): Pick<Completion, "laneFreeAt" | "laneReason"> {
  if (blocked === null || blocked <= free) return { laneFreeAt: free, laneReason: null };
  return { laneFreeAt: blocked, laneReason: reason };
}
