import { hash } from "node:crypto";
import { setImmediate as breathe } from "node:timers/promises";
import type pg from "pg";
import type { Queryable } from "../../database/transaction.ts";
import { inTransaction } from "../../database/transaction.ts";
import { buildSearchVector } from "../../items/search-words.ts";
import { judgeItem } from "../../items/filter-rule.ts";
import { normaliseItemUrl } from "../../items/item-identity.ts";
import { type PersonVerdict, saveVerdicts } from "../../items/item-state-store.ts";
import { earlier } from "../../time.ts";
import { measureRarity } from "./compare-signs.ts";
import { groupItems, type PlacedItem, type StoryItem, storyMs } from "./group-items.ts";
import { readSigns, type StorySigns } from "./read-signs.ts";
import {
  type FeedFilter,
  loadBackground,
  loadFilters,
  loadStaleItems,
  loadStories,
  saveIndex,
  saveSigns,
  settleStaleItems,
  type StaleItem,
  takeSortingTurn,
} from "./sorting-store.ts";

export type SortParts = { pool: pg.Pool; now: () => Date };

const itemsPerBatch = 200;
const backgroundItemsMax = 2_000;
const noSigns: StorySigns = { titleStems: [], leadStems: [], pairs: [] };

/**
 * Items that were analysed (again) find their place for readers: in the search index, in a story, and where a person's
 * rules put them. Beside the write path, and never in its way. Returns how many there were.
 */
export function sortItems({ pool, now }: SortParts): Promise<number> {
  return inTransaction(pool, async (tx) => {
    if (!(await takeSortingTurn(tx))) return 0;
    const items = await loadStaleItems(tx, itemsPerBatch);
    if (items.length === 0) return 0;
    const oldest = earlier(now(), storyMs);
    const filters = await loadFilters(tx, [...new Set(items.map(({ feedId }) => feedId))]);

    const words = await eachInTurn(items, wordsOf);
    const placed = await placeItems(tx, items, oldest);
    const verdicts = items.flatMap((item) => judge(item, filters));

    const storyOf = new Map(placed.map(({ id, storyId }) => [id, storyId]));
    await saveIndex(
      tx,
      items.map((item, index) => ({
        item,
        storyId: storyOf.get(item.id) ?? item.storyId ?? item.id,
        words: words[index] ?? "",
      })),
    );
    await saveSigns(tx, placed, oldest);
    await saveVerdicts(tx, verdicts, now());
    await settleStaleItems(tx, items);
    return items.length;
  });
}

/** A fraction of a millisecond each: requests and fetches go in between. */
async function eachInTurn<Given, Made>(given: readonly Given[], make: (one: Given) => Made): Promise<Made[]> {
  const made: Made[] = [];
  for (const one of given) {
    made.push(make(one));
    await breathe();
  }
  return made;
}

function wordsOf({ title, titleCorrected, text }: StaleItem): string {
  return buildSearchVector([title, titleCorrected ?? "", text]);
}

/** Of those that are in no story yet. */
async function placeItems(tx: Queryable, items: readonly StaleItem[], oldest: Date): Promise<PlacedItem[]> {
  const fresh = await eachInTurn(
    items.filter(({ storyId }) => storyId === null),
    (item) => toStoryItem(item, oldest),
  );
  const background = await loadBackground(tx, backgroundItemsMax);
  const pages = fresh.flatMap(({ page }) => (page === null ? [] : [page]));
  const known = await loadStories(
    tx,
    fresh.map(({ signs }) => signs.pairs),
    pages,
  );
  return groupItems(fresh, known, measureRarity([...background, ...fresh.map(({ signs }) => signs)]));
}

function toStoryItem(
  { id, feedId, pubDate, hash: itemHash, url, title, text, language }: StaleItem,
  oldest: Date,
): StoryItem {
  const isOfUrl = url !== null && hash("sha256", normaliseItemUrl(url)) === itemHash;
  const signs = pubDate < oldest ? noSigns : readSigns({ title, lead: text, language });
  return { id, feedId, pubDate, page: isOfUrl ? itemHash : null, signs };
}

function judge(item: StaleItem, filters: readonly FeedFilter[]): PersonVerdict[] {
  const byPerson = Map.groupBy(
    filters.filter(({ feedId }) => feedId === item.feedId),
    ({ personId }) => personId,
  );
  const titles = [item.title, item.titleCorrected ?? ""];
  return [...byPerson].map(([personId, rules]) => ({
    personId,
    itemId: item.id,
    ...judgeItem(rules, { ...item, titles }),
  }));
}
