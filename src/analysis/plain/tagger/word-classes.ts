import { readFileSync } from "node:fs";
import { inflect } from "../inflect.ts";
import type { Language } from "../lexicon-entry.ts";

/**
 * What sort of word it is: praise, blame, drama, a strong but literal word … as a set of bits, 0 for a word without a class.
 * A class does not decide: the model learns what each is worth in which place, so a word that it never saw in training
 * gets the weight of similar words. In the files "slam~" means all forms of a verb, "shock*" every word that begins so.
 */
type WordClasses = {
  exact: Map<string, number>;
  /** By their first two letters, the longest first: cutting all beginnings out of each word took twice as long. */
  prefixes: Map<number, Prefix[]>;
};
type Prefix = { prefix: string; bits: number };

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
  const add = (form: string) => exact.set(form, (exact.get(form) ?? 0) | bit);
  if (lower.endsWith("*")) addPrefix(prefixes, lower.slice(0, -1), bit);
  else if (lower.endsWith("~"))
    for (const form of inflect(lower.slice(0, -1), null, "verb", language).keys()) add(form);
  else add(lower);
}

function addPrefix(prefixes: WordClasses["prefixes"], prefix: string, bit: number): void {
  const filed = prefixes.get(startKey(prefix)) ?? [];
  const known = filed.find((other) => other.prefix === prefix);
  if (known) known.bits |= bit;
  else filed.push({ prefix, bits: bit });
  prefixes.set(
    startKey(prefix),
    filed.toSorted((a, b) => b.prefix.length - a.prefix.length),
  );
}

function startKey(word: string): number {
  return (word.charCodeAt(0) << 14) | word.charCodeAt(1);
}

export function classesOf(word: string, { exact, prefixes }: WordClasses): number {
  const bits = exact.get(word);
  if (bits !== undefined) return bits;
  if (word.length < prefixCharsMin) return 0;
  for (const known of prefixes.get(startKey(word)) ?? []) if (word.startsWith(known.prefix)) return known.bits;
  return 0;
}

const prefixCharsMin = 2;
