import { isInside, type ReadText } from "../../heuristic/read-text.ts";
import { type KnownEntry, type Language, loadedKinds } from "../lexicon-entry.ts";
import { spokenRanges } from "../spoken-ranges.ts";
import { classesOf, readWordClasses } from "./word-classes.ts";
import { type GroupsOfWord, groupsOf, readWordGroups } from "./word-groups.ts";
import { findEntries, type IndexedLexicon } from "../find-entries.ts";

/** A word of a title, or a run of "!", "?" and "…", as the tagger sees it. */
export type Unit = {
  start: number;
  end: number;
  word: string;
  hash: number;
  stem: number;
  suffix: number;
  shape: number;
  /** See word-classes.ts. */
  classes: number;
  /** See word-groups.ts. Null in a language without groups. */
  groups: GroupsOfWord | null;
  isMark: boolean;
  isQuoted: boolean;
  /** Segments are separated by : – — | . ! ? … or " - ". */
  segment: number;
  place: number;
  hyphenBefore: boolean;
  hyphenAfter: boolean;
};

// A title has 12 words. Of a title of 10,000 characters only the beginning is read.
const unitsMax = 120;
const charsMax = 1_200;
const wordCharsMax = 30;

export function titleUnits(read: ReadText, language: Language): Unit[] {
  const classes = readWordClasses(language);
  const groups = readWordGroups(language);
  const { text, quotes } = read;
  // What somebody says behind a colon is theirs, as in quotation marks. Only Polish outlets write whole statements so.
  const spoken = language === "pl" ? spokenRanges(read) : [];
  const units: Unit[] = [];
  let segment = 0;
  let place = 0;
  let from = 0;
  for (const { start, end, isMark, word } of piecesOf(read)) {
    const gap = text.slice(from, start);
    const before = units.at(-1);
    if (before && (/[:–—|.;]|\s-\s/u.test(gap) || (before.isMark && !isMark))) {
      segment += 1;
      place = 0;
    }
    const hash = hashText(word);
    if (gap === "-" && before) before.hyphenAfter = true;
    units.push({
      start,
      end,
      word,
      hash,
      stem: hashText(word, 0, Math.min(5, word.length)),
      suffix: hashText(word, Math.max(0, word.length - 3)),
      shape: isMark ? 7 : shapeOf(text.slice(start, end)),
      classes: isMark ? 0 : classesOf(word, classes),
      groups: groups && groupsOf(hash, groups),
      isMark,
      isQuoted: isInside(quotes, start, end) || isInside(spoken, start, end),
      segment,
      place,
      hyphenBefore: gap === "-",
      hyphenAfter: false,
    });
    place += 1;
    from = end;
  }
  return units;
}

/** The words and marks of a title as the tagger compares them. */
export function titleWords(read: ReadText): string[] {
  return piecesOf(read).map(({ word }) => word);
}

type Piece = { start: number; end: number; isMark: boolean; word: string };

function piecesOf({ text, tokens }: ReadText): Piece[] {
  const pieces: Piece[] = [];
  let next = 0;
  for (const mark of [...text.slice(0, charsMax).matchAll(/[!?…]+/gu), null]) {
    const until = mark?.index ?? charsMax;
    for (; next < tokens.length && tokens[next]!.start < until; next += 1) {
      const { start, end, word } = tokens[next]!;
      if (end > charsMax || pieces.length >= unitsMax) return pieces;
      pieces.push({ start, end, isMark: false, word: normalised(word) });
    }
    if (mark && pieces.length < unitsMax)
      pieces.push({ start: mark.index, end: mark.index + mark[0].length, isMark: true, word: normalised(mark[0]) });
  }
  return pieces;
}

// FNV-1a over UTF-16 units.
export function hashText(text: string, start = 0, end = text.length): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

/** Of a token, which is in lower case and has straight apostrophes, or of a mark. */
function normalised(word: string): string {
  const named = plainWord.test(word) ? word : word.replaceAll(/\p{N}/gu, "#");
  return named.length > wordCharsMax ? named.slice(0, wordCharsMax) : named;
}

// Asked first, because most words are of these and the classes of Unicode take longer.
const plainWord = /^[a-z]+$/;
const plainName = /^[A-Z][a-z]+$/;

function shapeOf(text: string): number {
  if (plainWord.test(text)) return 0;
  if (plainName.test(text)) return 1;
  if (/^\p{N}+$/u.test(text)) return 3;
  if (/^\p{Lu}{2,}$/u.test(text)) return 2;
  if (/^\p{Lu}$/u.test(text)) return 5;
  if (/^\p{Lu}[^\p{Lu}]*$/u.test(text)) return 1;
  return /\p{Lu}|\p{N}/u.test(text) ? 4 : 0;
}

/**
 * What the lexicon says of each unit, as small numbers for features: 0 is nothing. `held` counts only entries whose
 * conditions hold; `form` is the bare form, wherever it stands.
 */
export type LexiconSigns = { held: Uint8Array; form: Uint8Array };

export function lexiconSigns(read: ReadText, units: readonly Unit[], index: IndexedLexicon): LexiconSigns {
  const held = new Uint8Array(units.length);
  const form = new Uint8Array(units.length);
  const charsRead = units.at(-1)?.end ?? 0;
  const title =
    charsRead < read.text.length ? { ...read, tokens: read.tokens.filter((token) => token.end <= charsRead) } : read;
  for (const { entry, start, end, to } of findEntries(title, index)) {
    const sign = signOf(entry) + (to === null ? 0 : to === "" ? 16 : 32);
    units.forEach((unit, at) => {
      if (unit.start < end && start < unit.end) held[at] = sign;
    });
  }
  units.forEach((unit, at) => {
    for (const { words, entry } of index.byFirstWord.get(unit.word) ?? []) {
      if (!words.every((word, offset) => units[at + offset]?.word === word)) continue;
      form.fill(signOf(entry), at, at + words.length);
      break;
    }
  });
  return { held, form };
}

function signOf(entry: KnownEntry): number {
  return 1 + loadedKinds.indexOf(entry.kind);
}
