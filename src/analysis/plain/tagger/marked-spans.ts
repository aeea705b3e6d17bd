import type { LoadedKind } from "../lexicon-entry.ts";
import type { TaggedTitle } from "./tag-title.ts";

export type MarkedSpan = { start: number; end: number; kind: LoadedKind; loaded: number };

// A phrase is loaded as a whole: around a sure word, neighbours count from here on. On the training headlines this keeps the
// balance of words wrongly marked and words missed; from 0.15 on, half of the marked words would be plain ones.
const widenFrom = 0.25;

/** The words to mark, neighbours joined into one span, which takes the kind of its surest word. */
export function markedSpans({ words, markFrom }: Pick<TaggedTitle, "words" | "markFrom">): MarkedSpan[] {
  const spans: MarkedSpan[] = [];
  let isOpen = false;
  for (const { start, end, kind, loaded } of words) {
    const last = spans.at(-1);
    if (loaded < Math.min(widenFrom, markFrom)) isOpen = false;
    // Only a space or a hyphen joins two words; a colon begins another thought.
    else if (isOpen && last && start - last.end <= 1) {
      last.end = end;
      if (loaded > last.loaded) [last.kind, last.loaded] = [kind, loaded];
    } else {
      spans.push({ start, end, kind, loaded });
      isOpen = true;
    }
  }
  return spans.filter(({ loaded }) => loaded >= markFrom);
}
