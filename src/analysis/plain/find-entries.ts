import { isInside, type ReadText } from "../heuristic/read-text.ts";
import { type Condition, conditionHolds, parseCondition } from "./conditions.ts";
import { type Form, formsOf } from "./inflect.ts";
import type { Language, LexiconEntry } from "./lexicon-entry.ts";
import { readFileSync } from "node:fs";

export type IndexedLexicon = {
  language: Language;
  byFirstWord: Map<string, Candidate[]>;
  compounds: Map<string, Compound>;
  /** Last parts of compounds: "Zoff" of "Maut-Zoff". */
  endings: Map<string, Compound & { to: string | null }>;
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
  const index: IndexedLexicon = { language, byFirstWord: new Map(), compounds: new Map(), endings: new Map() };
  for (const entry of entries) {
    const conditions = (entry.when ?? []).map(parseCondition);
    if (entry.pos === "compound") {
      index.compounds.set(entry.w.toLowerCase(), { entry, conditions });
      continue;
    }
    if (entry.pos === "ending") {
      for (const { words, to } of formsOf(entry, language)) index.endings.set(words[0]!, { entry, conditions, to });
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
    const known = wordAt(title, at, index) ?? compoundAt(title, at, index);
    // An entry that only marks "Bahn-Chaos" gives way to one that knows a plain word for its ending.
    const match = (known?.to ?? null) === null ? (endingAt(title, known?.last ?? at, index) ?? known) : known;
    // "Mega-Zoff": its first part goes now, and the last one is replaced when the title is read again.
    if (!match || match.start <= (found.at(-1)?.end ?? -1)) continue;
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
    if (to !== null && index.language === "de" && isOtherCase(title, at, entry)) continue;
    if (
      !conditions.every((condition) => conditionHolds(condition, { title, first: at, last, language: index.language }))
    )
      continue;
    if (to === "" && isModifier(entry) && isListed(title.text, start, end)) continue;
    // "Neue, erschütternde Zahlen": the comma before it would be left alone.
    const isAdded = entry.pos === "adjective" || (entry.pos === "adverb" && index.language === "pl");
    if (to === "" && isAdded && /,\s*$/u.test(title.text.slice(0, start))) continue;
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

/** German writes nouns with a capital: "der Rasen" is no verb, and "kult" is no noun. The first word of a segment may be either. */
function isOtherCase({ text, tokens }: ReadText, at: number, { pos }: LexiconEntry): boolean {
  const word = text.slice(tokens[at]!.start, tokens[at]!.end);
  if (pos === "noun") return /^\p{Ll}/u.test(word);
  // "Das Gute im Schrecklichen", "Viren, Kriege": an adjective or a verb as a noun.
  if (pos === "phrase" || !/^\p{Lu}\p{Ll}/u.test(word)) return false;
  // "Zittern vor der Wahl": a German headline that begins with an infinitive uses it as a noun.
  if (pos === "verb" && word.endsWith("n")) return true;
  return at > 0 && /^[\s(,]*$/u.test(text.slice(tokens[at - 1]!.end, tokens[at]!.start));
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
    if (lower.startsWith("*")) return rest.endsWith(lower.slice(1));
    return lower.endsWith("*") ? rest.startsWith(lower.slice(0, -1)) : rest === lower;
  });
  return isListed === wanted;
}

const stemCharsMin = 3;

/** "Zoff" of "Maut-Zoff" and "Mautzoff". What stands around it is asked of the whole compound. */
function endingAt(title: ReadText, at: number, index: IndexedLexicon): EntryMatch | null {
  const { text, tokens, quotes } = title;
  const token = tokens[at]!;
  if (index.endings.size === 0 || isInside(quotes, token.start, token.end) || text[token.end] === "-") return null;
  const [head, first] = compoundHead(title, at);
  for (let length = head === "" ? stemCharsMin : 0; length < token.word.length - stemCharsMin + 1; length += 1) {
    if (head !== "" && length > 0) return null;
    const ending = index.endings.get(token.word.slice(length));
    if (!ending) continue;
    const stem = head === "" ? token.word.slice(0, length) : head;
    const { rest, notRest = [] } = ending.entry;
    if (!mayFollow(notRest, stem, false) || (rest !== undefined && !mayFollow(rest, stem, true))) continue;
    const place = { title, first, last: at, language: index.language };
    if (!ending.conditions.every((condition) => conditionHolds(condition, place))) continue;
    const start = token.start + length;
    const isDropped = ending.to === "" && head !== "";
    return {
      entry: ending.entry,
      first,
      last: at,
      start: isDropped ? start - 1 : start,
      end: token.end,
      to: ending.to,
    };
  }
  return null;
}

/** What stands before the last hyphen of a compound, in lower case, and its first token. */
function compoundHead({ text, tokens }: ReadText, at: number): [head: string, first: number] {
  let first = at;
  while (first > 0 && text.slice(tokens[first - 1]!.end, tokens[first]!.start) === "-") first -= 1;
  return first === at ? ["", at] : [text.slice(tokens[first]!.start, tokens[at]!.start - 1).toLowerCase(), first];
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
