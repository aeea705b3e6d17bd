import { setTimeout as sleep } from "node:timers/promises";
import { type Queryable, retrying } from "./database/transaction.ts";
import type { Config } from "./config.ts";
import type { Log } from "./telemetry/log.ts";
import { dayMs, earlier } from "./time.ts";
import { deleteExpiredAccess } from "./accounts/session-store.ts";
import { forgetDeletedFeeds, purgeDeletedFeeds } from "./feeds/change-feed-store.ts";
import { deleteOldDeadLetters } from "./feeds/dead-letter-store.ts";
import { dropLogPartitions } from "./feeds/fetch-log-store.ts";
import {
  deleteItemsOfDeletedFeeds,
  deleteOldItems,
  deleteSurplusItems,
  moveStarredItems,
  type Page,
} from "./items/expired-item-store.ts";
import { deleteOldAwaitedMarks } from "./items/moved-item-store.ts";
import { forgetDeadWorkers } from "./schedule/heartbeat-store.ts";
import { deleteOldAnswers } from "./models/answer-store.ts";
import { deleteExpiredRobots } from "./analysis/robots-store.ts";
import { deleteOldBriefs } from "./briefs/brief-store.ts";
import { deleteOldCalls } from "./newsletters/incoming-mail-store.ts";
import { deleteOldDeliveries } from "./webhooks/delivery-store.ts";

/** Zero days or items is "forever". */
export type Retention = { itemDays: number; itemsPerFeedMax: number; summaryDays: number; fetchLogDays: number };
export type DeletedRows = Record<string, number>;

// A person who removed the last subscription may want the feed back.
const deletedFeedDays = 1;
const deadLetterDays = 90;
const deliveryDays = 14;
// A feed that was added by an import is fetched within a day; one that is down may take weeks.
const awaitedMarkDays = 30;
// Longer than any item is asked about (ANALYSIS_MAX_AGE_DAYS) by default.
const modelAnswerDays = 30;
const rowsPerPage = 500;
const feedsPerPage = 100;
// Between two pages, so that the database's other users come first.
const pauseMs = 20;
const firstId = "00000000-0000-0000-0000-000000000000";

type Expiry = { db: Queryable; now: Date; retention: Retention; stopping: AbortSignal };

/** As the settings say, with a line in the log if anything was deleted. */
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
  const deleted = await deleteExpired({ db, now, retention, stopping });
  if (Object.values(deleted).some((count) => count > 0)) log.info(deleted, "expired rows deleted");
}

/**
 * Deletes rows whose time is over, in small pages. Each owner of a table deletes its own rows; this is the list of them.
 * Several processes at once only share the work. Returns the rows by kind.
 */
export async function deleteExpired(expiry: Expiry): Promise<DeletedRows> {
  const { db, now, retention } = expiry;
  const daysAgo = (days: number) => earlier(now, days * dayMs);

  return {
    logDays: await dropLogPartitions(db, daysAgo(retention.fetchLogDays)),
    access: await deleteExpiredAccess(db, now),
    robots: await deleteExpiredRobots(db, now),
    modelAnswers: await deleteOldAnswers(db, daysAgo(modelAnswerDays)),
    awaitedMarks: await deleteOldAwaitedMarks(db, daysAgo(awaitedMarkDays)),
    workers: await forgetDeadWorkers(db, now),
    deadLetters: await deleteOldDeadLetters(db, daysAgo(deadLetterDays)),
    summaries: retention.summaryDays === 0 ? 0 : await deleteOldBriefs(db, daysAgo(retention.summaryDays)),
    deliveries: await untilNothing(expiry, () => deleteOldDeliveries(db, daysAgo(deliveryDays), rowsPerPage)),
    mailCalls: await deleteOldCalls(db, now),
    purged: await purgeFeeds(expiry, daysAgo(deletedFeedDays)),
    oldItems: retention.itemDays === 0 ? 0 : await deleteExpiredItems(expiry, daysAgo(retention.itemDays)),
    surplusItems: retention.itemsPerFeedMax === 0 ? 0 : await deleteSurplus(expiry),
  };
}

async function purgeFeeds(expiry: Expiry, before: Date): Promise<number> {
  await untilNothing(expiry, () => moveStarredItems(expiry.db, before));
  await forgetDeletedFeeds(expiry.db, before);
  const items = await untilNothing(expiry, () => deleteItemsOfDeletedFeeds(expiry.db, before, rowsPerPage));
  return items + (await untilNothing(expiry, () => purgeDeletedFeeds(expiry.db, before, rowsPerPage)));
}

function deleteExpiredItems(expiry: Expiry, before: Date): Promise<number> {
  const beforeId = firstIdOf(before);
  return pageByPage(expiry, (after) => deleteOldItems(expiry.db, { after, before: beforeId, count: rowsPerPage }));
}

function deleteSurplus(expiry: Expiry): Promise<number> {
  const { itemsPerFeedMax: itemsMax } = expiry.retention;
  const page = { feeds: feedsPerPage, itemsMax, count: rowsPerPage };
  return pageByPage(expiry, (after) => deleteSurplusItems(expiry.db, { ...page, after }));
}

/** The smallest UUIDv7 of that moment: ids are in the order of time. A hundred years ago there was none: they begin in 1970. */
function firstIdOf(at: Date): string {
  const hex = Math.max(at.getTime(), 0).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

async function pageByPage({ stopping }: Expiry, read: (after: string) => Promise<Page>): Promise<number> {
  let after = firstId;
  let deleted = 0;
  while (!stopping.aborted) {
    const page = await retrying(() => read(after));
    deleted += page.deleted;
    if (page.next === null) break;
    after = page.next;
    await sleep(pauseMs);
  }
  return deleted;
}

async function untilNothing({ stopping }: Expiry, remove: () => Promise<number>): Promise<number> {
  let deleted = 0;
  while (!stopping.aborted) {
    const count = await retrying(remove);
    if (count === 0) break;
    deleted += count;
    await sleep(pauseMs);
  }
  return deleted;
}
