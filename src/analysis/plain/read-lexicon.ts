import { readFileSync } from "node:fs";
import { indexLexicon, type IndexedLexicon } from "./find-entries.ts";
import type { Language, LexiconEntry } from "./lexicon-entry.ts";

const lexicons = new Map<Language, IndexedLexicon>();

/** Read once per language. */
export function readLexicon(language: Language): IndexedLexicon {
  const known = lexicons.get(language);
  if (known) return known;
  const lexicon = indexLexicon(readLexiconEntries(language), language);
  lexicons.set(language, lexicon);
  return lexicon;
}

export function readLexiconEntries(language: Language): LexiconEntry[] {
  return readFileSync(new URL(`./lexicon/${language}.jsonl`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as LexiconEntry);
}
