import { Parser } from "htmlparser2";
import { collapseSpace, copyCut } from "./plain-text.ts";
import {
  candidatesMax,
  depthMax,
  type FeedCandidate,
  mediaTypeCharsMax,
  pageCharsMax,
  pageTextCharsMax,
  titleCharsMax,
} from "./parse-result.ts";
import { parseLink } from "./extract-fields.ts";

/** The text of a page that is no feed, and the feeds it links to. */
export type PageClues = { text: string; hasPasswordField: boolean; candidates: FeedCandidate[] };

export function extractPageClues(html: string, url: string | null): PageClues {
  const reading: Reading = { base: url, text: "", hidden: 0, hasPasswordField: false, announced: [], guessed: [] };
  let depth = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      openTag(reading, name, attributes);
      depth += 1;
      // Each deeper level costs htmlparser2 more than the one before: a megabyte of `<a>` took more than 15 s.
      if (depth > depthMax) parser.pause();
    },
    ontext(text) {
      if (reading.hidden === 0 && reading.text.length < pageTextCharsMax) reading.text += text;
    },
    onclosetag(name) {
      depth -= 1;
      if (unread.has(name)) reading.hidden -= 1;
      else if (!inline.has(name) && reading.text.length < pageTextCharsMax) reading.text += " ";
    },
  });
  parser.end(html.slice(0, pageCharsMax));
  const { text, hasPasswordField } = reading;
  // At an unfinished tag, htmlparser2 may leave half of a surrogate pair.
  return { text: collapseSpace(text).toWellFormed(), hasPasswordField, candidates: candidatesOf(reading) };
}

type Reading = {
  base: string | null;
  text: string;
  // How many open elements hide their text.
  hidden: number;
  hasPasswordField: boolean;
  announced: FeedCandidate[];
  guessed: FeedCandidate[];
};

type Attributes = Record<string, string | undefined>;

// Not noscript: like us, it is for those who run no scripts.
const unread = new Set(["script", "style", "template", "svg"]);
const inline = new Set(["a", "abbr", "b", "code", "em", "i", "small", "span", "strong", "sub", "sup", "u"]);

function openTag(reading: Reading, name: string, attributes: Attributes): void {
  if (unread.has(name)) reading.hidden += 1;
  switch (name) {
    case "base":
      reading.base = parseLink(attributes["href"] ?? "", reading.base) ?? reading.base;
      break;
    case "input":
      reading.hasPasswordField ||= attributes["type"]?.toLowerCase() === "password";
      break;
    case "link":
      if (announcesFeed(attributes)) addCandidate(reading.announced, reading.base, attributes);
      break;
    case "a":
      if (looksLikeFeed.test(attributes["href"] ?? "")) addCandidate(reading.guessed, reading.base, attributes);
      break;
  }
}

// Not text/xml+oembed, which every article of WordPress announces.
const feedType = /^(?:application|text)\/(?:rss\+xml|atom\+xml|rdf\+xml|feed\+json|xml|rss|atom)(?![\w+.-])/i;

// /feed, /feeds/all.atom, /rss.xml, ?format=atom; but neither /feedback nor /feed-the-birds.
const looksLikeFeed = /(?:^|[/.?=&])(?:rss2?|atom|feeds?|rdf)(?:\.(?:xml|json|rdf|php)|[/?=&].{0,40})?$/i;

function announcesFeed({ rel = "", type = "" }: Attributes): boolean {
  return /(?:^|\s)alternate(?:\s|$)/i.test(rel) && feedType.test(type.trim());
}

function addCandidate(candidates: FeedCandidate[], base: string | null, { href, title, type }: Attributes): void {
  const url = parseLink(href ?? "", base);
  if (url === null || candidates.length === candidatesMax) return;
  candidates.push({
    url,
    title: copyCut(collapseSpace(title ?? ""), titleCharsMax),
    type: copyCut(collapseSpace(type ?? ""), mediaTypeCharsMax),
  });
}

// Feeds announced by the page come first.
function candidatesOf({ announced, guessed }: Reading): FeedCandidate[] {
  const byUrl = new Map<string, FeedCandidate>();
  for (const candidate of [...announced, ...guessed])
    if (!byUrl.has(candidate.url)) byUrl.set(candidate.url, candidate);
  return [...byUrl.values()].slice(0, candidatesMax);
}
