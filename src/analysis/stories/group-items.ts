import { dayMs, hourMs } from "../../time.ts";
import {
  compareWith,
  type Likeness,
  type Rarity,
  type Stems,
  type StorySigns,
  type StoryVector,
  weigh,
} from "./story-signs.ts";

type ComparedItem = {
  id: string;
  feedId: string;
  pubDate: Date;
  /** The hash of its normalised address, if the item is identified by it: items with the same page are one story. */
  page: string | null;
  language: string;
  signs: Stems;
};
type DatedItem = Pick<ComparedItem, "pubDate" | "language">;
export type StoryItem = ComparedItem & { signs: StorySigns };
export type PlacedItem = StoryItem & { storyId: string };
/** Stored before; `alike` are the fresh items that may report the same event: they are compared with it. */
export type KnownItem = ComparedItem & { storyId: string; alike: readonly StoryItem[] };

/** Two reports of one event are rarely further apart, and last week's game reads like this week's. */
export const storyMs = 3 * dayMs;

// Chosen on test/fixtures/stories (scripts/eval-stories.ts prints what comes of it) and read on 6,000 real headlines
// without text: a cosine alone finds events of one kind there. `telling` counts rare names and numbers they share; `evidence` is
// how many words that nobody else has would say as much as those they share.
const enough = [
  { similarityMin: 0.45, sharedMin: 6 },
  { similarityMin: 0.85, sharedMin: 4 },
];
// Within a day less is enough: what reads alike then is seldom last week's event or the next day's news of it.
const sameDayMs = 18 * hourMs;
const enoughSameDay = [
  { similarityMin: 0.3, sharedMin: 6 },
  { similarityMin: 0.3, sharedMin: 2, tellingMin: 2 },
  { similarityMin: 0.35, sharedMin: 3, tellingMin: 1 },
  { similarityMin: 0.5, sharedMin: 4 },
  { similarityMin: 0.22, evidenceMin: 2.3 },
];
// Most words of two languages differ; names, numbers and concepts don't.
const enoughAcross = [
  { similarityMin: 0.1, sharedMin: 2, tellingMin: 2 },
  // The numbers of a lead weigh little beside the words around them, which are foreign.
  { similarityMin: 0.03, sharedMin: 3, tellingMin: 3 },
  { similarityMin: 0.2, evidenceMin: 2.05 },
];
// It must be close to the story's first item too; otherwise a chain of small steps would lead from one event to the next.
const firstEnough = [{ similarityMin: 0.2 }];
// In the news of one town its name tells nothing.
const firstEnoughAcross = [
  { similarityMin: 0, tellingMin: 1 },
  { similarityMin: 0.2, evidenceMin: 2.05 },
];

/**
 * Finds the story of each fresh item: that of its page, otherwise that of the most similar item of another feed, otherwise a
 * new one with the item's id. A feed has one item per story: its second report starts a new one. `known` contains every
 * member of the stories that can be joined.
 */
export function groupItems(fresh: readonly StoryItem[], known: readonly KnownItem[], rarity: Rarity): PlacedItem[] {
  const shelf = createShelf(rarity);
  for (const item of known) shelf.placeKnown(item);
  return fresh
    .toSorted((a, b) => a.pubDate.getTime() - b.pubDate.getTime() || (a.id < b.id ? -1 : 1))
    .map((item) => {
      const placed = { ...item, storyId: shelf.storyOfPage(item.page) ?? shelf.nearestStory(item) ?? item.id };
      shelf.place(placed);
      return placed;
    });
}

/** `first` is the item whose id the story has; a story whose first item was deleted is not joined any more. */
type Story = { first: ShelvedItem | null; feeds: Set<string> };
type ShelvedItem = ComparedItem & { storyId: string };

function createShelf(rarity: Rarity) {
  const stories = new Map<string, Story>();
  const pages = new Map<string, string>();
  const byPair = new Map<number, ShelvedItem[]>();
  const knownOf = new Map<string, ShelvedItem[]>();
  const vectors = new Map<string, StoryVector>();

  const vectorOf = ({ id, signs }: ComparedItem): StoryVector => {
    const known = vectors.get(id) ?? weigh(signs, rarity);
    vectors.set(id, known);
    return known;
  };
  const mayJoin = (item: ComparedItem, storyId: string, likenessTo: (other: StoryVector) => Likeness): boolean => {
    const { first = null, feeds } = stories.get(storyId) ?? {};
    if (first === null || feeds?.has(item.feedId) !== false || gapMs(item, first) > storyMs) return false;
    const bars = areTwoLanguages(item, first) ? firstEnoughAcross : firstEnough;
    return reachesAny(likenessTo(vectorOf(first)), bars);
  };

  const addToStory = (item: ShelvedItem): void => {
    const story = stories.get(item.storyId) ?? { first: null, feeds: new Set() };
    stories.set(item.storyId, story);
    story.feeds.add(item.feedId);
    if (item.id === item.storyId) story.first = item;
    if (item.page !== null) pages.set(item.page, item.storyId);
  };

  return {
    place: (item: PlacedItem): void => {
      addToStory(item);
      for (const pair of item.signs.pairs) addTo(byPair, pair, item);
    },
    placeKnown: (item: KnownItem): void => {
      addToStory(item);
      for (const { id } of item.alike) addTo(knownOf, id, item);
    },
    storyOfPage: (page: string | null): string | null => (page === null ? null : (pages.get(page) ?? null)),
    nearestStory: (item: StoryItem): string | null => {
      let nearest: { storyId: string; similarity: number } | null = null;
      const placed = item.signs.pairs.flatMap((pair) => byPair.get(pair) ?? []);
      const likenessTo = compareWith(vectorOf(item));
      for (const other of new Set([...(knownOf.get(item.id) ?? []), ...placed])) {
        const likeness = likenessTo(vectorOf(other));
        if (likeness.similarity <= (nearest?.similarity ?? 0) || !isOneEvent(item, other, likeness)) continue;
        if (mayJoin(item, other.storyId, likenessTo))
          nearest = { storyId: other.storyId, similarity: likeness.similarity };
      }
      return nearest?.storyId ?? null;
    },
  };
}

function addTo<Key>(lists: Map<Key, ShelvedItem[]>, key: Key, item: ShelvedItem): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** Whether two items are alike enough to report one event. */
export function isOneEvent(a: DatedItem, b: DatedItem, likeness: Likeness): boolean {
  const isSameDay = gapMs(a, b) <= sameDayMs;
  if (areTwoLanguages(a, b)) return isSameDay && reachesAny(likeness, enoughAcross);
  return reachesAny(likeness, enough) || (isSameDay && reachesAny(likeness, enoughSameDay));
}

type Bar = { similarityMin: number; sharedMin?: number; tellingMin?: number; evidenceMin?: number };

function reaches(likeness: Likeness, { similarityMin, sharedMin = 0, tellingMin = 0, evidenceMin = 0 }: Bar): boolean {
  const { similarity, shared, telling, evidence } = likeness;
  return similarity >= similarityMin && shared >= sharedMin && telling >= tellingMin && evidence >= evidenceMin;
}

function reachesAny(likeness: Likeness, bars: readonly Bar[]): boolean {
  return bars.some((bar) => reaches(likeness, bar));
}

function areTwoLanguages(a: DatedItem, b: DatedItem): boolean {
  return a.language !== b.language && a.language !== "und" && b.language !== "und";
}

function gapMs(a: DatedItem, b: DatedItem): number {
  return Math.abs(a.pubDate.getTime() - b.pubDate.getTime());
}
