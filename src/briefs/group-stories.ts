import type { BriefItem } from "./brief.ts";

/** Numbers of items, in the order given, that tell of the same event. */
export type Story = number[];

const wordCharsMin = 4;
/** Through endings: "Warszawa" and "Warszawie", "voted" and "votes". */
const stemChars = 5;
const titleWeight = 2;
const similarityMin = 0.3;

/**
 * Items whose rarer words meet are one story. Each is compared with all before it: 100 items are 4,950 pairs, a few
 * milliseconds.
 */
export function groupStories(items: readonly BriefItem[]): Story[] {
  const vectors = weigh(items.map(countStems));
  const stories: Story[] = [];
  for (const [index, vector] of vectors.entries()) {
    const near = stories.map((story) => Math.max(...story.map((other) => similarity(vector, vectors[other]!))));
    const nearest = near.indexOf(Math.max(...near));
    if ((near[nearest] ?? 0) >= similarityMin) stories[nearest]!.push(index);
    else stories.push([index]);
  }
  return stories;
}

type Weights = ReadonlyMap<string, number>;

function countStems({ title, summary }: BriefItem): Weights {
  const counts = new Map<string, number>();
  const count = (text: string, weight: number) => {
    for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}\p{Nd}]+/gu)) {
      if (word.length < wordCharsMin) continue;
      const stem = word.slice(0, stemChars);
      counts.set(stem, (counts.get(stem) ?? 0) + weight);
    }
  };
  count(title, titleWeight);
  count(summary, 1);
  return counts;
}

/** A word that many items have tells little: weighed by rarity, and to length 1. */
function weigh(counted: readonly Weights[]): Weights[] {
  const items = new Map<string, number>();
  for (const counts of counted) for (const stem of counts.keys()) items.set(stem, (items.get(stem) ?? 0) + 1);
  return counted.map((counts) => {
    const weights = [...counts].map(([stem, count]): [string, number] => {
      return [stem, Math.log(1 + count) * Math.log(1 + counted.length / items.get(stem)!)];
    });
    const length = Math.hypot(...weights.map(([, weight]) => weight)) || 1;
    return new Map(weights.map(([stem, weight]) => [stem, weight / length]));
  });
}

function similarity(a: Weights, b: Weights): number {
  let sum = 0;
  for (const [stem, weight] of a) sum += weight * (b.get(stem) ?? 0);
  return sum;
}
