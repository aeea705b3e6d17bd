import { copyCut } from "./plain-text.ts";
import {
  authorCharsMax,
  categoryCharsMax,
  contentCharsMax,
  descriptionCharsMax,
  type Enclosure,
  type FeedDocument,
  guidCharsMax,
  type ItemError,
  itemErrorsMax,
  itemsMax,
  languageCharsMax,
  listedMax,
  mediaTypeCharsMax,
  type ParsedFeed,
  type ParsedItem,
  titleCharsMax,
  urlCharsMax,
} from "./parse-result.ts";

/** Items are parsed one by one: an empty one is reported and does not affect the others. */
export function parseItems<Source>(
  sources: Source[],
  parseItem: (source: Source) => ParsedItem | null,
): Pick<FeedDocument, "items" | "itemErrors" | "truncations"> {
  const items: ParsedItem[] = [];
  const itemErrors: ItemError[] = [];
  let isContentCut = false;
  for (const [index, source] of sources.slice(0, itemsMax).entries()) {
    const item = parseItem(source);
    if (item !== null && hasContent(item)) {
      items.push(capItem(item));
      isContentCut ||= isTooLong(item.content) || isTooLong(item.summary);
    } else if (itemErrors.length < itemErrorsMax) {
      // It has neither guid nor title, so we name its position.
      const message = `Item ${index + 1} of the document is ${item === null ? "not an object" : "empty"}.`;
      itemErrors.push({ guid: null, title: null, message });
    }
  }
  const truncations: string[] = [];
  if (sources.length > itemsMax) truncations.push(`Only the first ${itemsMax} of ${sources.length} items were read.`);
  if (isContentCut) truncations.push(`Contents longer than ${contentCharsMax} characters were cut.`);
  return { items, itemErrors, truncations };
}

function hasContent(item: ParsedItem): boolean {
  const { guid, url, title, author, content, summary, publishedAt, updatedAt, categories, enclosures } = item;
  const texts = [guid, url, title, author, content, summary, publishedAt, updatedAt];
  return texts.some(Boolean) || categories.length + enclosures.length > 0;
}

function isTooLong(html: string | null): boolean {
  return html !== null && html.length > contentCharsMax;
}

// Cuts every text to its limit. copyCut also copies it, so that an item does not keep the document in memory.
function capItem(item: ParsedItem): ParsedItem {
  return {
    ...item,
    guid: cap(item.guid, guidCharsMax),
    url: cap(item.url, urlCharsMax),
    title: cap(item.title, titleCharsMax),
    author: cap(item.author, authorCharsMax),
    content: cap(item.content, contentCharsMax),
    contentBase: cap(item.contentBase, urlCharsMax),
    summary: cap(item.summary, contentCharsMax),
    categories: capCategories(item.categories),
    enclosures: item.enclosures.slice(0, listedMax).map(capEnclosure),
    language: cap(item.language, languageCharsMax),
  };
}

export function capFeed(feed: ParsedFeed): ParsedFeed {
  return {
    ...feed,
    title: cap(feed.title, titleCharsMax),
    description: cap(feed.description, descriptionCharsMax),
    siteUrl: cap(feed.siteUrl, urlCharsMax),
    selfUrl: cap(feed.selfUrl, urlCharsMax),
    hubUrl: cap(feed.hubUrl, urlCharsMax),
    iconUrl: cap(feed.iconUrl, urlCharsMax),
    language: cap(feed.language, languageCharsMax),
    author: cap(feed.author, authorCharsMax),
  };
}

function cap(text: string | null, charsMax: number): string | null {
  return text === null ? null : copyCut(text, charsMax);
}

function capCategories(categories: string[]): string[] {
  const capped = new Set<string>();
  for (const category of categories) {
    if (capped.size === listedMax) break;
    const text = copyCut(category, categoryCharsMax);
    if (text !== null) capped.add(text);
  }
  return [...capped];
}

function capEnclosure({ url, type, bytes }: Enclosure): Enclosure {
  return { url: cap(url, urlCharsMax) ?? url, type: cap(type, mediaTypeCharsMax), bytes };
}
