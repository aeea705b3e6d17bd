import type { Span } from "../../items/analyzer-result.ts";
import { quotedRanges, type Range } from "./quoted-ranges.ts";
import { tokenize, type Token } from "./tokenize.ts";

// One field of an item, read once for all that look at it.
export type ReadText = { field: Span["field"]; text: string; tokens: Token[]; quotes: Range[] };

export function readText(field: Span["field"], text: string): ReadText {
  return { field, text, tokens: tokenize(text), quotes: quotedRanges(text, field === "title") };
}
