import type { DocumentHints } from "../../schedule/policy/fetch-state.ts";

export type ParseResult = FeedDocument | NotAFeed;

export type FeedDocument = {
  kind: "feed";
  format: "rss" | "rdf" | "atom" | "json";
  version: string | null;
  feed: ParsedFeed;
  items: ParsedItem[];
  itemErrors: ItemError[];
  // One sentence for each limit that dropped items, elements or content.
  truncations: string[];
};

/** Texts are plain, URLs absolute and http(s). */
export type ParsedFeed = {
  title: string | null;
  description: string | null;
  siteUrl: string | null;
  selfUrl: string | null;
  hubUrl: string | null;
  iconUrl: string | null;
  language: string | null;
  author: string | null;
  publishedAt: Date | null;
  updatedAt: Date | null;
  hints: DocumentHints;
};

export type ParsedItem = {
  guid: string | null;
  guidIsPermalink: boolean;
  // As the feed gives it, with tracking parameters: some sites need them. normaliseItemUrl is for identity only.
  url: string | null;
  title: string | null;
  author: string | null;
  // HTML as the feed gives it, not sanitised: never render it. Plain text is escaped, so that both are always HTML.
  content: string | null;
  summary: string | null;
  // The base for relative links in content and summary.
  contentBase: string | null;
  publishedAt: Date | null;
  updatedAt: Date | null;
  categories: string[];
  enclosures: Enclosure[];
  language: string | null;
};

export type Enclosure = { url: string; type: string | null; bytes: number | null };

export type ItemError = { guid: string | null; title: string | null; message: string };

export type NotAFeed = {
  kind: "not-a-feed";
  why: "empty" | "cut-off" | "html-page" | "login-page" | "bot-wall" | "json" | "other-xml" | "text";
  // The first words a person would read there.
  snippet: string;
  candidates: FeedCandidate[];
};

export type FeedCandidate = { url: string; title: string | null; type: string | null };

// All limits of the parser. Whenever one drops items, elements or content, the document's `truncations` say so: a person must
// be able to see why something is missing.

export const itemsMax = 5_000;

// The deepest of the 2,900 feeds in our corpus has nine levels.
export const depthMax = 256;

// Fifty for each of 5,000 items, and 40 MB of memory. 10 MB of `<a/>` would be 2.5 million.
export const elementsMax = 250_000;

export const attributesPerElementMax = 1_000;
export const prefixesPerElementMax = 256;

// For each we search all open elements. Beyond this number, only the end tag of the innermost element closes anything.
export const strayEndTagsMax = 10_000;

export const contentCharsMax = 524_288;
export const titleCharsMax = 1_000;
export const descriptionCharsMax = 2_000;
// How much of the HTML of a title or a description we read.
export const plainTextSourceCharsMax = 50_000;
export const authorCharsMax = 500;
export const guidCharsMax = 2_000;
export const urlCharsMax = 4_000;
export const categoryCharsMax = 200;
export const languageCharsMax = 35;
export const mediaTypeCharsMax = 100;

// Links, categories, enclosures or authors of one item or feed.
export const listedMax = 50;
export const itemErrorsMax = 100;

// How much of an HTML page we read, and how much of its text.
export const pageCharsMax = 500_000;
export const pageTextCharsMax = 2_000;
export const candidatesMax = 20;
export const snippetCharsMax = 200;
