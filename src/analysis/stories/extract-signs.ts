import { foldText } from "../../items/search-words.ts";
import { lexiconFor } from "../heuristic/lexicon.ts";

export type StoryText = { title: string; lead: string; language: string };

/**
 * What an item is about, as numbers: the stems of its title, those only its lead has, and the pairs of its strongest
 * words. Two items without a common pair are never compared.
 */
export type StorySigns = { titleStems: number[]; leadStems: number[]; pairs: number[] };

const titleCharsMax = 300;
// A lead says who, what and where; the background that follows is the same in every report of a month.
const leadCharsMax = 400;
// Ignores endings: "Warszawa" and "Warszawie", "voted" and "voters".
const stemChars = 6;
const wordCharsMin = 3;
// 28 pairs. Of the pairs of reports that TF-IDF tells to be one event, 72 of 74 share two of eight, 70 two of six.
const strongWordsMax = 8;

export function extractSigns({ title, lead, language }: StoryText): StorySigns {
  const inTitle = readWords(title.slice(0, titleCharsMax), language);
  const inLead = readWords(lead.slice(0, leadCharsMax), language);
  const strength = new Map<number, number>();
  for (const word of inLead) strength.set(word.stem, word.strength);
  for (const word of inTitle)
    strength.set(word.stem, Math.max(strength.get(word.stem) ?? 0, word.strength + titleStrength));

  const titleStems = [...new Set(inTitle.map(({ stem }) => stem))];
  const leadStems = [...new Set(inLead.map(({ stem }) => stem))].filter((stem) => !titleStems.includes(stem));
  return { titleStems, leadStems, pairs: pairUp(strongest(strength)) };
}

type Word = { stem: number; strength: number };

// Estimates: names say most about which event it is, then numbers, then words of the title; long words more than short
// ones.
const nameStrength = 2;
const numberStrength = 1.5;
const titleStrength = 1.5;
const fullLength = 8;

function readWords(text: string, language: string): Word[] {
  const { functionWords, attributionWords } = lexiconFor(language);
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].flatMap(({ 0: word, index }) => {
    const folded = foldText(word);
    const isNumber = /^\p{N}+$/u.test(folded);
    const isCommon = functionWords.has(word.toLowerCase()) || attributionWords.has(word.toLowerCase());
    if (isCommon || (folded.length < wordCharsMin && !isNumber)) return [];
    const kind = isNumber ? numberStrength : isName(text, word, index) ? nameStrength : 0;
    return [{ stem: hashText(folded.slice(0, stemChars)), strength: kind + Math.min(1, folded.length / fullLength) }];
  });
}

/** A capital that is not at the start of a sentence. German nouns have one too, which rightly makes them strong words. */
function isName(text: string, word: string, index: number): boolean {
  return /^\p{Lu}/u.test(word) && !/(?:^|[.!?:…"“„«\n])\s*$/u.test(text.slice(Math.max(0, index - 4), index));
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

/** FNV-1a as a signed 32-bit number, like PostgreSQL's integer. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash | 0;
}
