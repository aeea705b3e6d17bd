import { foldedWords, wordCharsMax } from "./fold-text.ts";

// Of each text; the longest news report is hardly longer, and PostgreSQL counts 16,383 places in all.
const textCharsMax = 12_000;
const wordsMax = 5_000;

/** Text that PostgreSQL reads as a tsvector of these texts' words with their places. No phrase reaches over two texts. */
export function buildSearchVector(texts: readonly string[]): string {
  const places = new Map<string, number[]>();
  let place = 0;
  for (const text of texts) {
    for (const word of foldedWords(text.slice(0, textCharsMax)).slice(0, wordsMax)) {
      place += 1;
      const key = word.slice(0, wordCharsMax);
      const known = places.get(key);
      if (known === undefined) places.set(key, [place]);
      else known.push(place);
    }
    place += 1;
  }
  return [...places].map(([word, at]) => `'${word}':${at.join(",")}`).join(" ");
}
