import { randomUUID } from "node:crypto";
import { analyseItems } from "./analysis/analyse-items.ts";
import { claimUpgrades, type ItemClaim } from "./analysis/analysis-store.ts";
import type { ItemScope } from "./analysis/item-scope.ts";
import { downloadPage } from "./analysis/page/download-page.ts";
import { createPageExtractor } from "./analysis/page/page-extractor.ts";
import { upgradeItem, type UpgradeParts } from "./analysis/upgrade-item.ts";
import type { WaitingItem } from "./analysis/waiting-item.ts";
import type { Parts } from "./assemble.ts";
import { type HostTurn, hostTurns } from "./feeds/host-turns.ts";
import { decodeBody } from "./fetching/decode-body.ts";
import { userAgent } from "./fetching/user-agent.ts";
import type { WorkerLife } from "./scheduling/worker-life.ts";
import type { Service } from "./service.ts";
import { startSweeper } from "./sweeper.ts";

const sweepEveryMs = 10_000;
// A page waits for its host's turn and a model thinks for a minute: the lease must outlast both.
const upgradeLeaseMs = 5 * 60_000;

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
  const newLeaseId = life?.newLeaseId ?? randomUUID;
  const extractor = createPageExtractor();
  const onError = (error: unknown) => log.error({ err: error }, "analysis failed in itself");
  const upgrading: UpgradeParts = {
    pool: db.worker,
    now: clock.now,
    downloadPage: pageDownloader(parts, extractor.extract, newLeaseId),
    modelFor: models.modelFor,
  };

  const words = startSweeper({
    sweep: async () => {
      const hasModel = models.modelFor !== null;
      const count = await analyseItems({ pool: db.worker, now: clock.now, hasModel, scope, newLeaseId });
      if (count > 0) {
        nudgePublishing();
        upgrades.nudge();
      }
      return count;
    },
    intervalMs: sweepEveryMs,
    onError,
  });
  const upgrades = startSweeper({
    sweep: async (signal) => {
      // A worker that could not say that it is alive stops asking: others may have its items and hosts.
      const ending = life === undefined ? signal : AbortSignal.any([signal, life.signal()]);
      const wanted = { count: config.aiConcurrency, scope, leaseId: newLeaseId() };
      const { count, isBettered, givenUp } = await upgradeBatch(upgrading, wanted, ending);
      for (const { itemId, feedId } of givenUp) log.warn({ itemId, feedId }, "Dead letter: this item was given up");
      if (isBettered) nudgePublishing();
      return count;
    },
    intervalMs: sweepEveryMs,
    onError,
  });

  return {
    name: "analysis",
    nudge: words.nudge,
    stop: async (abort) => {
      await Promise.all([words.stop(abort), upgrades.stop(abort)]);
      await extractor.close();
    },
  };
}

async function upgradeBatch(
  parts: UpgradeParts,
  wanted: Pick<ItemClaim, "count" | "scope" | "leaseId">,
  signal: AbortSignal,
): Promise<{ count: number; isBettered: boolean; givenUp: WaitingItem[] }> {
  const now = parts.now();
  const until = new Date(now.getTime() + upgradeLeaseMs);
  const items = await claimUpgrades(parts.pool, { ...wanted, now, until });
  const ended = await Promise.allSettled(items.map((item) => upgradeItem(parts, item, signal)));
  const failed = ended.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return {
    count: items.length,
    isBettered: ended.some((one) => one.status === "fulfilled" && one.value === "bettered"),
    givenUp: items.filter((_, place) => {
      const one = ended[place];
      return one?.status === "fulfilled" && one.value === "given-up";
    }),
  };
}

/** Pages keep the same pace per host as feeds do: one request at a time, the next after the host's delay. */
function pageDownloader(
  { config, db, client, clock, identity }: Parts,
  extract: ReturnType<typeof createPageExtractor>["extract"],
  newLeaseId: () => string,
): UpgradeParts["downloadPage"] {
  const turns = hostTurns({
    pool: db.worker,
    now: clock.now,
    lanes: config.fetcherDomainLanes,
    delayMs: config.fetcherDomainDelayMs,
    turnMsMax: config.fetcherJobTimeoutMs,
    newLeaseId,
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
          userAgent: userAgent(identity, 1),
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
