import { readFileSync } from "node:fs";
import { inflect } from "../inflect.ts";
import type { Language } from "../lexicon-entry.ts";

/**
 * What sort of word it is: praise, blame, drama, a strong but literal word … as a set of bits, 0 for a word without a class.
 * A class does not decide: the model learns what each is worth in which place, so a word that it never saw in training
 * gets the weight of similar words. In the files "slam~" means all forms of a verb, "shock*" every word that begins so.
 */
type WordClasses = { exact: Map<string, number>; prefixes: Map<string, number> };

export const classCount = 16;

const known = new Map<Language, WordClasses>();

export function readWordClasses(language: Language): WordClasses {
  const read = known.get(language);
  if (read) return read;
  const classes: WordClasses = { exact: new Map(), prefixes: new Map() };
  const text = readFileSync(new URL(`./word-classes/${language}.txt`, import.meta.url), "utf8");
  for (const [at, line] of text.trim().split("\n").entries()) {
    if (at >= classCount) throw new Error(`word-classes/${language}.txt has more than ${classCount} classes.`);
    for (const word of line
      .slice(line.indexOf(":") + 1)
      .trim()
      .split(/\s+/u))
      addWord(classes, word, 1 << at, language);
  }
  known.set(language, classes);
  return classes;
}

function addWord({ exact, prefixes }: WordClasses, word: string, bit: number, language: Language): void {
  const lower = word.toLowerCase();
  const add = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) | bit);
  if (lower.endsWith("*")) add(prefixes, lower.slice(0, -1));
  else if (lower.endsWith("~"))
    for (const form of inflect(lower.slice(0, -1), null, "verb", language).keys()) add(exact, form);
  else add(exact, lower);
}

export function classesOf(word: string, { exact, prefixes }: WordClasses): number {
  let bits = exact.get(word) ?? 0;
  if (bits !== 0) return bits;
  for (let size = Math.min(word.length, prefixCharsMax); size >= prefixCharsMin; size -= 1) {
    bits = prefixes.get(word.slice(0, size)) ?? 0;
    if (bits !== 0) return bits;
  }
  return 0;
}

const prefixCharsMin = 2;
const prefixCharsMax = 16;
