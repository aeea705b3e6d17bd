import { foldText } from "../../items/search-words.ts";
import { wordListsFor } from "../heuristic/word-lists.ts";
import { findConcept } from "./concepts.ts";
import { keyOfText, keyWithin, type StemKind, stemKind } from "./stem-keys.ts";
import { endingCharsMax, stemCharsMin, withoutEnding } from "./without-ending.ts";

// Ignores endings: "Warszawa" and "Warszawie", "voted" and "voters"; of short words those of the case or number too:
// "Brzeg", "Brzegu" and "Brzegiem", "Graz" and "Grazer".
const stemChars = 6;
/** A word or a number that says something: its stem, and how much it says about which event this is. */
type Word = {
  key: number;
  kind: StemKind;
  /** As written, if it is a number. */
  digits: string | null;
  strength: number;
};

// Estimates: names say most about which event it is, then numbers; long words more than short ones.
const nameStrength = 2;
const numberStrength = 1.5;
const fullLength = 8;

// A number, also one like "30 000"; or a word, with its capital in a group of its own.
const numberOrWord =
  /(\p{N}{1,3}(?:[ \u00a0\u202f]\p{N}{3})+(?![.,]?\p{N})|\p{N}+(?:[.,]\p{N}+)*)|(\p{Lu})?[\p{L}\p{M}][\p{L}\p{M}\p{N}]*/gu;

export function extractWords(text: string, language: string): Word[] {
  const { functionWords, attributionWords, capitalisesNouns } = wordListsFor(language);
  const found = [...text.matchAll(numberOrWord)];
  const namesAreSure = !capitalisesNouns && !isTitleCase(found);
  const words: Word[] = [];
  for (const { 0: word, 1: digits, 2: capital, index } of found) {
    if (digits !== undefined) {
      words.push(parseNumber(digits, text[index - 1] === "-"));
      continue;
    }
    const lower = word.toLowerCase();
    if (functionWords.has(lower) || attributionWords.has(lower)) continue;
    const folded = foldText(word);
    const stem = stemOf(folded);
    if (stem.length < stemCharsMin) continue;
    const concept = findConcept(folded, language);
    const isInside = capital !== undefined && !startsSentence(text, index);
    const isName = isInside && namesAreSure && !precedesName(text, index + word.length);
    words.push({
      key: concept === null ? keyOfText(stem) : keyWithin(concept, stem),
      kind: isName ? stemKind.name : capital === undefined ? stemKind.word : stemKind.capital,
      digits: null,
      strength: (isInside ? nameStrength : 0) + lengthStrength(word),
    });
  }
  return words;
}

function parseNumber(digits: string, isOfName: boolean): Word {
  const number = normaliseNumber(digits);
  const kind = saysMuch(number) && !isOfName ? stemKind.number : stemKind.word;
  return { key: keyOfText(number), kind, digits, strength: numberStrength + lengthStrength(number) };
}

/** Of a number with so many zeros more: "1.5" with six is "1,500,000". */
export function keyOfNumber(digits: string, zeros: number): number {
  const number = normaliseNumber(digits);
  const value = Math.round(Number(number) * 10 ** zeros);
  return keyOfText(Number.isFinite(value) ? String(value) : `${number}e${zeros}`);
}

/** "Dana" of "Dana Whitlock": the two are one name. */
function precedesName(text: string, end: number): boolean {
  return text[end] === " " && /^\p{Lu}/u.test(text.slice(end + 1, end + 3));
}

function lengthStrength(word: string): number {
  return Math.min(1, word.length / fullLength);
}

const titleCaseWordsMin = 4;
const titleCaseShare = 0.7;

/** "Ten Ways To Make Your Day": its capitals say nothing about names. */
function isTitleCase(found: readonly RegExpExecArray[]): boolean {
  const long = found.filter(({ 0: word, 1: digits }) => digits === undefined && word.length > 3);
  const capital = long.filter((word) => word[2] !== undefined).length;
  return long.length >= titleCaseWordsMin && capital > titleCaseShare * long.length;
}

function startsSentence(text: string, index: number): boolean {
  return /(?:^|[.!?:…"“„«\n])\s*$/u.test(text.slice(Math.max(0, index - 4), index));
}

/** "1.200", "1,200", "1 200" and "1200" are one number, and so are "7,8" and "7.8". */
function normaliseNumber(digits: string): string {
  const isGrouped = /^\p{N}{1,3}(?:[.,\s]\p{N}{3})+$/u.test(digits);
  return isGrouped ? digits.replaceAll(/[.,\s]/gu, "") : digits.replaceAll(",", ".");
}

/** Not one digit, and not a year: too many events have them. */
function saysMuch(number: string): boolean {
  return number.length > 1 && !/^(?:19|20)\p{N}{2}$/u.test(number);
}

function stemOf(folded: string): string {
  const stem = folded.length >= stemChars + endingCharsMax ? folded : withoutEnding(folded);
  return stem.slice(0, stemChars);
}
