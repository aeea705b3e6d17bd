import type { DocumentHints } from "../../schedule/policy/server-hints.ts";

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
  why: "empty" | "html-page" | "login-page" | "bot-wall" | "json" | "other-xml" | "text";
  // The first words a person would read there.
  snippet: string;
  candidates: FeedCandidate[];
};

export type FeedCandidate = { url: string; title: string | null; type: string | null };
