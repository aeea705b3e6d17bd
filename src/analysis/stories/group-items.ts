import { dayMs } from "../../time.ts";
import { compare, type Rarity, type StoryVector, weigh } from "./compare-signs.ts";
import type { StorySigns } from "./extract-signs.ts";

export type StoryItem = {
  id: string;
  feedId: string;
  pubDate: Date;
  /** The hash of its normalised address, if the item is identified by it: items with the same page are one story. */
  page: string | null;
  signs: StorySigns;
};
export type PlacedItem = StoryItem & { storyId: string };

/** Two reports of one event are rarely further apart, and last week's game reads like this week's. */
export const storyMs = 3 * dayMs;

// Chosen on test/fixtures/stories, whose wrong pairs reach 0.28 (scripts/eval-stories.ts prints what comes of it). The
// number of common stems guards short texts: of 6,000 real headlines without a lead, nearly all pairs with fewer than six
// were two events of one kind, whatever their cosine; only nearly the same words are one event then.
const enough = [
  { similarityMin: 0.3, sharedMin: 6 },
  { similarityMin: 0.85, sharedMin: 4 },
];
// It must be close to the story's first item too; otherwise a chain of small steps would lead from one event to the next.
const firstSimilarityMin = 0.2;

/**
 * Finds the story of each fresh item: that of its page, otherwise that of the most similar item of another feed, otherwise a
 * new one with the item's id. A feed has one item per story: its second report starts a new one. `known` contains every
 * member of the stories that can be joined.
 */
export function groupItems(fresh: readonly StoryItem[], known: readonly PlacedItem[], rarity: Rarity): PlacedItem[] {
  const shelf = createShelf(rarity);
  for (const item of known) shelf.place(item);
  return fresh
    .toSorted((a, b) => a.pubDate.getTime() - b.pubDate.getTime() || (a.id < b.id ? -1 : 1))
    .map((item) => {
      const placed = { ...item, storyId: shelf.storyOfPage(item.page) ?? shelf.nearestStory(item) ?? item.id };
      shelf.place(placed);
      return placed;
    });
}

/** `first` is the item whose id the story has; a story whose first item was deleted is not joined any more. */
type Story = { first: PlacedItem | null; feeds: Set<string> };

function createShelf(rarity: Rarity) {
  const stories = new Map<string, Story>();
  const pages = new Map<string, string>();
  const byPair = new Map<number, PlacedItem[]>();
  const vectors = new Map<string, StoryVector>();

  const vectorOf = ({ id, signs }: StoryItem): StoryVector => {
    const known = vectors.get(id) ?? weigh(signs, rarity);
    vectors.set(id, known);
    return known;
  };
  const mayJoin = (item: StoryItem, storyId: string): boolean => {
    const { first = null, feeds } = stories.get(storyId) ?? {};
    return (
      first !== null &&
      Math.abs(item.pubDate.getTime() - first.pubDate.getTime()) <= storyMs &&
      feeds?.has(item.feedId) === false &&
      compare(vectorOf(item), vectorOf(first)).similarity >= firstSimilarityMin
    );
  };

  return {
    place: (item: PlacedItem): void => {
      const story = stories.get(item.storyId) ?? { first: null, feeds: new Set() };
      stories.set(item.storyId, story);
      story.feeds.add(item.feedId);
      if (item.id === item.storyId) story.first = item;
      if (item.page !== null) pages.set(item.page, item.storyId);
      for (const pair of item.signs.pairs) {
        const sharing = byPair.get(pair);
        if (sharing === undefined) byPair.set(pair, [item]);
        else sharing.push(item);
      }
    },
    storyOfPage: (page: string | null): string | null => (page === null ? null : (pages.get(page) ?? null)),
    nearestStory: (item: StoryItem): string | null => {
      let nearest: { storyId: string; similarity: number } | null = null;
      for (const other of new Set(item.signs.pairs.flatMap((pair) => byPair.get(pair) ?? []))) {
        const { similarity, shared } = compare(vectorOf(item), vectorOf(other));
        const isOne = enough.some(({ similarityMin, sharedMin }) => similarity >= similarityMin && shared >= sharedMin);
        if (!isOne || similarity <= (nearest?.similarity ?? 0) || !mayJoin(item, other.storyId)) continue;
        nearest = { storyId: other.storyId, similarity };
      }
      return nearest?.storyId ?? null;
    },
  };
}
