import type { Queryable } from "../../database/transaction.ts";
import { minuteMs } from "../../time.ts";
import { loadBackground } from "./index-store.ts";
import { createKnownItems, type KnownItems } from "./known-items.ts";
import { countStems, type Rarity, type Stems } from "./story-signs.ts";

/** What a process that indexes again and again remembers of the items of the last days. */
export type StoryMemory = { background: Background; items: KnownItems };

export function createStoryMemory(): StoryMemory {
  return { background: createBackground(), items: createKnownItems() };
}

const backgroundItemsMax = 2_000;

/** What is common these days, in the newest items and these, which are then among them. */
type Background = { rarityWith: (tx: Queryable, fresh: readonly Stems[]) => Promise<Rarity> };

// Words become common within hours, not within batches: loaded for every batch, this was a third of what indexing a few items cost.
// Counted for every batch, it was most of the rest: what is counted stays, and what is too old goes.
const backgroundForMs = 5 * minuteMs;

export function createBackground(nowMs = () => performance.now()): Background {
  // The oldest first.
  let known: Stems[] = [];
  let counted = countStems();
  let untilMs = -Infinity;
  return {
    rarityWith: async (tx, fresh) => {
      if (nowMs() >= untilMs || known.length === 0) {
        known = (await loadBackground(tx, backgroundItemsMax)).reverse();
        counted = countStems();
        for (const stems of known) counted.add(stems);
        untilMs = nowMs() + backgroundForMs;
      }
      for (const stems of known.splice(0, known.length - backgroundItemsMax)) counted.remove(stems);
      for (const stems of fresh) counted.add(stems);
      known.push(...fresh);
      return counted.rarity();
    },
  };
}
