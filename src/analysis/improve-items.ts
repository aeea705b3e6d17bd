import type pg from "pg";
import type { Log } from "../telemetry/log.ts";
import { later, minuteMs } from "../time.ts";
import { claimPages, claimUpgrades, type ItemClaim, letGoOld } from "../items/claim-items-store.ts";
import type { Models } from "./create-models.ts";
import type { ItemScope } from "../items/waiting-item.ts";
import { updateWaitReasons } from "../items/analysis-store.ts";
import { readPage, type ReadPageParts } from "./read-page.ts";
import { upgradeItem, type UpgradeParts } from "./upgrade-item.ts";
import { oldestRead } from "./upgrade-policy.ts";

// A page waits for its host's turn and a model thinks for a minute: the lease must outlast both.
const upgradeLeaseMs = 5 * minuteMs;

type ClaimParts = {
  pool: pg.Pool;
  now: () => Date;
  newLeaseId: () => string;
  /** How many at once. */
  count: number;
  scope?: ItemScope | undefined;
};

/** `changed`: those whose text or result is another now, or whose page is no longer waited for. */
type Worked = { took: number; changed: number };

/** Reads the pages of a few items. */
export async function readPages(
  parts: ClaimParts & Pick<ReadPageParts, "downloadPage">,
  signal: AbortSignal,
): Promise<Worked> {
  const items = await claimPages(parts.pool, newClaim(parts));
  const ended = await allOf(items.map((item) => readPage(parts, item, signal)));
  return { took: items.length, changed: ended.filter((one) => one !== "put-off").length };
}

type AskParts = ClaimParts & {
  log: Log;
  models: Pick<Models, "stopped">;
  modelFor: UpgradeParts["modelFor"];
  ageDaysMax: number;
};

/** Models are asked about what is stored, the newest first; not at all while their service refuses us. */
export function createUpgrading(parts: AskParts): (signal: AbortSignal) => Promise<Worked> {
  const { pool, now, log, models, ageDaysMax } = parts;
  let isStopped = false;
  return async (signal) => {
    const stop = await models.stopped();
    if (stop !== null && !isStopped)
      log.warn({ why: stop.why, reason: stop.message, since: stop.stoppedAt }, "models are no longer asked");
    isStopped = stop !== null;

    const worked = stop === null ? await upgradeSome(parts, signal) : { took: 0, changed: 0 };
    if (worked.took > 0) return worked;
    const told = (await updateWaitReasons(pool, isStopped)) + (await letGoOld(pool, oldestRead(now(), ageDaysMax)));
    return { took: told, changed: 0 };
  };
}

async function upgradeSome(parts: AskParts, signal: AbortSignal): Promise<Worked> {
  const items = await claimUpgrades(parts.pool, { ...newClaim(parts), ageDaysMax: parts.ageDaysMax });
  const ended = await allOf(items.map((item) => upgradeItem(parts, item, signal)));
  for (const [place, { itemId, feedId }] of items.entries()) {
    if (ended[place] === "given-up") parts.log.warn({ itemId, feedId }, "Dead letter: this item was given up");
  }
  return { took: items.length, changed: ended.filter((one) => one === "upgraded").length };
}

function newClaim({ now, newLeaseId, count, scope }: ClaimParts): ItemClaim {
  const at = now();
  return { now: at, until: later(at, upgradeLeaseMs), leaseId: newLeaseId(), count, scope };
}

/** All of them come to their end, even where one fails in itself. */
async function allOf<Result>(works: Promise<Result>[]): Promise<Result[]> {
  const ended = await Promise.allSettled(works);
  const failed = ended.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return ended.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}
