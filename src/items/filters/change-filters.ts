import { randomUUID } from "node:crypto";
import type { Queryable } from "../../database/transaction.ts";
import { cutText } from "../../text/characters.ts";
import { earlier, weekMs } from "../../time.ts";
import { type FilterRule, judgeItem, matchesRule } from "./filter-rule.ts";
import {
  addFilter,
  awaitVerdicts,
  deleteFilter,
  findRecentItems,
  listFilters,
  type NewFilter,
  recentItemsMax,
} from "./filter-store.ts";
import { saveVerdicts } from "../item-state-store.ts";

/** What a rule would have done in the last week. `isCut`: only the newest items of that week were looked at. */
export type FilterTrial = { matched: number; all: number; isCut: boolean; examples: string[] };

const examplesMax = 5;
const exampleCharsMax = 255;

export async function tryFilter(tx: Queryable, rule: FilterRule, now: Date): Promise<FilterTrial> {
  const items = await findRecentItems(tx, weekBefore(now));
  const matching = items.filter((item) => matchesRule(rule, item));
  const titles = matching.map(({ titles: [title = ""] }) => title).filter((title) => title !== "");
  return {
    matched: matching.length,
    all: items.length,
    isCut: items.length === recentItemsMax,
    examples: titles.slice(0, examplesMax).map((title) => cutText(title, exampleCharsMax)),
  };
}

/** From now on, and for the last week. False where the person has as many filters as they may. */
export async function saveFilter(
  tx: Queryable,
  personId: string,
  filter: Omit<NewFilter, "id">,
  now: Date,
): Promise<boolean> {
  await awaitVerdicts(tx);
  const isAdded = await addFilter(tx, { id: randomUUID(), ...filter }, now);
  if (isAdded) await applyFilters(tx, personId, now);
  return isAdded;
}

/** What it hid in the last week comes back. False where there is no such filter. */
export async function removeFilter(tx: Queryable, personId: string, id: string, now: Date): Promise<boolean> {
  await awaitVerdicts(tx);
  const isDeleted = await deleteFilter(tx, id);
  if (isDeleted) await applyFilters(tx, personId, now);
  return isDeleted;
}

/** All rules of the person, on the last week as it is now. */
async function applyFilters(tx: Queryable, personId: string, now: Date): Promise<void> {
  const filters = await listFilters(tx);
  const items = await findRecentItems(tx, weekBefore(now));
  await saveVerdicts(
    tx,
    items.map((item) => ({ personId, itemId: item.id, ...judgeItem(filters, item) })),
    now,
  );
}

function weekBefore(now: Date): Date {
  return earlier(now, weekMs);
}
