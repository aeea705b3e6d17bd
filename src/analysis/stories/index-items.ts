import { hash } from "node:crypto";
import { setImmediate as yieldToOthers } from "node:timers/promises";
import type pg from "pg";
import { inTransaction, type Queryable } from "../../database/transaction.ts";
import { buildSearchVector } from "../../items/build-search-vector.ts";
import { judgeItem } from "../../items/filters/filter-rule.ts";
import { normaliseItemUrl } from "../../text/normalise-item-url.ts";
import { type PersonVerdict, saveVerdicts } from "../../items/item-state-store.ts";
import { earlier } from "../../time.ts";
import { extractSigns, type StorySigns } from "./story-signs.ts";
import { groupItems, type PlacedItem, type StoryItem, storyMs } from "./group-items.ts";
import {
  type FeedFilter,
  loadFilters,
  loadStaleItems,
  loadStories,
  saveIndex,
  saveSigns,
  settleStaleItems,
  type StaleItem,
  lockIndexing,
} from "./index-store.ts";
import { createStoryMemory, type StoryMemory } from "./story-memory.ts";

/** `memory`: kept by a process that indexes again and again. */
type IndexParts = { pool: pg.Pool; now: () => Date; memory?: StoryMemory };

const itemsPerBatch = 200;
const noSigns: StorySigns = { titleStems: [], leadStems: [], pairs: [] };

/**
 * Indexes analysed items for readers: the search index, their story, and what each person's filter rules say. Runs next to
 * the write path, which never waits for it. Returns how many items there were.
 */
export function indexItems({ pool, now, memory = createStoryMemory() }: IndexParts): Promise<number> {
  return inTransaction(pool, async (tx) => {
    if (!(await lockIndexing(tx))) return 0;
    const items = await loadStaleItems(tx, itemsPerBatch);
    if (items.length === 0) return 0;
    const oldest = earlier(now(), storyMs);
    const filters = await loadFilters(tx, [...new Set(items.map(({ feedId }) => feedId))]);

    const words = await mapYielding(items, wordsOf);
    const placed = await placeItems(tx, items, { oldest, memory });
    const verdicts = items.flatMap((item) => judge(item, filters));

    // First: what is indexed goes to webhooks, and a rule may hide it from its reader (send_new_items).
    await saveVerdicts(tx, verdicts, now());
    const storyOf = new Map(placed.map(({ id, storyId }) => [id, storyId]));
    await saveIndex(
      tx,
      items.map((item, index) => ({
        item,
        storyId: storyOf.get(item.id) ?? item.storyId ?? item.id,
        words: words[index] ?? buildSearchVector([]),
      })),
    );
    await saveSigns(tx, placed, oldest);
    await settleStaleItems(tx, items);
    return items.length;
  });
}

/** A fraction of a millisecond each; between them, requests and fetches can run. */
async function mapYielding<Given, Made>(given: readonly Given[], make: (one: Given) => Made): Promise<Made[]> {
  const made: Made[] = [];
  for (const one of given) {
    made.push(make(one));
    await yieldToOthers();
  }
  return made;
}

function wordsOf({ title, titleCorrected, text }: StaleItem): Buffer {
  return buildSearchVector([title, titleCorrected ?? "", text]);
}

/** Finds a story for the items that have none yet. */
async function placeItems(
  tx: Queryable,
  items: readonly StaleItem[],
  { oldest, memory }: { oldest: Date; memory: StoryMemory },
): Promise<PlacedItem[]> {
  const fresh = await mapYielding(
    items.filter(({ storyId }) => storyId === null),
    (item) => toStoryItem(item, oldest),
  );
  const rarity = await memory.background.rarityWith(
    tx,
    fresh.map(({ signs }) => signs),
  );
  const known = await loadStories(tx, fresh, await memory.items.findAlike(tx, fresh, { rarity, oldest }));
  return groupItems(fresh, known, rarity);
}

function toStoryItem(
  { id, feedId, pubDate, hash: itemHash, url, title, text, language, statedLanguage }: StaleItem,
  oldest: Date,
): StoryItem {
  const isOfUrl = url !== null && hash("sha256", normaliseItemUrl(url)) === itemHash;
  // Without its language, "the" and "of" would be what an item is about, and half of all stored items might be the same event.
  const ofWords = statedLanguage ?? language;
  const signs = pubDate < oldest ? noSigns : extractSigns({ title, lead: text, language: ofWords });
  return { id, feedId, pubDate, page: isOfUrl ? itemHash : null, language, signs };
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
