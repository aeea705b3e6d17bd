import { characterSet } from "../text/word-characters.ts";

// What NFKD does not take apart, in the languages we have word lists for and their neighbours.
const plainLetters: Record<string, string> = { ł: "l", ß: "ss", ø: "o", đ: "d", æ: "ae", œ: "oe", ı: "i" };

// Written without spaces: each character is a word of its own, and a phrase finds what a word would.
const unspaced =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
/** Each of these characters is a word, with the vowels and tones that stand on it. */
export const charactersAlone = new RegExp(`[${unspaced}]\\p{M}*`, "gv");
const unitsAlone = characterSet(new RegExp(`[${unspaced}]`, "v"));
const unitsInWord = characterSet(new RegExp(`[[\\p{L}\\p{M}\\p{N}]--[${unspaced}]]`, "v"));
const unitsOfMark = characterSet(/\p{M}/u);

/**
 * Marks that a reader may leave out: accents, the points of Arabic and Hebrew, and Hindi's dot, without which half of the newspapers write.
 * All others are vowels and tones ("की" is not "का"), and the signs that make "カス" a "ガス".
 */
const marksLeftOut =
  /[[\p{M}&&[\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Syriac}\u093C]]--[\u3099\u309A]]+/gv;

// Nearly all of a text is ASCII, and is looked up here without a call.
const asciiInWord = Uint8Array.from({ length: 0x80 }, (_, unit) => unitsInWord(String.fromCharCode(unit), 0));

/** Of a word, as searching keeps it: longer ones are chains of names or no words at all. */
export const wordCharsMax = 40;

/** Letters as people compare them: lower case, without accents. "Łódź" and "lodz" are one; "कमल" and "कमाल" are two. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  if (!/[^\0-\x7F]/.test(lower)) return lower;
  // Each of these is folded alone, whatever stands next to it: a German or Polish text takes two thirds of the time.
  if (!/[^\0-\u024F\u2010-\u2027]/.test(lower)) return lower.replace(/[^\0-\x7F]/g, foldCharacter);
  return foldAny(lower);
}

const foldedCharacters = new Map<string, string>();

function foldCharacter(character: string): string {
  const known = foldedCharacters.get(character);
  if (known !== undefined) return known;
  const folded = foldAny(character);
  foldedCharacters.set(character, folded);
  return folded;
}

function foldAny(lower: string): string {
  return lower
    .normalize("NFKD")
    .replace(marksLeftOut, "")
    .replace(/[łßøđæœı]/g, (letter) => plainLetters[letter] ?? "")
    .normalize("NFC");
}

/** The words of a text, folded: letters with their marks and digits only. */
export function foldedWords(text: string): string[] {
  const folded = foldText(text);
  const words: string[] = [];
  let at = 0;
  while (at < folded.length) {
    const end = endOfWord(folded, at);
    if (end > at) words.push(folded.slice(at, end));
    at = Math.max(end, at + 1);
  }
  return words;
}

/** Of folded text: `start` itself if no word begins there. */
export function endOfWord(folded: string, start: number): number {
  let end = start;
  for (; end < folded.length;) {
    const unit = folded.charCodeAt(end);
    const units = unit < asciiInWord.length ? asciiInWord[unit]! : unitsInWord(folded, end);
    if (units === 0) break;
    end += units;
  }
  if (end > start || folded.charCodeAt(start) < asciiInWord.length) return end;
  end = start + unitsAlone(folded, start);
  if (end > start) for (let units = 0; (units = unitsOfMark(folded, end)) > 0;) end += units;
  return end;
}

export const searchCharsMax = 200;
const termsMax = 12;
// Shorter beginnings are those of too many words: "the" would be "their" and "there".
const prefixCharsMin = 4;

/** `tsquery` is text that PostgreSQL reads as a query; "empty" has no word in it that an item could have. */
export type ParsedSearch = { kind: "query"; tsquery: string } | { kind: "empty" };

/**
 * Words that must all be there, "words in this order", and -words that must not. A word finds those that begin with it,
 * so that endings do not matter in any language. Every other sign is a space: there is no wrong search.
 */
export function parseSearch(text: string): ParsedSearch {
  const terms = splitSearch(text);
  if (terms.every(({ isUnwanted }) => isUnwanted)) return { kind: "empty" };
  return {
    kind: "query",
    tsquery: terms.map(({ query, isUnwanted }) => (isUnwanted ? `!${query}` : query)).join(" & "),
  };
}

/** What a search consists of, for a page on which it found nothing. */
export type SearchShape = { wanted: "word" | "phrase" | "several"; hasPhrase: boolean; hasUnwanted: boolean };

export function shapeOfSearch(text: string): SearchShape {
  const terms = splitSearch(text);
  const wanted = terms.filter(({ isUnwanted }) => !isUnwanted);
  const hasPhrase = wanted.some(({ isPhrase }) => isPhrase);
  return {
    wanted: wanted.length > 1 ? "several" : hasPhrase ? "phrase" : "word",
    hasPhrase,
    hasUnwanted: wanted.length < terms.length,
  };
}

type Term = { query: string; isPhrase: boolean; isUnwanted: boolean };

function splitSearch(text: string): Term[] {
  const written = text.slice(0, searchCharsMax);
  return [...written.matchAll(/(?<not>(?<!\S)-)?(?:"(?<phrase>[^"]*)"?|(?<word>[^\s"]+))/gu)]
    .map(({ groups }) => toTerm(groups ?? {}))
    .filter(({ query }) => query !== "")
    .slice(0, termsMax);
}

function toTerm({ not, phrase, word }: Record<string, string | undefined>): Term {
  const words = foldedWords(phrase ?? word ?? "").map((one) => one.slice(0, wordCharsMax));
  const lexemes = words.map((one, place) => {
    const mayGoOn = phrase === undefined && place === words.length - 1 && one.length >= prefixCharsMin;
    return mayGoOn ? `'${one}':*` : `'${one}'`;
  });
  return {
    query: lexemes.length > 1 ? `(${lexemes.join(" <-> ")})` : lexemes.join(""),
    isPhrase: phrase !== undefined && lexemes.length > 1,
    isUnwanted: not !== undefined,
  };
}
