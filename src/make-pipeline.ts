import type { Parts } from "./assemble.ts";
import { fetchLimitsOf } from "./assemble.ts";
import type { Config } from "./config.ts";
import { microBatch } from "./database/micro-batch.ts";
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
import type { FetchMetrics } from "./telemetry/fetch-metrics.ts";
import { createFetchMetrics } from "./telemetry/fetch-metrics.ts";
import { fetchObserver } from "./telemetry/fetch-observer.ts";

/** What the pipeline asks of the loop that runs it and of the stage that follows. */
type Outside = Pick<FetchParts, "withoutSlot"> & Pick<PipelineParts, "nudgeAnalysis">;

const markWaitMs = 5;

export function leaseTerms({ leaseMs, fetcherDomainDelayMs }: Config): Omit<LeaseOptions, "now"> {
  return { leaseMs, hostDelayMs: fetcherDomainDelayMs };
}

/** The parts of the pipeline, made once per working process. */
export function makePipeline(parts: Parts, outside: Outside): PipelineParts {
  const { config, log, db, clock } = parts;
  const metrics = createFetchMetrics(parts.metrics);
  const observe = fetchObserver(log, metrics);
  const pool = db.worker;
  return {
    fetching: makeFetching(parts, outside.withoutSlot, metrics),
    leases: leaseKeeper({
      leaseMs: config.leaseMs,
      now: clock.now,
      renew: (claims, now) => renewLeases(pool, claims, leaseEnd(now, leaseTerms(config))),
      onError: observe.error,
    }),
    markFetching: microBatch<ClaimedFeed, void>({
      save: async (claims) => {
        await markFetching(pool, claims, clock.now());
        return claims.map(() => undefined);
      },
      bytesOf: () => 0,
      // A job waits for this before it asks.
      waitMs: markWaitMs,
    }),
    completions: microBatch<Completion, CompletionResult>({
      save: (completions) => {
        metrics.batchSize.observe(completions.length);
        return saveWithoutRefused(pool, completions, observe.error);
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

function makeFetching(
  { config, log, db, clock, client, secrets, identity, hooks }: Parts,
  withoutSlot: FetchParts["withoutSlot"],
  metrics: FetchMetrics,
): FetchParts {
  const turns = hostTurns({
    pool: db.worker,
    now: clock.now,
    lanes: config.fetcherDomainLanes,
    delayMs: config.fetcherDomainDelayMs,
    // A job may wait for a slot again after it got its turn, no longer than another job lasts.
    turnMsMax: config.fetcherJobTimeoutMs * 2,
  });
  return {
    get: client.get,
    identity,
    secrets,
    hooks,
    hookFailed: (hook, error) => log.error({ hook, err: error }, "hook failed"),
    turns: {
      take: async (url, heldLanes, signal) => {
        const turn = await turns.take(url, heldLanes, signal);
        metrics.hostWaits.inc({ ended: turn === "busy" ? "busy" : "turn" });
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
