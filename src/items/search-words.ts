import { characterSet } from "../text/word-characters.ts";

// What NFKD does not take apart, in the languages we have word lists for and their neighbours.
const plainLetters: Record<string, string> = { ł: "l", ß: "ss", ø: "o", đ: "d", æ: "ae", œ: "oe", ı: "i" };

// Written without spaces: each character is a word of its own, and a phrase finds what a word would.
const unspaced =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const unitsAlone = characterSet(new RegExp(`[${unspaced}]`, "v"));
const unitsInWord = characterSet(new RegExp(`[[\\p{L}\\p{N}]--[${unspaced}]]`, "v"));

/** Of a word, as searching keeps it: longer ones are chains of names or no words at all. */
export const wordCharsMax = 40;

/** Letters as people compare them: lower case, without accents. "Łódź" and "lodz" are one. */
export function foldText(text: string): string {
  const lower = text.toLowerCase();
  if (!/[^\0-\x7F]/.test(lower)) return lower;
  return lower
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replace(/[łßøđæœı]/g, (letter) => plainLetters[letter] ?? "")
    .normalize("NFC");
}

/** The words of a text, folded: letters and digits only. */
export function foldedWords(text: string): string[] {
  const folded = foldText(text);
  const words: string[] = [];
  let at = 0;
  while (at < folded.length) {
    let end = at;
    for (let units = unitsInWord(folded, end); units > 0; units = unitsInWord(folded, end)) end += units;
    if (end === at) end += unitsAlone(folded, at);
    if (end > at) words.push(folded.slice(at, end));
    at = Math.max(end, at + 1);
  }
  return words;
}

// Of each text; few news reports are longer, and PostgreSQL counts 16,383 places in all.
const textCharsMax = 12_000;
const wordsMax = 5_000;

/**
 * These texts' words with their places, as a tsvector in PostgreSQL's binary form, which it reads in a third of the time that text
 * takes. No phrase reaches over two texts.
 */
export function buildSearchVector(texts: readonly string[]): Buffer {
  const numbers = new Map<string, number>();
  const found: FoundWord[] = [];
  let place = 0;
  for (const text of texts) {
    for (const word of foldedWords(text.slice(0, textCharsMax)).slice(0, wordsMax)) {
      place += 1;
      const key = word.length > wordCharsMax ? word.slice(0, wordCharsMax) : word;
      const at = Math.min(place, placeMax);
      const number = numbers.get(key);
      if (number === undefined) {
        numbers.set(key, found.length);
        found.push({ word: key, at, others: null });
      } else addPlace(found[number]!, at);
    }
    place += 1;
  }
  return packVector(found);
}

/** Four of five words occur once: a list of places is made only for the others. */
type FoundWord = { word: string; at: number; others: number[] | null };

function addPlace(found: FoundWord, at: number): void {
  if (found.others === null) {
    if (found.at !== placeMax) found.others = [at];
  } else if (found.others.length < placesMax - 1 && found.others.at(-1) !== placeMax) found.others.push(at);
}

// Of a tsvector: the last place it can name, and how many of one word it keeps.
const placeMax = 16_383;
const placesMax = 256;

/** Their number; then each word with a zero behind it, the number of its places, and these. */
function packVector(found: readonly FoundWord[]): Buffer {
  let bytes = 4;
  for (const { word, others } of found) bytes += 3 * word.length + 1 + 2 + 2 + 2 * (others?.length ?? 0);
  const buffer = Buffer.allocUnsafe(bytes);
  let end = buffer.writeInt32BE(found.length, 0);
  for (const { word, at, others } of found) {
    end = writeWord(buffer, end, word);
    buffer[end++] = 0;
    end = writePlace(buffer, end, 1 + (others?.length ?? 0));
    end = writePlace(buffer, end, at);
    if (others !== null) for (const other of others) end = writePlace(buffer, end, other);
  }
  return buffer.subarray(0, end);
}

/** Letter by letter as long as they are ASCII: of short words, this takes a third of what asking Buffer does. */
function writeWord(buffer: Buffer, start: number, word: string): number {
  for (let n = 0; n < word.length; n += 1) {
    const unit = word.charCodeAt(n);
    if (unit > 0x7f) return start + buffer.write(word, start);
    buffer[start + n] = unit;
  }
  return start + word.length;
}

function writePlace(buffer: Buffer, end: number, place: number): number {
  buffer[end] = place >> 8;
  buffer[end + 1] = place;
  return end + 2;
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
  const terms = [
    ...text.slice(0, searchCharsMax).matchAll(/(?<not>(?<!\S)-)?(?:"(?<phrase>[^"]*)"?|(?<word>[^\s"]+))/gu),
  ]
    .map(({ groups }) => toTerm(groups ?? {}))
    .filter(({ query }) => query !== "")
    .slice(0, termsMax);
  if (terms.every(({ isUnwanted }) => isUnwanted)) return { kind: "empty" };
  return {
    kind: "query",
    tsquery: terms.map(({ query, isUnwanted }) => (isUnwanted ? `!${query}` : query)).join(" & "),
  };
}

function toTerm({ not, phrase, word }: Record<string, string | undefined>): { query: string; isUnwanted: boolean } {
  const words = foldedWords(phrase ?? word ?? "").map((one) => one.slice(0, wordCharsMax));
  const lexemes = words.map((one, place) => {
    const mayGoOn = phrase === undefined && place === words.length - 1 && one.length >= prefixCharsMin;
    return mayGoOn ? `'${one}':*` : `'${one}'`;
  });
  return { query: lexemes.length > 1 ? `(${lexemes.join(" <-> ")})` : lexemes.join(""), isUnwanted: not !== undefined };
}
