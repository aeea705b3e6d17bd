import type { Parts } from "./assemble.ts";
import { fetchLimitsOf } from "./assemble.ts";
import type { Config } from "./config.ts";
import { createMicroBatch } from "./database/micro-batch.ts";
import type { ClaimedFeed } from "./feeds/claimed-feed.ts";
import { hostTurns } from "./feeds/host-turns.ts";
import { moveFeed } from "./feeds/move-store.ts";
import type { Completion, CompletionResult } from "./fetching/completion.ts";
import type { FetchParts } from "./fetching/fetch-feed.ts";
import { saveWithoutRefused } from "./fetching/save-without-refused.ts";
import type { PipelineParts } from "./pipeline.ts";
import type { LeaseOptions } from "./scheduling/lease.ts";
import { leaseEnd } from "./scheduling/lease.ts";
import { leaseKeeper } from "./scheduling/lease-keeper.ts";
import { markFetching, renewLeases } from "./scheduling/lease-store.ts";
import type { WorkerLife } from "./scheduling/worker-life.ts";
import { createFetchMetrics, type FetchMetrics } from "./telemetry/metrics.ts";
import { createFetchObserver } from "./telemetry/fetch-observer.ts";

/** What the pipeline asks of the loop that runs it, of the stage that follows, and of the process's heartbeat: a benchmark has none. */
type Outside = Pick<FetchParts, "withoutSlot"> & Pick<PipelineParts, "nudgeAnalysis"> & { life?: WorkerLife };

const markWaitMs = 5;

export function leaseTerms({ leaseMs, fetcherDomainDelayMs }: Config): Pick<LeaseOptions, "leaseMs" | "hostDelayMs"> {
  return { leaseMs, hostDelayMs: fetcherDomainDelayMs };
}

/** The parts of the pipeline, made once per working process. */
export function makePipeline(parts: Parts, outside: Outside): PipelineParts {
  const { config, log, db, clock } = parts;
  const metrics = createFetchMetrics(parts.metrics);
  const observe = createFetchObserver(log, metrics);
  const pool = db.worker;
  const { life } = outside;
  const leases = leaseKeeper({
    leaseMs: config.leaseMs,
    now: clock.now,
    renew: (claims, now) => renewLeases(pool, claims, leaseEnd(now, leaseTerms(config))),
    onError: observe.error,
    owns: life?.owns,
  });
  life?.onAbandon(() => leases.giveUpAll("lease-lost"));
  return {
    fetching: makeFetching(parts, outside, metrics),
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
    completions: createMicroBatch<Completion, CompletionResult>({
      save: async (completions) => {
        // A process that stood still hears of its answers before its timers: it must not save under leases it has lost.
        life?.check();
        const ours = completions.filter(({ claim }) => !leases.isLost(claim));
        if (ours.length === 0) return completions.map(() => notOurs);
        metrics.batchSize.observe(ours.length);
        const results = await saveWithoutRefused(pool, ours, observe.error);
        const saved = new Map(ours.map((completion, place) => [completion, results[place]]));
        return completions.map((completion) => saved.get(completion) ?? notOurs);
      },
      bytesOf: ({ items }) => items.reduce((sum, { content }) => sum + content.length, 1_000),
    }),
    moveFeed: async (feedId, url) => {
      const move = await moveFeed(pool, feedId, url, config.fetcherDomainLanes);
      // The host alone: an address may carry a token.
      log.info({ feedId, host: new URL(url).host, move: move.kind }, "feed moved for good");
    },
    nudgeAnalysis: outside.nudgeAnalysis,
    jobTimeoutMs: config.fetcherJobTimeoutMs,
    observe,
    metrics,
  };
}

const notOurs: CompletionResult = { saved: false, created: [], updated: [], updatedFrom: [], nextRunAt: null };

function makeFetching(
  { config, log, db, clock, client, secrets, identity, hooks }: Parts,
  { withoutSlot, life }: Pick<Outside, "withoutSlot" | "life">,
  metrics: FetchMetrics,
): FetchParts {
  const turns = hostTurns({
    pool: db.worker,
    now: clock.now,
    lanes: config.fetcherDomainLanes,
    delayMs: config.fetcherDomainDelayMs,
    // A job may wait for a slot again after it got its turn, no longer than another job lasts.
    turnMsMax: config.fetcherJobTimeoutMs * 2,
    newLeaseId: life?.newLeaseId,
  });
  return {
    get: client.get,
    identity,
    secrets,
    hooks,
    hookFailed: (hook, error) => log.error({ hook, err: error }, "hook failed"),
    turns: {
      take: async (url, held, signal) => {
        const turn = await turns.take(url, held, signal);
        if (turn === "busy" || turn.isOwn) metrics.hostWaits.inc({ ended: turn === "busy" ? "busy" : "turn" });
        return turn;
      },
    },
    limits: fetchLimitsOf(config),
    now: clock.now,
    random: Math.random,
    itemsMax: config.fetcherMaxItems,
    strictContentType: config.fetcherStrictContentType,
    hostDelayMs: config.fetcherDomainDelayMs,
    withoutSlot,
  };
}
