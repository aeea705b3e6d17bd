import { setTimeout as sleep } from "node:timers/promises";
import type { Queryable } from "./database/transaction.ts";
import { retrying } from "./database/transaction.ts";
import type { Config } from "./config.ts";
import type { Log } from "./telemetry/log.ts";
import { dayMs, earlier } from "./time.ts";
import { deleteExpiredAccess } from "./accounts/expired-access-store.ts";
import { purgeDeletedFeeds } from "./feeds/change-feed-store.ts";
import { deleteOldDeadLetters } from "./feeds/dead-letter-store.ts";
import { dropLogPartitions } from "./feeds/fetch-log-store.ts";
import type { Page } from "./items/expired-item-store.ts";
import { deleteItemsOfDeletedFeeds, deleteOldItems, deleteSurplusItems } from "./items/expired-item-store.ts";
import { forgetDeadWorkers } from "./schedule/heartbeat-store.ts";
import { deleteExpiredRobots } from "./analysis/robots-store.ts";
import { deleteOldBriefs } from "./briefs/brief-store.ts";

/** Zero days or items is "forever". */
export type Retention = { itemDays: number; itemsPerFeedMax: number; summaryDays: number; fetchLogDays: number };
export type Swept = Record<string, number>;

// A person who removed the last subscription may want the feed back.
const deletedFeedDays = 1;
const deadLetterDays = 90;
const rowsPerPage = 500;
const feedsPerPage = 100;
// Between two pages, so that the database's other users come first.
const breathMs = 20;
const firstId = "00000000-0000-0000-0000-000000000000";

type Sweep = { db: Queryable; now: Date; retention: Retention; stopping: AbortSignal };

/** As the settings say, with a line in the log if anything went. */
export async function applyRetention(
  { config, log, db }: { config: Config; log: Log; db: Queryable },
  now: Date,
  stopping: AbortSignal,
): Promise<void> {
  const retention = {
    itemDays: config.itemRetentionDays,
    itemsPerFeedMax: config.itemsPerFeedMax,
    summaryDays: config.summaryRetentionDays,
    fetchLogDays: config.fetchLogRetentionDays,
  };
  const swept = await sweepExpired({ db, now, retention, stopping });
  if (Object.values(swept).some((count) => count > 0)) log.info(swept, "swept what had expired");
}

/**
 * Deletes what has had its time, in small pages. Each owner of a table deletes its own rows; this is the list of them.
 * Several processes at once only share the work. Returns the rows by kind.
 */
export async function sweepExpired(sweep: Sweep): Promise<Swept> {
  const { db, now, retention } = sweep;
  const daysAgo = (days: number) => earlier(now, days * dayMs);

  return {
    logDays: await dropLogPartitions(db, daysAgo(retention.fetchLogDays)),
    access: await deleteExpiredAccess(db, now),
    robots: await deleteExpiredRobots(db, now),
    workers: await forgetDeadWorkers(db, now),
    deadLetters: await deleteOldDeadLetters(db, daysAgo(deadLetterDays)),
    summaries: retention.summaryDays === 0 ? 0 : await deleteOldBriefs(db, daysAgo(retention.summaryDays)),
    purged: await purgeDeleted(sweep, daysAgo(deletedFeedDays)),
    oldItems: retention.itemDays === 0 ? 0 : await sweepOldItems(sweep, daysAgo(retention.itemDays)),
    surplusItems: retention.itemsPerFeedMax === 0 ? 0 : await sweepSurplusItems(sweep),
  };
}

async function purgeDeleted(sweep: Sweep, before: Date): Promise<number> {
  const items = await untilNothing(sweep, () => deleteItemsOfDeletedFeeds(sweep.db, before, rowsPerPage));
  return items + (await untilNothing(sweep, () => purgeDeletedFeeds(sweep.db, before, rowsPerPage)));
}

function sweepOldItems(sweep: Sweep, before: Date): Promise<number> {
  const beforeId = firstIdOf(before);
  return pageByPage(sweep, (after) => deleteOldItems(sweep.db, { after, before: beforeId, count: rowsPerPage }));
}

function sweepSurplusItems(sweep: Sweep): Promise<number> {
  const { itemsPerFeedMax: itemsMax } = sweep.retention;
  return pageByPage(sweep, (after) => deleteSurplusItems(sweep.db, { after, feeds: feedsPerPage, itemsMax }));
}

/** The smallest UUIDv7 of that moment: ids are in the order of time. */
function firstIdOf(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

async function pageByPage({ stopping }: Sweep, read: (after: string) => Promise<Page>): Promise<number> {
  let after = firstId;
  let deleted = 0;
  while (!stopping.aborted) {
    const page = await retrying(() => read(after));
    deleted += page.deleted;
    if (page.next === null) break;
    after = page.next;
    await sleep(breathMs);
  }
  return deleted;
}

async function untilNothing({ stopping }: Sweep, remove: () => Promise<number>): Promise<number> {
  let deleted = 0;
  while (!stopping.aborted) {
    const count = await retrying(remove);
    if (count === 0) break;
    deleted += count;
    await sleep(breathMs);
  }
  return deleted;
}
