import { cutText } from "./extract-text.ts";
import {
  authorCharsMax,
  categoryCharsMax,
  contentCharsMax,
  descriptionCharsMax,
  listedMax,
  guidCharsMax,
  languageCharsMax,
  mediaTypeCharsMax,
  titleCharsMax,
  urlCharsMax,
} from "./parse-limits.ts";
import type { Enclosure, ParsedFeed, ParsedItem } from "./parse-result.ts";

// Every text within its cap and cut loose from the document.
export function capItem(item: ParsedItem): ParsedItem {
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
  return text === null ? null : cutText(text, charsMax);
}

function capCategories(categories: string[]): string[] {
  const capped = new Set<string>();
  for (const category of categories) {
    if (capped.size === listedMax) break;
    const text = cutText(category, categoryCharsMax);
    if (text !== null) capped.add(text);
  }
  return [...capped];
}

function capEnclosure({ url, type, bytes }: Enclosure): Enclosure {
  return { url: cap(url, urlCharsMax) ?? url, type: cap(type, mediaTypeCharsMax), bytes };
}
