import type { ListedItem } from "../../items/listed-item-store.ts";
import { printableLine } from "../../text/printable.ts";

const headlineCharsMax = 300;
const fromTextCharsMax = 120;

/** The neutral title; where the feed gave none, the beginning of the text, else the address, else what nothing is called. */
export function headlineOf({ analysis, title, excerpt, url }: ListedItem, untitled: string): string {
  return (
    printableLine(analysis?.title_corrected ?? "", headlineCharsMax) ||
    printableLine(title, headlineCharsMax) ||
    printableLine(excerpt, fromTextCharsMax) ||
    printableLine(url ?? "", fromTextCharsMax) ||
    untitled
  );
}

/** For `lang`: what the analysis heard, where it is sure of something. */
export function languageOf({ analysis }: Pick<ListedItem, "analysis">): string | null {
  return analysis !== null && analysis.language !== "und" ? analysis.language : null;
}
