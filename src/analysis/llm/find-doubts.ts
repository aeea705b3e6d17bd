import { lexiconFor } from "../heuristic/lexicon.ts";
import { tokenize } from "../heuristic/tokenize.ts";
import { measureSupport } from "../measure-support.ts";

/** People's own summaries have 0.82 of their names and numbers from the source on average (notes/analysis.md §4.5). */
const supportMin = 0.6;

/** A true text is mostly made of the item's own words; one that is planted or invented has few of them. */
const sharedWordsMin = 0.5;
/** Where somebody gives orders, only the item's own words outside of the orders are taken. */
const sharedWordsMinWhenSuspect = 0.9;
const wordCharsMin = 4;
const stemChars = 5;

/** Where words are not set apart by spaces, comparing them says nothing. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** What in a text its source does not say: any number, or too many names. */
export function findDoubts(
  text: string,
  source: string,
  language: string,
): ("unsupported_number" | "unsupported_entity")[] {
  const { missingNumbers, missingNames, share } = measureSupport(text, source);
  // Where every noun has a capital, one that is new ("Brand" for "gebrannt") is no sign of invention.
  const namesAllowed = lexiconFor(language).capitalisesNouns ? 1 : 0;
  return [
    ...(missingNumbers.length > 0 ? ["unsupported_number" as const] : []),
    ...(missingNames.length > namesAllowed && share < supportMin ? ["unsupported_entity" as const] : []),
  ];
}

export function sharesWords(text: string, source: string, isSuspect: boolean): boolean {
  const words = tokenize(text).filter(({ word }) => word.length >= wordCharsMin && !unspaced.test(word));
  const stems = new Set(tokenize(source).map(({ word }) => word.slice(0, stemChars)));
  const shared = words.filter(({ word }) => stems.has(word.slice(0, stemChars)));
  return shared.length >= words.length * (isSuspect ? sharedWordsMinWhenSuspect : sharedWordsMin);
}
