import { randomUUID } from "node:crypto";
import { later, minuteMs } from "./time.ts";
import { analyseItems } from "./analysis/analyse-items.ts";
import { claimPages, claimUpgrades, type ItemClaim, letGoOld } from "./analysis/analysis-store.ts";
import type { ItemScope } from "./analysis/item-scope.ts";
import { downloadPage } from "./analysis/page/download-page.ts";
import { tellWhyWaiting } from "./analysis/model-stop-store.ts";
import { createPageExtractor } from "./analysis/page/page-extractor.ts";
import { readPage, type ReadPageParts } from "./analysis/read-page.ts";
import { upgradeItem, type UpgradeParts } from "./analysis/upgrade-item.ts";
import { oldestRead } from "./analysis/upgrade-policy.ts";
import type { Parts } from "./assemble.ts";
import { type HostTurn, hostTurns } from "./feeds/host-turns.ts";
import { decodeBody } from "./fetching/parsing/decode-body.ts";
import { userAgent } from "./fetching/request-headers.ts";
import type { WorkerLife } from "./scheduling/worker-life.ts";
import type { Service } from "./service.ts";
import { startSweeper, type Sweeper } from "./sweeper.ts";

const sweepEveryMs = 10_000;
// A page waits for its host's turn and a model thinks for a minute: the lease must outlast both.
const upgradeLeaseMs = 5 * minuteMs;

export type AnalysisService = Service & { nudge: () => void };

/** `life`: of the worker this belongs to; a command has none. */
type Options = { scope?: ItemScope | undefined; life?: WorkerLife };

/** The analysis of this process: first every new item by words, and beside it pages and models, a few at a time. */
export function startAnalysis(
  parts: Parts,
  nudgePublishing: () => void,
  { scope, life }: Options = {},
): AnalysisService {
  const { config, log, db, clock, models } = parts;
  const { pool, now } = { pool: db.worker, now: clock.now };
  const newLeaseId = life?.newLeaseId ?? randomUUID;
  // A worker that could not say that it is alive stops asking: others may have its items and hosts.
  const ending = (signal: AbortSignal) => (life === undefined ? signal : AbortSignal.any([signal, life.signal()]));
  const extractor = createPageExtractor();
  const sweeping = {
    intervalMs: sweepEveryMs,
    onError: (error: unknown) => log.error({ err: error }, "analysis failed in itself"),
  };
  const limits = { hasModel: models.modelFor !== null, ageDaysMax: config.analysisMaxAgeDays };

  const words = startSweeper({
    ...sweeping,
    sweep: async () => {
      const count = await analyseItems({ pool, now, limits, scope, newLeaseId });
      if (count > 0) {
        nudgePublishing();
        for (const { nudge } of later) nudge();
      }
      return count;
    },
  });
  const pages = startSweeper({
    ...sweeping,
    sweep: async (signal) => {
      const lease = newLease(now(), newLeaseId);
      const items = await claimPages(pool, { ...lease, count: config.aiConcurrency, scope });
      const reading = { pool, now, downloadPage };
      const ended = await allOf(items.map((item) => readPage(reading, item, ending(signal))));
      if (ended.includes("read")) nudgePublishing();
      if (ended.some((one) => one !== "put-off")) for (const { nudge } of asking) nudge();
      return items.length;
    },
  });
  const downloadPage = pageDownloader(parts, extractor.extract, newLeaseId);
  const asking =
    models.modelFor === null
      ? []
      : [startAsking(parts, models.modelFor, { sweeping, nudgePublishing, scope, newLeaseId, ending })];
  const later = [pages, ...asking];

  return {
    name: "analysis",
    nudge: words.nudge,
    stop: async (abort) => {
      await Promise.all([words, ...later].map((sweeper) => sweeper.stop(abort)));
      await extractor.close();
    },
  };
}

type Asking = {
  sweeping: Pick<Parameters<typeof startSweeper>[0], "intervalMs" | "onError">;
  nudgePublishing: () => void;
  scope: ItemScope | undefined;
  newLeaseId: () => string;
  ending: (signal: AbortSignal) => AbortSignal;
};

/** Models are asked about what is stored, the newest first; not at all while their service refuses us. */
function startAsking(
  { config, log, db, clock, models }: Parts,
  modelFor: UpgradeParts["modelFor"],
  { sweeping, nudgePublishing, scope, newLeaseId, ending }: Asking,
): Sweeper {
  const { pool, now } = { pool: db.worker, now: clock.now };
  const { aiConcurrency: count, analysisMaxAgeDays: ageDaysMax } = config;
  let isStopped = false;
  return startSweeper({
    ...sweeping,
    sweep: async (signal) => {
      const stop = await models.stopped();
      if (stop !== null && !isStopped) {
        log.warn({ why: stop.why, reason: stop.message, since: stop.stoppedAt }, "models are asked no more");
      }
      isStopped = stop !== null;
      if (stop !== null) {
        return (await tellWhyWaiting(pool, true)) + (await letGoOld(pool, oldestRead(now(), ageDaysMax)));
      }

      const lease = newLease(now(), newLeaseId);
      const items = await claimUpgrades(pool, { ...lease, count, ageDaysMax, scope });
      const ended = await allOf(items.map((item) => upgradeItem({ pool, now, modelFor }, item, ending(signal))));
      for (const [place, { itemId, feedId }] of items.entries()) {
        if (ended[place] === "given-up") log.warn({ itemId, feedId }, "Dead letter: this item was given up");
      }
      if (ended.includes("upgraded")) nudgePublishing();
      if (items.length > 0) return items.length;
      return (await tellWhyWaiting(pool, false)) + (await letGoOld(pool, oldestRead(now(), ageDaysMax)));
    },
  });
}

function newLease(now: Date, newLeaseId: () => string): Pick<ItemClaim, "now" | "until" | "leaseId"> {
  return { now, until: later(now, upgradeLeaseMs), leaseId: newLeaseId() };
}

/** All of them come to their end, even where one fails in itself. */
async function allOf<Result>(works: Promise<Result>[]): Promise<Result[]> {
  const ended = await Promise.allSettled(works);
  const failed = ended.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return ended.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}

/** Pages keep the same pace per host as feeds do, and come after them: one request at a time, the next after the delay. */
function pageDownloader(
  { config, db, client, clock, identity }: Parts,
  extract: ReturnType<typeof createPageExtractor>["extract"],
  newLeaseId: () => string,
): ReadPageParts["downloadPage"] {
  const turns = hostTurns({
    pool: db.worker,
    now: clock.now,
    lanes: config.fetcherDomainLanes,
    delayMs: config.fetcherDomainDelayMs,
    turnMsMax: config.fetcherJobTimeoutMs,
    newLeaseId,
    yieldsToFeeds: true,
  });
  return async (url, signal) => {
    let current: HostTurn | null = null;
    let blockedUntil: Date | null = null;
    const leave = async () => {
      const turn = current;
      current = null;
      await turn?.end(blockedUntil);
    };
    try {
      const outcome = await downloadPage(
        {
          db: db.worker,
          get: client.get,
          userAgent: userAgent(identity, 0),
          now: clock.now,
          extract,
          decodeBody,
          enterHost: async (page, hopSignal) => {
            await leave();
            const turn = await turns.take(page.href, new Map(), hopSignal);
            if (turn === "busy") return "busy";
            current = turn;
            return "go";
          },
        },
        url,
        signal,
      );
      if (outcome.kind === "unavailable") blockedUntil = outcome.retryAt;
      return outcome;
    } finally {
      await leave();
    }
  };
}
