/** Which items have a pair of strong words, in nine bytes a pair. Items are numbers from 0 to 2³² − 1. */
export type PairIndex = {
  add: (items: readonly ItemPairs[]) => void;
  /** The items that have one of these pairs, each once; of each pair the newest, at most `itemsPerPair`. */
  find: (pairs: readonly number[]) => Set<number>;
};
export type ItemPairs = { item: number; pairs: readonly number[] };

// A pair that thousands of items have within three days names no event; and the newest of an event's reports belong to its story.
const usualItemsPerPair = 500;

/**
 * Sorted runs, each at least twice as long as the next: among a million items, a pair is moved some fifteen times. A Map of pairs would
 * take ten times the memory.
 */
export function createPairIndex(itemsPerPair = usualItemsPerPair): PairIndex {
  // Items are added in rising order, and only neighbours are merged: the last run has the newest.
  const runs: Run[] = [];
  return {
    add: (items) => {
      let added = sort(items);
      if (added.length === 0) return;
      for (let last = runs.at(-1); last !== undefined && last.entries.length < 2 * added.length; last = runs.at(-1)) {
        added = merge(last.entries, added);
        runs.pop();
      }
      runs.push({ entries: added, ...placesIn(added) });
    },
    find: (pairs) => {
      const found = new Set<number>();
      for (const pair of pairs) {
        let left = itemsPerPair;
        for (const run of runs.toReversed()) left -= collect(run, pair >>> 0, { found, max: left });
      }
      return found;
    },
  };
}

/** A pair, then its item, and so on; in the order of pairs. */
type Entries = Uint32Array;

/** `places`: where the pairs begin that have the same first bits. A search of the whole run by halves took ten times as long. */
type Run = { entries: Entries; places: Uint32Array; shift: number };

/** A pair and the place of its item are sorted as one number: as an array of both they took ten times as long. */
function sort(items: readonly ItemPairs[]): Entries {
  const count = items.reduce((sum, { pairs }) => sum + pairs.length, 0);
  const keys = new Float64Array(count);
  let end = 0;
  for (const [place, { pairs }] of items.entries())
    for (const pair of pairs) keys[end++] = (pair >>> 0) * items.length + place;
  keys.sort();
  const entries = new Uint32Array(2 * count);
  for (let at = 0; at < count; at += 1) {
    const place = keys[at]! % items.length;
    entries[2 * at] = (keys[at]! - place) / items.length;
    entries[2 * at + 1] = items[place]!.item;
  }
  return entries;
}

function merge(a: Entries, b: Entries): Entries {
  const merged = new Uint32Array(a.length + b.length);
  let atA = 0;
  let atB = 0;
  for (let at = 0; at < merged.length; at += 2) {
    if (atB >= b.length || (atA < a.length && a[atA]! <= b[atB]!)) {
      merged[at] = a[atA]!;
      merged[at + 1] = a[atA + 1]!;
      atA += 2;
    } else {
      merged[at] = b[atB]!;
      merged[at + 1] = b[atB + 1]!;
      atB += 2;
    }
  }
  return merged;
}

const pairsPerPlace = 4;

function placesIn(entries: Entries): Omit<Run, "entries"> {
  const bits = Math.max(1, Math.ceil(Math.log2(entries.length / 2 / pairsPerPlace)));
  const shift = 32 - bits;
  const places = new Uint32Array(2 ** bits);
  let next = 0;
  for (let at = 0; at < entries.length; at += 2)
    for (const place = entries[at]! >>> shift; next <= place; next += 1) places[next] = at;
  places.fill(entries.length, next);
  return { places, shift };
}

/** Adds the last of these items, and says how many. */
function collect(
  { entries, places, shift }: Run,
  pair: number,
  { found, max }: { found: Set<number>; max: number },
): number {
  let start = places[pair >>> shift]!;
  while (start < entries.length && entries[start]! < pair) start += 2;
  let end = start;
  while (entries[end] === pair) end += 2;
  const from = Math.max(start, end - 2 * max);
  for (let at = from; at < end; at += 2) found.add(entries[at + 1]!);
  return (end - from) / 2;
}
