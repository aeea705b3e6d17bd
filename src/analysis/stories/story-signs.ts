import { createStemCounts } from "./stem-counts.ts";
import { isCountry, isThing } from "./concepts.ts";
import { extractWords } from "./extract-words.ts";
import { isConcept, keyOf, kindOf, sharedKeyOf, type StemKind, stemKind } from "./stem-keys.ts";

type StoryText = { title: string; lead: string; language: string };

/**
 * What an item is about, as numbers: the stems of its title, those only its lead has, and the pairs of its strongest
 * words. Two items without a common pair are never compared. The last two bits of a stem are its kind.
 */
export type StorySigns = Stems & { pairs: number[] };
export type Stems = { titleStems: number[]; leadStems: number[] };

const titleCharsMax = 300;
// A lead says who, what and where; the background that follows is the same in every report of a month.
const leadCharsMax = 400;
// Of the words that tell something: names, numbers, what has a capital, and concepts. Of the reports of the four sets of events
// (test/fixtures/stories) a title has 17 pairs on average, a title with text 29.
const strongWordsMax = 10;
// Where few words have a capital or a concept, any others fill up.
const strongWordsMin = 8;
// In German every noun has a capital, so its strongest words are seldom those of a report in another language. Numbers are: up to
// six pairs more, for a quarter of items.
const strongNumbersMax = 4;
// A word of the title says more than one of the lead.
const titleStrength = 1.5;

export function extractSigns({ title, lead, language }: StoryText): StorySigns {
  const inTitle = extractWords(title.slice(0, titleCharsMax), language);
  const inLead = extractWords(lead.slice(0, leadCharsMax), language);
  const strength = new Map<number, number>();
  for (const { key, strength: own } of inLead) strength.set(key, own);
  for (const { key, strength: own } of inTitle)
    strength.set(key, Math.max(strength.get(key) ?? 0, own + titleStrength));

  const kinds = new Map<number, StemKind>();
  for (const { key, kind } of [...inTitle, ...inLead]) kinds.set(key, surer(kinds.get(key), kind));
  const inTitleKeys = new Set(inTitle.map(({ key }) => key));
  const stems = [...kinds].map(([key, kind]) => key | kind);
  const numbers = new Map([...strength].filter(([key]) => kinds.get(key) === stemKind.number));
  return {
    titleStems: stems.filter((stem) => inTitleKeys.has(keyOf(stem))),
    leadStems: stems.filter((stem) => !inTitleKeys.has(keyOf(stem))),
    pairs: [...new Set([...pairUp(strongWords(strength, kinds)), ...pairUp(strongest(numbers, strongNumbersMax))])],
  };
}

function surer(known: StemKind | undefined, kind: StemKind): StemKind {
  if (known === undefined || known === stemKind.word) return kind;
  return kind === stemKind.name ? kind : known;
}

function strongest(strength: ReadonlyMap<number, number>, atMost: number): number[] {
  return [...strength]
    .toSorted(([a, strengthA], [b, strengthB]) => strengthB - strengthA || a - b)
    .slice(0, atMost)
    .map(([stem]) => stem);
}

function strongWords(strength: ReadonlyMap<number, number>, kinds: ReadonlyMap<number, StemKind>): number[] {
  const { telling = [], others = [] } = Object.groupBy(strongest(strength, Infinity), (key) =>
    isConcept(key) || kinds.get(key) !== stemKind.word ? "telling" : "others",
  );
  const first = telling.slice(0, strongWordsMax);
  return [...first, ...others.slice(0, Math.max(0, strongWordsMin - first.length))];
}

// "Fire" and "police" are together in many events of a day, but a short title may have nothing else.
const pairsMin = 6;

/** By concepts, as other languages have them too. */
function pairUp(stems: readonly number[]): number[] {
  const sorted = [...new Set(stems.map(sharedKeyOf))].toSorted((a, b) => a - b);
  const pairs = sorted.flatMap((a, index) => sorted.slice(index + 1).map((b) => ({ a, b })));
  const telling = pairs.filter(({ a, b }) => !isThing(a) || !isThing(b));
  return (telling.length < pairsMin ? pairs : telling).map(({ a, b }) => (Math.imul(a, 31) + b) | 0);
}

/**
 * How distinctive a stem is by the number of items that have it: little if there are many. `isRare`: so few have it that it may be of one
 * event.
 */
export type Rarity = {
  countOf: (key: number) => number;
  weightOf: (count: number) => number;
  /** Of a stem that only one item has. */
  weightMax: number;
  isRare: (count: number) => boolean;
};

/**
 * The stems of an item, concepts for words that have one, weighed, as a vector of length 1; the kind of each, which is a word's for a
 * country and for what is not rare; and how rare it is: 1 for what only one item has. As Maps, they took three times as long to make.
 */
export type StoryVector = { keys: number[]; weights: number[]; kinds: StemKind[]; rarities: number[] };

/**
 * The cosine of two vectors, how many stems they share, how many of these are rare names and numbers, and how many stems that only one
 * item has would say as much: none where both have rare names, and not the same.
 */
export type Likeness = { similarity: number; shared: number; telling: number; evidence: number };

const titleWeight = 2;
// A stem in more than every fifth item is grammar in a language we have no list for. At every tenth, the event that all outlets of a small
// server report was none. With few items we can't tell what is common.
const commonShare = 0.2;
const backgroundMin = 50;
// A name that more than every two hundredth item has is the president's, not this event's.
const rareShare = 0.005;
const rareItemsMin = 12;

/** Learns from items of the same days what is common now ("minister", "Monday"). 0: not distinctive at all. */
export function measureRarity(background: readonly Stems[]): Rarity {
  const counted = countStems();
  for (const stems of background) counted.add(stems);
  return counted.rarity();
}

/** In how many items each stem is, of those that were added and not removed again. */
export type CountedStems = { add: (stems: Stems) => void; remove: (stems: Stems) => void; rarity: () => Rarity };

export function countStems(): CountedStems {
  const items = createStemCounts();
  let total = 0;
  const change = ({ titleStems, leadStems }: Stems, by: 1 | -1) => {
    total += by;
    for (const stem of titleStems) items.change(keyOf(stem), by);
    for (const stem of leadStems) items.change(keyOf(stem), by);
  };
  return {
    add: (stems) => change(stems, 1),
    remove: (stems) => change(stems, -1),
    rarity: () => {
      const commonMin = total < backgroundMin ? Infinity : commonShare * total;
      const rareMax = Math.max(rareItemsMin, rareShare * total);
      const weightOf = rememberByCount((count) => (count > commonMin ? 0 : Math.log(1 + total / Math.max(1, count))));
      const weightMax = Math.log(1 + Math.max(1, total));
      return { countOf: items.countOf, weightOf, weightMax, isRare: (count) => count <= rareMax };
    },
  };
}

/** Most stems are in one to ten items. */
function rememberByCount(weigh: (count: number) => number): (count: number) => number {
  const known: number[] = [];
  return (count) => (known[count] ??= weigh(count));
}

export function weigh({ titleStems, leadStems }: Stems, rarity: Rarity): StoryVector {
  const vector: StoryVector = { keys: [], weights: [], kinds: [], rarities: [] };
  const concepts = new Set<number>();
  const squares =
    add(vector, titleStems, { factor: titleWeight, rarity, concepts }) +
    add(vector, leadStems, { factor: 1, rarity, concepts });
  const length = Math.sqrt(squares) || 1;
  for (let at = 0; at < vector.weights.length; at += 1) vector.weights[at]! /= length;
  return vector;
}

type Weighing = { factor: number; rarity: Rarity; concepts: Set<number> };

/** Returns the sum of their squares. Of the words of one concept the first counts. */
function add(vector: StoryVector, stems: readonly number[], { factor, rarity, concepts }: Weighing): number {
  let squares = 0;
  for (const stem of stems) {
    const own = keyOf(stem);
    const count = rarity.countOf(own);
    const weight = factor * rarity.weightOf(count);
    const key = sharedKeyOf(own);
    if (weight === 0 || concepts.has(key)) continue;
    if (isConcept(key)) concepts.add(key);
    vector.keys.push(key);
    vector.weights.push(weight);
    vector.kinds.push(rarity.isRare(count) && !isCountry(key) ? kindOf(stem) : stemKind.word);
    vector.rarities.push(rarity.weightOf(count) / rarity.weightMax);
    squares += weight * weight;
  }
  return squares;
}

/** Compares others with an item: its own stems are looked up in a Map, which is made once for all others. */
export function compareWith(own: StoryVector): (other: StoryVector) => Likeness {
  const places = new Map(own.keys.map((key, place) => [key, place]));
  const hasNames = own.kinds.includes(stemKind.name);
  return ({ keys, weights, kinds, rarities }) => {
    let [similarity, shared, telling, evidence] = [0, 0, 0, 0];
    for (let at = 0; at < keys.length; at += 1) {
      const place = places.get(keys[at]!);
      if (place === undefined) continue;
      similarity += own.weights[place]! * weights[at]!;
      shared += 1;
      evidence += Math.min(own.rarities[place]!, rarities[at]!);
      if (isTelling(own.kinds[place]!, kinds[at]!)) telling += 1;
    }
    const namesDiffer = telling === 0 && hasNames && kinds.includes(stemKind.name);
    return { similarity, shared, telling, evidence: namesDiffer ? 0 : evidence };
  };
}

/** A number, or a name: both have it with a capital, and in one of them it can be nothing but a name. */
function isTelling(kind: StemKind, other: StemKind): boolean {
  if (kind === stemKind.word || other === stemKind.word) return false;
  return kind === stemKind.number || kind === stemKind.name || other === stemKind.name;
}
