import { capItem } from "./parse-capped.ts";
import { contentCharsMax, itemErrorsMax, itemsMax } from "./parse-limits.ts";
import type { FeedDocument, ItemError, ParsedItem } from "./parse-result.ts";

// Each item for itself: one that says nothing is an error of its own and stops no other.
export function parseItems<Source>(
  sources: Source[],
  parseItem: (source: Source) => ParsedItem | null,
): Pick<FeedDocument, "items" | "itemErrors" | "truncations"> {
  const items: ParsedItem[] = [];
  const itemErrors: ItemError[] = [];
  let isContentCut = false;
  for (const [index, source] of sources.slice(0, itemsMax).entries()) {
    const item = parseItem(source);
    if (item !== null && saysAnything(item)) {
      items.push(capItem(item));
      isContentCut ||= isTooLong(item.content) || isTooLong(item.summary);
    } else if (itemErrors.length < itemErrorsMax) {
      // It has neither guid nor title: only its place tells which it is.
      const message = `Item ${index + 1} of the document is ${item === null ? "not an object" : "empty"}.`;
      itemErrors.push({ guid: null, title: null, message });
    }
  }
  const truncations: string[] = [];
  if (sources.length > itemsMax) truncations.push(`Only the first ${itemsMax} of ${sources.length} items were read.`);
  if (isContentCut) truncations.push(`Contents longer than ${contentCharsMax} characters were cut.`);
  return { items, itemErrors, truncations };
}

function saysAnything(item: ParsedItem): boolean {
  const { guid, url, title, author, content, summary, publishedAt, updatedAt, categories, enclosures } = item;
  const texts = [guid, url, title, author, content, summary, publishedAt, updatedAt];
  return texts.some(Boolean) || categories.length + enclosures.length > 0;
}

function isTooLong(html: string | null): boolean {
  return html !== null && html.length > contentCharsMax;
}
