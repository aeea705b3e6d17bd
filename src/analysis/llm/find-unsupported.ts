import { lexiconFor } from "../heuristic/lexicon.ts";
import { measureSupport } from "../measure-support.ts";

/** People's own summaries have 0.82 of their names and numbers from the source on average. */
const supportMin = 0.6;

/** Facts in a text that its source does not contain: any number, or too many names. */
export function findUnsupported(
  text: string,
  source: string,
  language: string,
): ("unsupported_number" | "unsupported_entity")[] {
  const { missingNumbers, missingNames, share } = measureSupport(text, source);
  // In a language that capitalises nouns, one new noun ("Brand" for "gebrannt") is not a sign of invention.
  const namesAllowed = lexiconFor(language).capitalisesNouns ? 1 : 0;
  return [
    ...(missingNumbers.length > 0 ? ["unsupported_number" as const] : []),
    ...(missingNames.length > namesAllowed && share < supportMin ? ["unsupported_entity" as const] : []),
  ];
}
