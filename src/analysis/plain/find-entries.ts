import { isInside, type ReadText } from "../heuristic/read-text.ts";
import { type Condition, conditionHolds, parseCondition } from "./conditions.ts";
import { type Form, formsOf } from "./inflect.ts";
import type { Language, LexiconEntry } from "./lexicon-entry.ts";
import { readFileSync } from "node:fs";

export type IndexedLexicon = {
  language: Language;
  byFirstWord: Map<string, Candidate[]>;
  compounds: Map<string, Compound>;
};

type Candidate = Form & { entry: LexiconEntry; conditions: Condition[] };
type Compound = { entry: LexiconEntry; conditions: Condition[] };

/** A loaded word found in a title. `to` replaces it, "" drops it, null leaves it and only marks it. */
export type EntryMatch = {
  entry: LexiconEntry;
  first: number;
  last: number;
  start: number;
  end: number;
  to: string | null;
};

export function indexLexicon(entries: readonly LexiconEntry[], language: Language): IndexedLexicon {
  const index: IndexedLexicon = { language, byFirstWord: new Map(), compounds: new Map() };
  for (const entry of entries) {
    const conditions = (entry.when ?? []).map(parseCondition);
    if (entry.pos === "compound") {
      index.compounds.set(entry.w.toLowerCase(), { entry, conditions });
      continue;
    }
    for (const form of formsOf(entry, language)) {
      const candidates = index.byFirstWord.get(form.words[0]!) ?? [];
      candidates.push({ ...form, entry, conditions });
      // The longest phrase first, and among equals the one that asks for more.
      candidates.sort((a, b) => b.words.length - a.words.length || b.conditions.length - a.conditions.length);
      index.byFirstWord.set(form.words[0]!, candidates);
    }
  }
  return index;
}

/** Left to right, the longest entry at each place. Words in quotation marks belong to their speaker. */
export function findEntries(title: ReadText, index: IndexedLexicon): EntryMatch[] {
  const found: EntryMatch[] = [];
  for (let at = 0; at < title.tokens.length; at += 1) {
    const match = wordAt(title, at, index) ?? compoundAt(title, at, index);
    if (!match) continue;
    found.push(match);
    at = match.last;
  }
  return found;
}

function wordAt(title: ReadText, at: number, index: IndexedLexicon): EntryMatch | null {
  for (const { words, to, entry, conditions } of index.byFirstWord.get(title.tokens[at]!.word) ?? []) {
    const last = at + words.length - 1;
    if (!words.every((word, offset) => standsAt(title, at + offset, word, offset > 0))) continue;
    const [start, end] = [title.tokens[at]!.start, title.tokens[last]!.end];
    if (isInside(title.quotes, start, end) || isHyphenated(title.text, start, end)) continue;
    if (
      !conditions.every((condition) => conditionHolds(condition, { title, first: at, last, language: index.language }))
    )
      continue;
    if (to === "" && isModifier(entry) && isListed(title.text, start, end)) continue;
    return { entry, first: at, last, start, end, to };
  }
  return null;
}

function standsAt({ text, tokens }: ReadText, at: number, word: string, isLater: boolean): boolean {
  const token = tokens[at];
  if (token?.word !== word) return false;
  return !isLater || /^[\s-]$/u.test(text.slice(tokens[at - 1]!.end, token.start));
}

// "Chaos" of "Chaos-Tage" is found by compoundAt.
function isHyphenated(text: string, start: number, end: number): boolean {
  return (
    /[\p{L}\p{N}]-$/u.test(text.slice(Math.max(0, start - 2), start)) ||
    /^-[\p{L}\p{N}]/u.test(text.slice(end, end + 2))
  );
}

function isModifier({ pos }: LexiconEntry): boolean {
  return pos === "adjective" || pos === "adverb";
}

// "a brutal, gloomy film": one of several adjectives leaves a comma behind. "Curiously, …" at the start does not.
function isListed(text: string, start: number, end: number): boolean {
  return text[end] === "," && /[\p{L}\p{N},]/u.test(text.slice(0, start));
}

const restCharsMin = 3;

function compoundAt(title: ReadText, at: number, index: IndexedLexicon): EntryMatch | null {
  const { text, tokens } = title;
  const token = tokens[at]!;
  if (
    isInside(title.quotes, token.start, token.end) ||
    /[\p{L}\p{N}]-$/u.test(text.slice(Math.max(0, token.start - 2), token.start))
  )
    return null;
  const next = tokens[at + 1];
  if (next !== undefined && text.slice(token.end, next.start) === "-") {
    const compound = index.compounds.get(token.word);
    if (!compound || !mayFollow(compound.entry.notRest ?? [], next.word, false)) return null;
    if (
      !compound.conditions.every((condition) =>
        conditionHolds(condition, { title, first: at, last: at + 1, language: index.language }),
      )
    )
      return null;
    return {
      entry: compound.entry,
      first: at,
      last: at,
      start: token.start,
      end: next.start,
      to: compound.entry.to ?? null,
    };
  }
  for (let length = token.word.length - restCharsMin; length >= 3; length -= 1) {
    const compound = index.compounds.get(token.word.slice(0, length));
    const rest = token.word.slice(length);
    if (!compound || !mayFollow(compound.entry.rest ?? [], rest, true)) continue;
    if (
      !compound.conditions.every((condition) =>
        conditionHolds(condition, { title, first: at, last: at, language: index.language }),
      )
    )
      continue;
    return {
      entry: compound.entry,
      first: at,
      last: at,
      start: token.start,
      end: token.start + length,
      to: compound.entry.to ?? null,
    };
  }
  return null;
}

function mayFollow(words: readonly string[], rest: string, wanted: boolean): boolean {
  const isListed = words.some((word) => {
    const lower = word.toLowerCase();
    return lower.endsWith("*") ? rest.startsWith(lower.slice(0, -1)) : rest === lower;
  });
  return isListed === wanted;
}

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
