import type { Span } from "../../items/analyzer-result.ts";
import { characterSet } from "../../text/word-characters.ts";

// One field of an item with its words and quotations, found once for every step of the analysis.
export type ReadText = { field: Span["field"]; text: string; tokens: Token[]; quotes: Range[] };

export function readText(field: Span["field"], text: string): ReadText {
  return { field, text, tokens: tokenize(text), quotes: quotedRanges(text, field === "title") };
}

// `word` is lower case with straight apostrophes; start and end count UTF-16 units of the original text.
export type Token = { word: string; start: number; end: number };

const unitsInWord = characterSet(/[\p{L}\p{M}\p{N}]/u);

// Nearly all of a text: looked up here, it is read in half the time.
const asciiInWord = Uint8Array.from({ length: 0x80 }, (_, unit) => unitsInWord(String.fromCharCode(unit), 0));

// Hyphens separate, so that "Schock-Video" and "jaw-dropping" are found by their parts; apostrophes between letters don't.
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const { words, isLower } = lowerCaseOf(text);
  let start = 0;
  while (start < text.length) {
    const end = endOfWord(text, start);
    if (end > start) {
      const word = words.slice(start, end);
      tokens.push({ word: isLower ? word : word.toLowerCase(), start, end });
    }
    start = end + 1;
  }
  return tokens;
}

/** `start` itself if no word begins there. */
function endOfWord(text: string, start: number): number {
  let end = start;
  while (end < text.length) {
    const unit = text.charCodeAt(end);
    const units = unit < asciiInWord.length ? asciiInWord[unit]! : unitsInWord(text, end);
    if (units > 0) end += units;
    else if (end > start && isApostrophe(unit) && unitsInWord(text, end + 1) > 0) end += 1;
    else break;
  }
  return end;
}

function isApostrophe(unit: number): boolean {
  return unit === 0x27 || unit === 0x2019;
}

/** Words in lower case: of the whole text at once, unless that would move them ("İ") or depend on their neighbours ("Σ"). */
function lowerCaseOf(text: string): { words: string; isLower: boolean } {
  const straight = text.replaceAll("’", "'");
  const lower = straight.toLowerCase();
  const isLower = lower.length === text.length && !text.includes("Σ");
  return { words: isLower ? lower : straight, isLower };
}

export type Range = { start: number; end: number };

const closersByOpener = new Map([
  ['"', '"'],
  ["“", "”"],
  ["„", "“”"],
  ["«", "»"],
  ["»", "«"],
  ["‘", "’"],
  ["‚", "‘’"],
  ["'", "'"],
  // As some German outlets quote: ’mit Absicht’.
  ["’", "’"],
]);
// In a title these open a quotation even if it never closes: the outlet cut it.
const opensForGood = new Set(["„", "»", "“", '"']);

const anyOpener = new RegExp(`[${[...closersByOpener.keys()].join("")}]`, "gu");

// An opener that is never closed must not silence the rest of the text.
const quoteCharsMax = 300;
// 40,000 opening marks and no closing one took 400 ms.
const openersMax = 2_000;

// Words in quotation marks belong to the person who is quoted, not to the outlet: they are neither scored nor edited.
export function quotedRanges(text: string, isTitle = false, charsMax = quoteCharsMax): Range[] {
  const ranges: Range[] = [];
  for (const { index: start, 0: opener } of text.matchAll(anyOpener).take(openersMax)) {
    if (start < (ranges.at(-1)?.end ?? 0) || isInsideWord(text, start)) continue;
    // "the workers’ plan ’26": after a letter it is an apostrophe.
    if (opener === "’" && !opensWord(text, start)) continue;
    const closed = findCloser(text, start, closersByOpener.get(opener)!, charsMax);
    // 24"-Monitor: an inch.
    const isInch = opener === '"' && !isSpace(text[start - 1]);
    const isCut = isTitle && opensForGood.has(opener) && opensWord(text, start) && !isInch;
    const end = closed ?? (isCut ? text.length : null);
    if (end !== null) ranges.push({ start, end });
  }
  return ranges;
}

export function isInside(ranges: readonly Range[], start: number, end: number): boolean {
  return ranges.some((range) => start >= range.start && end <= range.end);
}

function findCloser(text: string, opener: number, closers: string, charsMax: number): number | null {
  const last = Math.min(text.length, opener + charsMax);
  for (let at = opener + 1; at < last; at += 1) {
    if (closers.includes(text[at]!) && !isInsideWord(text, at) && !isSpace(text[at - 1])) return at + 1;
  }
  return null;
}

function opensWord(text: string, at: number): boolean {
  return !isLetter(text[at - 1]) && !isSpace(text[at + 1]);
}

// The apostrophe of "don't", and of "l’été", is not a quotation mark.
function isInsideWord(text: string, at: number): boolean {
  return isLetter(text[at - 1]) && isLetter(text[at + 1]);
}

function isLetter(char: string | undefined): boolean {
  return char !== undefined && /\p{L}/u.test(char);
}

function isSpace(char: string | undefined): boolean {
  return char === undefined || /\s/u.test(char);
}
