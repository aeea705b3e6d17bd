import type { Queryable } from "../database/transaction.ts";
import { findBriefSchedule } from "./brief-schedule-store.ts";
import { isRunning } from "./summary-run-store.ts";
import { type CitedItem, findCitedItems, findLatestSummary, type Summary } from "./summary-store.ts";

/** `items` in the order of the numbers in the text; null where the person no longer reads the item's feed. */
export type ShownBrief = { summary: Summary; items: (CitedItem | null)[]; timeZone: string };

export type LatestBrief = { brief: ShownBrief | null; isWriting: boolean };

export async function loadLatestBrief(db: Queryable, personId: string, now: Date): Promise<LatestBrief> {
  const summary = await findLatestSummary(db, personId);
  return {
    brief: summary && (await loadBrief(db, personId, summary)),
    isWriting: await isRunning(db, personId, now),
  };
}

export async function loadBrief(db: Queryable, personId: string, summary: Summary): Promise<ShownBrief> {
  const { timeZone } = await findBriefSchedule(db);
  const found = await findCitedItems(db, personId, summary.itemRefs);
  const byId = new Map(found.map((item) => [item.id, item]));
  return { summary, timeZone, items: summary.itemRefs.map((id) => byId.get(id) ?? null) };
}
