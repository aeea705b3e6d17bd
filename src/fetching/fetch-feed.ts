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
import type { NamedHub } from "./find-hub.ts";
import { interpretAnswer } from "./interpret-answer.ts";
import { acceptedTypes, type FetcherIdentity, openHeaders, userAgent } from "./request-headers.ts";
import { dropBody, type GuardedClient, type GuardedResult } from "../http-client/guarded-client.ts";
import { uuidV7 } from "../ids.ts";
import type { GivenUp, Job } from "../job.ts";
import type { LaneLease, LaneLeaseEnd, LaneLeases } from "../schedule/lease-lane-store.ts";
import type { NewItem } from "../items/save-items-store.ts";
import type { ClaimedFeed, FeedReading } from "../schedule/lease.ts";
import { askedUntil } from "../schedule/policy/choose-next-run.ts";
import { planNextFetch } from "../schedule/policy/fetch-policy.ts";
import { budgetUntil, countRequests, type LaneLimits, planLane } from "../schedule/policy/lane-policy.ts";
import type { FetchLimits } from "../schedule/policy/fetch-state.ts";
import type { FetchObserver } from "../telemetry/fetch-observer.ts";
import { later, minuteMs } from "../time.ts";

export type JobParts = {
  fetching: FetchParts;
  markFetching: MicroBatch<ClaimedFeed, void>;
  /** Many results in one statement: save-results.ts. */
  results: ResultBatch;
  moveFeed: (feed: { id: string; url: string }, newUrl: string) => Promise<void>;
  /** Told of each fetch that matters to a hub; absent without WebSub. */
  noteFetch?: ((fetched: NotedFetch) => Promise<void>) | undefined;
  observe: FetchObserver;
};

/** `hub`: what the document names, undefined without a document. `isPushed`: the feed relies on a hub. */
export type NotedFetch = {
  feedId: string;
  hub: NamedHub | null | undefined;
  isPushed: boolean;
  hasNewItems: boolean;
  fetchedBefore: Date | null;
};

/** A claimed feed, to its end: fetch, save, and what comes after. `itemsSaved`: new or changed items wait for analysis. */
export async function runJob(parts: JobParts, job: Job, itemsSaved: () => void): Promise<void> {
  const { feed, signal } = job;
  // It came too late or waited too long. Not marked: a feed that was never asked has killed no worker.
  if (signal.reason === "lease-lost") return parts.observe.leaseLost(feed);
  parts.observe.started(feed);
  await parts.markFetching.add(feed).catch((error: unknown) => parts.observe.error(error, feed.feedId));

  const fetched = await fetchFeed(parts.fetching, job).catch((error: unknown) => {
    // Whatever it was, the feed's lane is free for others at once.
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
  if (reading.movedTo !== null && reading.movedTo !== url) await parts.moveFeed({ id: feedId, url }, reading.movedTo);
  await tellOfFetch(parts, { completion, reading }, result);
  await runHooks(parts.fetching.hooks, completion, result, parts.fetching.hookFailed);
}

/** Most feeds have no hub: for those, nobody is asked. */
async function tellOfFetch(
  parts: JobParts,
  { completion, reading }: FetchedFeed,
  result: CompletionResult,
): Promise<void> {
  const { feedId, state } = completion.claim;
  const isPushed = state.pushUntil !== null && state.pushUntil > completion.completedAt;
  const { hub } = reading;
  if (parts.noteFetch === undefined || (!isPushed && (hub === undefined || hub === null))) return;
  const hasNewItems = result.created.length > 0;
  const fetchedBefore = state.memory.lastSuccessAt;
  await parts
    .noteFetch({ feedId, hub, isPushed, hasNewItems, fetchedBefore })
    .catch((error: unknown) => parts.observe.error(error, feedId));
}

type Saved = { completion: Completion; result: CompletionResult };

/** A result the database refuses is saved as a failure of this feed alone. */
async function save(parts: JobParts, fetched: Completion, signal: AbortSignal): Promise<Saved> {
  const saveOne = async (completion: Completion): Promise<Saved> => ({
    completion,
    result: await onceDatabaseAnswers(() => parts.results.add(completion), signal),
  });
  try {
    return await saveOne(fetched);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    parts.observe.error(error, fetched.claim.feedId);
    return saveOne(completeAfterSaveError(fetched, error, parts.fetching));
  }
}

const writeRetryMs = 500;

/**
 * While the database is away a result waits here, for as long as the lease is ours: fetching it again would cost the publisher
 * another request.
 */
async function onceDatabaseAnswers<Result>(write: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (signal.aborted || !isDatabaseUnavailable(error)) throw error;
      await sleep(writeRetryMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** `titles`: of the document they came in, where it was read. */
type FeedOfItems = FeedReading & { subscribers: number; titles?: readonly string[] };
export type ReadItems = (items: NewItem[], feed: FeedOfItems) => Promise<NewItem[]>;

export type FetchParts = {
  get: GuardedClient["get"];
  identity: FetcherIdentity;
  secrets: SecretBox;
  laneLeases: LaneLeases;
  /** A lane that a redirect led to could not be released. */
  leaveFailed: (error: unknown) => void;
  now: () => Date;
  hooks: FetchHooks;
  hookFailed: HookFailed;
  limits: FetchLimits;
  random: () => number;
  /** The first reading of new items, before they are saved: fetching knows nothing about analyses. */
  readItems: ReadItems;
  itemsMax: number;
  strictContentType: boolean;
  hostDelayMs: number;
  hostRequestsPerDay: number;
};

/** One claimed feed: download, interpret, decide. Saves nothing: it releases what is to be saved. */
export async function fetchFeed(parts: FetchParts, job: Job): Promise<FetchedFeed> {
  const visits: Visits = { leases: [], requests: new Map(), closedUntil: null };
  let answered: LaneLeaseEnd = {};
  try {
    const fetched = await fetchUnderLeases(parts, job, visits);
    const { isRefused, hostBlockedUntil: blockedUntil, error } = fetched.completion.plan;
    answered = { isRefused, blockedUntil, reason: blockedUntil === null ? null : error };
    return fetched;
  } finally {
    await leaveLanes(parts, visits, answered, job.signal);
  }
}

/**
 * The lanes that redirects led to, the one asked last at the end, and how many requests went to each lane. `closedUntil`: of
 * the one that could not be taken.
 */
type Visits = { leases: LaneLease[]; requests: Map<string, number>; closedUntil: Date | null };

/** Never throws: a lane that could not be released is free when its lease ends, but the answer would be lost. */
async function leaveLanes(
  { leaveFailed }: FetchParts,
  { leases, requests }: Visits,
  answered: LaneLeaseEnd,
  signal: AbortSignal,
): Promise<void> {
  const last = leases.at(-1);
  const leave = (lease: LaneLease) => {
    const end = { requests: requests.get(lease.lane) ?? 0, ...(lease === last ? answered : {}) };
    return onceDatabaseAnswers(() => lease.release(end), signal).catch(leaveFailed);
  };
  await Promise.all(leases.map(leave));
}

async function fetchUnderLeases(parts: FetchParts, job: Job, visits: Visits): Promise<FetchedFeed> {
  const { feed: claim, signal } = job;
  const startedAt = parts.now();

  const result = await downloadFeed(parts, job, visits);

  const completedAt = parts.now();
  const { itemsMax, strictContentType, limits, random } = parts;
  const givenUp = signal.aborted ? (signal.reason as GivenUp) : null;
  const options = { itemsMax, strictContentType, now: completedAt, givenUp, hostClosedUntil: visits.closedUntil };
  const reading = interpretAnswer(claim, result, options);
  if (result.kind === "response") dropBody(result);
  const processed = await processItems(parts.hooks, claim, reading.selection.items, parts.hookFailed);
  const language = reading.document === null ? claim.reading.language : reading.document.language;
  const { titles } = reading;
  const items = await parts.readItems(processed, {
    ...claim.reading,
    language,
    titles,
    subscribers: claim.subscribers,
  });
  const laneRequests = visits.requests.get(claim.lane) ?? 0;
  const hostBudgetUntil = budgetUntil(countRequests(claim.laneMemory, laneRequests, completedAt), laneLimitsOf(parts));
  const { state } = claim;
  const plan = planNextFetch({ state, outcome: reading.outcome, limits, now: completedAt, random, hostBudgetUntil });

  const log = buildFetchLog({ id: uuidV7(startedAt), startedAt, reading, result, sent: sentValidators(claim) });
  const { validators, document, discovered } = reading;
  // The host that answered asks us to wait. After a redirect that may be another host than the feed's own.
  const isElsewhere = visits.leases.at(-1)?.isOwn === true;
  const lane = {
    ...laneAfter({ claim, plan, completedAt, laneRequests, isElsewhere }, laneLimitsOf(parts)),
    laneRequests,
    laneEarly: laneRequests > 0 && isEarly(claim, startedAt) ? 1 : 0,
  };
  return { completion: { claim, plan, completedAt, ...lane, validators, document, discovered, items, log }, reading };
}

/** Never, if the schedule does what it promises; counted so that it can be seen. */
function isEarly({ state, isByHand }: ClaimedFeed, startedAt: Date): boolean {
  const until = isByHand ? state.memory.notBefore : askedUntil(state.memory);
  return until !== null && startedAt < until;
}

/**
 * One conditional GET. A redirect first takes the lane of its host. If we hold that lane already, it waits for the pause after
 * the lane's last answer. The caller releases the lanes once it knows whether the last host asked us to wait.
 */
async function downloadFeed(parts: FetchParts, job: Job, visits: Visits): Promise<GuardedResult> {
  const { feed: claim, signal } = job;
  const { leases, requests } = visits;
  requests.set(claim.lane, 1);
  const answeredAt = new Map<string, Date>();
  let lane = claim.lane;
  return parts.get({
    url: claim.url,
    userAgent: userAgent(parts.identity, claim.subscribers),
    accept: acceptedTypes,
    customHeaders: openHeaders(claim.headers, parts.secrets),
    validators: claim.validators,
    signal,
    beforeSend: job.checkLease,
    beforeHop: async (url, hopSignal) => {
      answeredAt.set(lane, parts.now());
      // While a redirect waits for another lane, another feed may use the worker's slot.
      const lease = await job.waitOutside(() => parts.laneLeases.take(url.href, answeredAt, hopSignal));
      if (lease === "busy") {
        visits.closedUntil = await parts.laneLeases.closedUntil(url.href);
        return "busy";
      }
      const before = leases.findIndex((one) => one.isOwn && one.lane === lease.lane);
      leases.push(...(before === -1 ? [lease] : leases.splice(before, 1)));
      lane = lease.lane;
      requests.set(lane, (requests.get(lane) ?? 0) + 1);
      return "go";
    },
  });
}

function sentValidators({ validators }: ClaimedFeed): SentValidators {
  return { ifNoneMatch: validators?.etag ?? null, ifModifiedSince: validators?.lastModified ?? null };
}

export function laneLimitsOf({ hostDelayMs, hostRequestsPerDay }: LaneSettings): LaneLimits {
  return { delayMs: hostDelayMs, requestsPerDayMax: hostRequestsPerDay };
}

type LaneSettings = Pick<FetchParts, "hostDelayMs" | "hostRequestsPerDay">;
type UsedLane = Pick<Completion, "claim" | "plan" | "completedAt" | "laneRequests"> & { isElsewhere: boolean };

// A shorter one is not worth a word to the operator, nor to somebody who wants a feed now.
const spreadToldMs = 5 * minuteMs;

function laneAfter(
  { claim, plan, completedAt, laneRequests, isElsewhere }: UsedLane,
  limits: LaneLimits,
): Pick<Completion, "laneFreeAt" | "laneReason" | "laneMemory"> {
  const blockedUntil = isElsewhere ? null : plan.hostBlockedUntil;
  const use = { requests: laneRequests, isRefused: plan.isRefused && !isElsewhere, blockedUntil };
  const { memory, freeAt, isSpread } = planLane(claim.laneMemory, use, limits, completedAt);
  const isTold = isSpread && freeAt > later(completedAt, spreadToldMs);
  const spread = isTold ? `At most ${limits.requestsPerDayMax} requests a day, spread over the day` : null;
  return { laneFreeAt: freeAt, laneReason: blockedUntil === null ? spread : plan.error, laneMemory: memory };
}
