import type { Span } from "../../items/analyzer-result.ts";
import type { AnalysisInput } from "../analyzer.ts";
import type { PreparedInput } from "../prepare-input.ts";

/** An item as given and as cleaned: a position must be the same in both. */
export type PlacedItem = { input: AnalysisInput; prepared: PreparedInput };

const quoteCharsMax = 600;
/** The pattern is tried at each position: 300 one-letter words took 75 ms, and an answer has up to thirty quotes. */
const quoteWordsMax = 100;
/** With the white space that the item has between the words. */
const spanCharsMax = 1_000;
const fields = ["title", "description", "body"] as const;

/**
 * Where an item says something, letter by letter except for case, white space and the shape of quotation marks: models
 * straighten those. null: it does not say so.
 */
export function findQuote(quote: string, { prepared, input }: PlacedItem): Span | null {
  const words = quote
    .slice(0, quoteCharsMax)
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== "");
  if (words.length === 0 || words.length > quoteWordsMax) return null;
  const pattern = new RegExp(words.map(toPattern).join("\\s+"), "iu");
  for (const field of fields) {
    const match = pattern.exec(prepared[field]);
    if (match === null || match[0].length > spanCharsMax) continue;
    const [start, end] = [match.index, match.index + match[0].length];
    // Not if cleaning changed the text: a span must quote what the item really says.
    if (input[field].slice(start, end) === match[0]) return { field, start, end, text: match[0] };
  }
  return null;
}

function toPattern(word: string): string {
  return word
    .replaceAll(/[\\^$.*+?()[\]{}|/]/gu, "\\$&")
    .replaceAll(/["“”„‟«»]/gu, '["“”„‟«»]')
    .replaceAll(/['’‘‚]/gu, "['’‘‚]");
}
