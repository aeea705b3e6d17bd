import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { ItemScope } from "./items/waiting-item.ts";
import { createFirstReader } from "./analysis/first-reading.ts";
import { askRobots } from "./analysis/page/ask-robots.ts";
import { createPageDownloader } from "./analysis/page/download-page.ts";
import { createPageExtractor } from "./analysis/page/page-extractor.ts";
import type { ReadPageParts } from "./analysis/read-page.ts";
import { createTranslating } from "./analysis/translation/translate-items.ts";
import { fetchLimitsOf, type Parts } from "./assemble.ts";
import { noteFetchOf } from "./assemble-websub.ts";
import type { Config } from "./config.ts";
import { createMicroBatch } from "./database/micro-batch.ts";
import { type ClaimedFeed, leaseEnd, type LeaseOptions } from "./schedule/lease.ts";
import { createLaneLeases } from "./schedule/lease-lane-store.ts";
import { moveFeed } from "./feeds/change-url-store.ts";
import { createFeedFetching, type FeedFetching } from "./fetching/fetch-due-feeds.ts";
import type { FetchParts, JobParts } from "./fetching/fetch-feed.ts";
import { createLeaseKeeper, type LeaseKeeper } from "./fetching/lease-keeper.ts";
import { createFeedOffering } from "./fetching/offer-due-feeds.ts";
import { decodeBody } from "./fetching/decode-body.ts";
import { userAgent } from "./fetching/request-headers.ts";
import { createResultBatch } from "./fetching/save-results.ts";
import { createFetchQueue } from "./fetching/queue/create-fetch-queue.ts";
import type { FetchQueue } from "./fetching/queue/fetch-queue.ts";
import type { DueIconParts } from "./media/fetch-due-icons.ts";
import { createHeartbeat, type HeartbeatStage, type SampledWorker } from "./workers/heartbeat.ts";
import { markFetching, renewLeases } from "./schedule/lease-store.ts";
import { type HeartbeatTimes, type WorkerLife, createWorkerLife } from "./schedule/worker-life.ts";
import { createFetchObserver } from "./telemetry/fetch-observer.ts";
import { createFetchMetrics, type FetchMetrics } from "./telemetry/metrics.ts";

/** What a working process has besides its `Parts`. */
export type WorkerParts = {
  life: WorkerLife;
  jobs: Jobs;
  fetching: FeedFetching;
  offering: ReturnType<typeof createFeedOffering>;
  heartbeat: HeartbeatStage;
  sampled: SampledWorker;
  analysis: AnalysisParts;
  icons: DueIconParts;
  /** After its stages have stopped. */
  close: () => Promise<void>;
};

export async function assembleWorker(parts: Parts, times?: HeartbeatTimes): Promise<WorkerParts> {
  const { config, log, db, clock } = parts;
  const life = createWorkerLife(clock.now, times);
  const jobs = createJobs(parts, life);
  const { leases, observe } = jobs;
  const queue = await createQueue(parts, jobs, life).catch((error: unknown) => {
    leases.stop();
    throw error;
  });
  const fetching = createFetching(parts, jobs, queue);
  const offering = createFeedOffering({
    queue,
    intervalMs: config.fetcherIntervalMs,
    now: clock.now,
    onCycle: observe.cycle,
    // docs/spec/requirements.md (SCH-14) fixes this text.
    onFull: () => log.warn("Queue full, skipping scheduling cycle"),
  });
  const queueCapacity = config.queue === "memory" ? config.fetchQueueCapacity : null;
  const facts = { queueSize: 0, queueCapacity, waiting: 0 };
  const sampled = { pool: db.worker, queue, queueCapacity, jobs: fetching, leases, metrics: jobs.metrics, facts };
  const analysis = assembleAnalysis(parts, { life });
  const close = async () => {
    leases.stop();
    await Promise.all([queue.close(), analysis.close()]).catch((error: unknown) => observe.error(error));
  };
  const heartbeat = createOwnHeartbeat(parts, jobs, { life, sampled });
  const icons = createIconParts(parts, life);
  return { life, jobs, fetching, offering, heartbeat, sampled, analysis, icons, close };
}

/** What fetching, saving and keeping the lease of a feed needs. */
export type Jobs = JobParts & { leases: LeaseKeeper; metrics: FetchMetrics };

const markWaitMs = 5;

/** `life`: of the worker whose jobs they are; a benchmark has none. */
export function createJobs(parts: Parts, life?: WorkerLife): Jobs {
  const { config, log, db, clock } = parts;
  const metrics = createFetchMetrics(parts.metrics);
  const observe = createFetchObserver(log, metrics);
  const pool = db.worker;
  const leases = createLeaseKeeper({
    leaseMs: config.leaseMs,
    now: clock.now,
    renew: (claims, now) => renewLeases(pool, claims, leaseEnd(now, leaseTerms(config))),
    onError: observe.error,
    owns: life?.owns,
  });
  life?.onAbandon(() => leases.giveUpAll("lease-lost"));
  return {
    fetching: createFetchParts(parts, metrics, life),
    leases,
    markFetching: createMicroBatch<ClaimedFeed, void>({
      save: async (claims) => {
        await markFetching(pool, claims, clock.now());
        return claims.map(() => undefined);
      },
      bytesOf: () => 0,
      // A job waits for this before it asks.
      waitMs: markWaitMs,
    }),
    results: createResultBatch({
      pool,
      leases,
      checkLife: () => life?.check(),
      onBatch: (size) => metrics.batchSize.observe(size),
      onRefused: observe.error,
    }),
    moveFeed: async (feed, url) => {
      const move = await moveFeed(pool, feed, url, config.fetcherDomainLanes);
      // The host alone: an address may carry a token.
      log.info({ feedId: feed.id, host: new URL(url).host, move: move.kind }, "feed moved for good");
    },
    noteFetch: noteFetchOf(parts),
    observe,
    metrics,
  };
}

export function leaseTerms({ leaseMs, fetcherDomainDelayMs }: Config): Pick<LeaseOptions, "leaseMs" | "hostDelayMs"> {
  return { leaseMs, hostDelayMs: fetcherDomainDelayMs };
}

function createFetchParts(
  { config, log, db, clock, client, secrets, identity, hooks, models }: Parts,
  metrics: FetchMetrics,
  life: WorkerLife | undefined,
): FetchParts {
  const laneLeases = createLaneLeases({
    pool: db.worker,
    now: clock.now,
    lanes: config.fetcherDomainLanes,
    delayMs: config.fetcherDomainDelayMs,
    requestsPerDayMax: config.fetcherHostRequestsPerDay,
    // A job may wait for a slot again after it got the lane, no longer than another job lasts.
    leaseMsMax: config.fetcherJobTimeoutMs * 2,
    newLeaseId: life?.newLeaseId,
  });
  return {
    get: client.get,
    identity,
    secrets,
    hooks,
    hookFailed: (hook, error) => log.error({ hook, err: error }, "hook failed"),
    leaveFailed: (error) =>
      log.error({ err: error }, "a redirect's lane could not be released: it is free when its lease ends"),
    laneLeases: {
      ...laneLeases,
      take: async (url, held, signal) => {
        const lease = await laneLeases.take(url, held, signal);
        if (lease === "busy" || lease.isOwn) metrics.hostWaits.inc({ ended: lease === "busy" ? "busy" : "turn" });
        return lease;
      },
    },
    readItems: createFirstReader({
      models,
      ageDaysMax: config.analysisMaxAgeDays,
      now: clock.now,
      onError: (error) => log.error({ err: error }, "an item could not be read before it was saved"),
    }),
    limits: fetchLimitsOf(config),
    now: clock.now,
    random: Math.random,
    itemsMax: config.fetcherMaxItems,
    strictContentType: config.fetcherStrictContentType,
    hostDelayMs: config.fetcherDomainDelayMs,
    hostRequestsPerDay: config.fetcherHostRequestsPerDay,
  };
}

function createQueue(
  { config, log, db, clock }: Parts,
  { observe }: Jobs,
  { newLeaseId }: WorkerLife,
): Promise<FetchQueue> {
  return createFetchQueue({
    ...leaseTerms(config),
    config,
    log,
    pool: db.worker,
    now: clock.now,
    newLeaseId,
    onRecovered: observe.recovered,
    onQueued: observe.queued,
    onUnknown: observe.unknown,
    onError: (error) => observe.error(error),
  });
}

function createFetching({ config, db, clock }: Parts, jobs: Jobs, queue: FetchQueue): FeedFetching {
  const { leases, observe } = jobs;
  const onError = (error: unknown) => observe.error(error);
  const { now } = clock;
  return createFeedFetching({
    pool: db.worker,
    queue,
    leases,
    jobs,
    now,
    slots: config.fetcherWorkers,
    jobTimeoutMs: config.fetcherJobTimeoutMs,
    idleMsMax: config.fetcherIntervalMs,
    onQuarantined: observe.quarantined,
    onError,
  });
}

function createOwnHeartbeat(
  { config, db, clock, version }: Parts,
  { observe }: Jobs,
  { life, sampled }: { life: WorkerLife; sampled: SampledWorker },
): HeartbeatStage {
  const self = { host: hostname(), pid: process.pid, roles: ["worker"], version, startedAt: clock.now() };
  return createHeartbeat({
    pool: db.worker,
    life,
    now: clock.now,
    hostDelayMs: config.fetcherDomainDelayMs,
    describe: () => ({ ...self, inFlight: sampled.jobs.busy(), facts: sampled.facts }),
    onReleased: (dead, released) => {
      observe.released(dead, released);
      observe.quarantined(released.quarantined);
    },
  });
}

/** Icons keep the same pace per host as feeds and pages do, and come after feeds. */
function createIconParts(
  { config, db, client, clock, identity, secrets }: Parts,
  { newLeaseId }: WorkerLife,
): DueIconParts {
  const { get } = client;
  const { now } = clock;
  const agentName = userAgent(identity, 0);
  const lanes = createLaneLeases({
    pool: db.worker,
    now,
    lanes: config.fetcherDomainLanes,
    delayMs: config.fetcherDomainDelayMs,
    requestsPerDayMax: config.fetcherHostRequestsPerDay,
    leaseMsMax: config.fetcherJobTimeoutMs,
    newLeaseId,
    yieldsToFeeds: true,
  });
  return {
    pool: db.worker,
    now,
    secrets,
    get,
    userAgent: agentName,
    takeLane: (url, signal) => lanes.take(url, new Map(), signal),
    askRobots: (page, enterHost, signal) =>
      askRobots({ db: db.worker, get, enterHost, userAgent: agentName, now }, page, signal),
  };
}

export type AnalysisParts = Pick<ReadPageParts, "downloadPage"> & {
  newLeaseId: () => string;
  scope: ItemScope | undefined;
  /** A worker that could not say that it is alive stops asking: others may have its items and hosts. */
  untilLost: (signal: AbortSignal) => AbortSignal;
  translate: ReturnType<typeof createTranslating>;
  close: () => Promise<void>;
};

/** `life`: of the worker this belongs to; a command has none. */
export function assembleAnalysis(
  { config, db, client, clock, identity, models }: Parts,
  { scope, life }: { scope?: ItemScope | undefined; life?: WorkerLife },
): AnalysisParts {
  const extractor = createPageExtractor();
  const newLeaseId = life?.newLeaseId ?? randomUUID;
  const downloadPage = createPageDownloader({
    pool: db.worker,
    get: client.get,
    userAgent: userAgent(identity, 0),
    now: clock.now,
    extract: extractor.extract,
    decodeBody,
    lanes: config.fetcherDomainLanes,
    delayMs: config.fetcherDomainDelayMs,
    requestsPerDayMax: config.fetcherHostRequestsPerDay,
    leaseMsMax: config.fetcherJobTimeoutMs,
    newLeaseId,
  });
  const untilLost = (signal: AbortSignal) => (life === undefined ? signal : AbortSignal.any([signal, life.signal()]));
  const ageDaysMax = config.analysisMaxAgeDays;
  const translate = createTranslating({ pool: db.worker, now: clock.now, newLeaseId, models, ageDaysMax });
  return { downloadPage, newLeaseId, scope, untilLost, translate, close: extractor.close };
}
