import type pg from "pg";
import type { Log } from "../telemetry/log.ts";
import { earlier, hourMs, later, minuteMs } from "../time.ts";
import { claimPages, claimUpgrades, type ItemClaim, letGoOld } from "../items/claim-items-store.ts";
import type { CurrentModel, Models } from "./create-models.ts";
import type { ItemScope } from "../items/waiting-item.ts";
import { letGoWithoutModel, updateWaitReasons, wantModel } from "../items/analysis-store.ts";
import { readPage, type ReadPageParts } from "./read-page.ts";
import { type Upgraded, upgradeItem } from "./upgrade-item.ts";
import { oldestRead } from "./upgrade-policy.ts";

// A page waits for its host's turn: the lease must outlast that.
const pageLeaseMs = 5 * minuteMs;

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
  const items = await claimPages(parts.pool, newClaim(parts, pageLeaseMs));
  const ended = await allOf(items.map((item) => readPage(parts, item, signal)));
  return { took: items.length, changed: ended.filter((one) => one !== "put-off").length };
}

type AskParts = Omit<ClaimParts, "count"> & { log: Log; models: Pick<Models, "current">; ageDaysMax: number };

/** What readers will see first is asked about first. Nothing is asked while the service refuses us or outside its hours. */
export function createUpgrading(parts: AskParts): (signal: AbortSignal) => Promise<Worked> {
  const { pool, now, log, models, ageDaysMax } = parts;
  let isStopped = false;
  let hadModel = false;
  let isCatchingUp = false;
  let isLettingGo = false;
  return async (signal) => {
    const model = await models.current();
    const hasModel = model.modelFor !== null;
    // A command about some items leaves the others alone.
    if (hasModel && !hadModel) isCatchingUp = parts.scope === undefined;
    // Only if it went away while we watched: a command without the workers' environment must not drop what waits for them.
    isLettingGo = !hasModel && (isLettingGo || hadModel);
    hadModel = hasModel;
    if (!hasModel) return { took: isLettingGo ? await letGoWithoutModel(pool) : 0, changed: 0 };

    const stop = await model.stopped();
    if (stop !== null && !isStopped)
      log.warn({ why: stop.why, reason: stop.message, since: stop.stoppedAt }, "models are no longer asked");
    isStopped = stop !== null;

    const worked =
      stop === null && model.startsAt === null ? await upgradeSome(parts, model, signal) : { took: 0, changed: 0 };
    if (worked.took > 0) return worked;
    // A model was set up: what is on the front pages now came before it.
    const caughtUp = isCatchingUp ? await wantModel(pool, earlier(now(), frontPageMs), now()) : 0;
    isCatchingUp = caughtUp > 0;
    const told = (await updateWaitReasons(pool, isStopped)) + (await letGoOld(pool, oldestRead(now(), ageDaysMax)));
    return { took: told + caughtUp, changed: 0 };
  };
}

/** As far back as the front page usually reaches. */
const frontPageMs = 36 * hourMs;

async function upgradeSome(parts: AskParts, model: CurrentModel, signal: AbortSignal): Promise<Worked> {
  const { modelFor, titleBatch, concurrency, leaseMs } = model;
  if (modelFor === null) return { took: 0, changed: 0 };
  const atOnce = titleBatch?.size() ?? 1;
  const items = await claimUpgrades(parts.pool, {
    // The items of a question about several titles are worked on one after the other.
    ...newClaim({ ...parts, count: concurrency * atOnce }, leaseMs * atOnce),
    ageDaysMax: parts.ageDaysMax,
  });
  if (titleBatch !== null && atOnce > 1) {
    const batches = Array.from({ length: Math.ceil(items.length / atOnce) }, (_, place) =>
      items.slice(place * atOnce, (place + 1) * atOnce),
    );
    await allOf(batches.map((batch) => titleBatch.ask(batch, signal)));
  }
  const ended: Upgraded[] = [];
  for (let place = 0; place < items.length; place += concurrency) {
    const some = items.slice(place, place + concurrency);
    ended.push(...(await allOf(some.map((item) => upgradeItem({ ...parts, modelFor }, item, signal)))));
  }
  for (const [place, { itemId, feedId }] of items.entries()) {
    if (ended[place] === "given-up") parts.log.warn({ itemId, feedId }, "Dead letter: this item was given up");
  }
  return { took: items.length, changed: ended.filter((one) => one === "upgraded").length };
}

function newClaim({ now, newLeaseId, count, scope }: ClaimParts, leaseMs: number): ItemClaim {
  const at = now();
  return { now: at, until: later(at, leaseMs), leaseId: newLeaseId(), count, scope };
}

/** All of them come to their end, even where one fails in itself. */
async function allOf<Result>(works: Promise<Result>[]): Promise<Result[]> {
  const ended = await Promise.allSettled(works);
  const failed = ended.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  return ended.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}
