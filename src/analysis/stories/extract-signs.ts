import { extractWords, keyOf, type StemKind, stemKind } from "./extract-words.ts";

export type StoryText = { title: string; lead: string; language: string };

/**
 * What an item is about, as numbers: the stems of its title, those only its lead has, and the pairs of its strongest
 * words. Two items without a common pair are never compared. The last two bits of a stem are its kind.
 */
export type StorySigns = { titleStems: number[]; leadStems: number[]; pairs: number[] };

const titleCharsMax = 300;
// A lead says who, what and where; the background that follows is the same in every report of a month.
const leadCharsMax = 400;
// 28 pairs. Of the pairs of reports that TF-IDF tells to be one event, 72 of 74 share two of eight, 70 two of six.
const strongWordsMax = 8;
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
  return {
    titleStems: stems.filter((stem) => inTitleKeys.has(keyOf(stem))),
    leadStems: stems.filter((stem) => !inTitleKeys.has(keyOf(stem))),
    pairs: pairUp(strongest(strength)),
  };
}

function surer(known: StemKind | undefined, kind: StemKind): StemKind {
  if (known === undefined || known === stemKind.word) return kind;
  return kind === stemKind.name ? kind : known;
}

function strongest(strength: ReadonlyMap<number, number>): number[] {
  return [...strength]
    .toSorted(([a, strengthA], [b, strengthB]) => strengthB - strengthA || a - b)
    .slice(0, strongWordsMax)
    .map(([stem]) => stem);
}

function pairUp(stems: readonly number[]): number[] {
  const sorted = stems.toSorted((a, b) => a - b);
  return sorted.flatMap((a, index) => sorted.slice(index + 1).map((b) => (Math.imul(a, 31) + b) | 0));
}
