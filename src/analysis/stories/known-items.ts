import { setImmediate as yieldToOthers } from "node:timers/promises";
import type { Queryable } from "../../database/transaction.ts";
import { hourMs } from "../../time.ts";
import { isOneEvent, type StoryItem } from "./group-items.ts";
import { findNumbers, loadSigns } from "./index-store.ts";
import { createPairIndex } from "./pair-index.ts";
import { createSignsMemory, type KnownSigns } from "./signs-memory.ts";
import { compareWith, type Rarity, type StoryVector, weigh } from "./story-signs.ts";

/**
 * The stored items of the last days that may report the same event as one of these, by their numbers in story_signs: each with
 * those. They share a pair of strong words and are alike. What is older than `oldest` is gone after this batch.
 */
export type KnownItems = {
  findAlike: (
    tx: Queryable,
    fresh: readonly StoryItem[],
    days: { rarity: Rarity; oldest: Date },
  ) => Promise<Map<number, StoryItem[]>>;
};

export type KnownLimits = {
  /** The stems of so many items are kept, 100 MB. Older ones with a common pair are taken for alike, and compared when they are loaded. */
  stemsMax: number;
  /** So many of these are loaded for a new item, the newest. With three million items in three days, all of them took 80 ms an item. */
  olderMax: number;
  itemsPerPage: number;
};

const usualLimits: KnownLimits = { stemsMax: 400_000, olderMax: 20, itemsPerPage: 5_000 };
// Items whose days are over are forgotten then, and so is what a standby that took over never heard of. Numbers that it gives a second time
// are read then: until then their items may be missed, so that a report stays alone.
const knownForMs = hourMs;

/**
 * Kept by a process that indexes again and again: it reads only what was added since. The process that adds holds the lock on indexing, so a
 * larger number always comes later.
 */
export function createKnownItems(
  nowMs = () => performance.now(),
  { stemsMax, olderMax, itemsPerPage }: KnownLimits = usualLimits,
): KnownItems {
  let known = createMemory(0, 0);
  let untilMs = -Infinity;
  const catchUp = async (tx: Queryable) => {
    // A flood of items must not keep all of its stems until the hour is over.
    if (nowMs() >= untilMs || known.last - known.stemsFrom >= 2 * stemsMax) {
      const { first, last } = await findNumbers(tx);
      known = createMemory(first, Math.max(first, last - stemsMax + 1));
      untilMs = nowMs() + knownForMs;
    }
    let count = itemsPerPage;
    while (count === itemsPerPage) {
      const page = await loadSigns(tx, { after: known.last, stemsFrom: known.stemsFrom, countMax: itemsPerPage });
      known.pairs.add(page.map(({ number, pairs }) => ({ item: number - known.first, pairs })));
      for (const { number, signs } of page) if (signs !== null) known.signs.add(number, signs);
      known.last = page.at(-1)?.number ?? known.last;
      count = page.length;
    }
  };
  return {
    findAlike: async (tx, fresh, { rarity, oldest }) => {
      if (fresh.length > 0) await catchUp(tx);
      const alike = new Map<number, StoryItem[]>();
      const findLike = createSearch(known, { rarity, olderMax });
      for (const item of fresh) {
        for (const number of findLike(item)) {
          const items = alike.get(number);
          if (items === undefined) alike.set(number, [item]);
          else items.push(item);
        }
        await yieldToOthers();
      }
      known.goneBeforeMs = oldest.getTime();
      return alike;
    },
  };
}

/** `goneBeforeMs`: what is older was deleted by the batch before. */
function createMemory(first: number, stemsFrom: number) {
  const [pairs, signs] = [createPairIndex(), createSignsMemory()];
  return { first, stemsFrom, last: first - 1, goneBeforeMs: -Infinity, pairs, signs };
}

/** For one batch, in which a stored item is weighed once. */
function createSearch(
  { first, stemsFrom, goneBeforeMs, pairs, signs }: ReturnType<typeof createMemory>,
  { rarity, olderMax }: { rarity: Rarity; olderMax: number },
) {
  const weighed = new Map<number, Candidate>();
  const candidateOf = (number: number): Candidate => {
    const known = weighed.get(number) ?? createCandidate(signs.find(number), rarity, goneBeforeMs);
    weighed.set(number, known);
    return known;
  };
  return (item: StoryItem): number[] => {
    const numbers = [...pairs.find(item.signs.pairs)].map((place) => first + place);
    if (numbers.length === 0) return numbers;
    const likenessTo = compareWith(weigh(item.signs, rarity));
    const older = numbers.filter((number) => number < stemsFrom);
    const alike = numbers.filter((number) => {
      const known = number < stemsFrom ? "gone" : candidateOf(number);
      return known === "any" || (known !== "gone" && isOneEvent(item, known, likenessTo(known.vector)));
    });
    return [...newest(older, olderMax), ...alike];
  };
}

function newest(numbers: readonly number[], max: number): readonly number[] {
  return numbers.length <= max ? numbers : numbers.toSorted((a, b) => b - a).slice(0, max);
}

/** "any": an item of which only the pairs are known. */
type Candidate = "any" | "gone" | { pubDate: Date; language: string; vector: StoryVector };

function createCandidate(known: KnownSigns | null, rarity: Rarity, goneBeforeMs: number): Candidate {
  if (known === null) return "any";
  if (known.pubDate.getTime() < goneBeforeMs) return "gone";
  return { pubDate: known.pubDate, language: known.language, vector: weigh(known.signs(), rarity) };
}
