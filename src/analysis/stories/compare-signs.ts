import type { StorySigns } from "./extract-signs.ts";

/** How distinctive a stem is: little if many items have it. */
export type Rarity = (stem: number) => number;

/** The stems of an item, weighed, as a vector of length 1. */
export type StoryVector = ReadonlyMap<number, number>;

const titleWeight = 2;
// A stem in more than every tenth item is grammar in a language we have no list for, or the day's weather. With few items
// we can't tell what is common.
const commonShare = 0.1;
const backgroundMin = 50;

/** Learns from items of the same days what is common now ("minister", "Monday"). 0: not distinctive at all. */
export function measureRarity(background: readonly StorySigns[]): Rarity {
  const items = new Map<number, number>();
  for (const { titleStems, leadStems } of background) {
    for (const stem of titleStems) items.set(stem, (items.get(stem) ?? 0) + 1);
    for (const stem of leadStems) items.set(stem, (items.get(stem) ?? 0) + 1);
  }
  const commonMin = background.length < backgroundMin ? Infinity : commonShare * background.length;
  return (stem) => {
    const count = items.get(stem) ?? 1;
    return count > commonMin ? 0 : Math.log(1 + background.length / count);
  };
}

export function weigh({ titleStems, leadStems }: StorySigns, rarity: Rarity): StoryVector {
  const weights = [
    ...titleStems.map((stem): [number, number] => [stem, titleWeight * rarity(stem)]),
    ...leadStems.map((stem): [number, number] => [stem, rarity(stem)]),
  ].filter(([, weight]) => weight > 0);
  const length = Math.hypot(...weights.map(([, weight]) => weight)) || 1;
  return new Map(weights.map(([stem, weight]) => [stem, weight / length]));
}

/** The cosine of two vectors, and how many stems they share. */
export function compare(a: StoryVector, b: StoryVector): { similarity: number; shared: number } {
  let [similarity, shared] = [0, 0];
  for (const [stem, weight] of a) {
    const other = b.get(stem);
    if (other === undefined) continue;
    similarity += weight * other;
    shared += 1;
  }
  return { similarity, shared };
}
