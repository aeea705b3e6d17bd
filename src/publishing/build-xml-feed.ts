import type { PublishedItem } from "../items/published-item.ts";
import { type PresentedFeed, presentFeed, type PublishedFeed } from "./present-feed.ts";
import {
  type PresentedAnalysis,
  type PresentedEnclosure,
  type PresentedItem,
  type PresentedScore,
  type PresentedSource,
  presentItem,
} from "./present-item.ts";
import { xml, type Xml } from "./xml.ts";

// Half the usual fetch interval: a reader that follows it is at most half an hour late.
const ttlMinutes = 30;

/** RSS 2.0. `header` is everything before the first item; `updatedAt` is cached_feeds.updated_at, so lastBuildDate and Last-Modified agree. */
export function buildRss(
  feed: PublishedFeed,
  items: PublishedItem[],
  updatedAt: Date,
): { header: string; xml: string } {
  const header = buildRssHeader(feed, updatedAt);
  return { header, xml: header + items.map(buildRssItem).join("") + rssEnd };
}

export function buildRssHeader(feed: PublishedFeed, updatedAt: Date): string {
  return buildChannel(presentFeed(feed), updatedAt).text;
}

/** The form of what `buildRssItem` writes. A higher number has stored items built again, so raise it with every change of that. */
export const rssItemForm = "2";

export function buildRssItem(item: PublishedItem): string {
  return buildItem(presentItem(item)).text;
}

const rssItemStart = "\n<item>\n";
export const rssEnd = "\n</channel>\n</rss>\n";

/** The items of a document of `buildRss`, each as `buildRssItem` wrote it. All text is escaped: nothing else looks like the start of one. */
export function splitRssItems(xml: Buffer): Buffer[] {
  const items: Buffer[] = [];
  let start = xml.indexOf(rssItemStart);
  while (start !== -1) {
    const next = xml.indexOf(rssItemStart, start + rssItemStart.length);
    items.push(xml.subarray(start, next === -1 ? xml.length - rssEnd.length : next));
    start = next;
  }
  return items;
}

function buildChannel({ title, siteUrl, description, language, selfUrl, hubUrl }: PresentedFeed, updatedAt: Date): Xml {
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/" xmlns:pw="${namespace}">
<channel>
<title>${title}</title>
<link>${siteUrl}</link>
<description>${description}</description>${language && xml`\n<language>${language}</language>`}
<lastBuildDate>${updatedAt.toUTCString()}</lastBuildDate>
<ttl>${ttlMinutes}</ttl>
<generator>Plainwire</generator>
<atom:link rel="self" type="application/rss+xml" href="${selfUrl}"/>${hubUrl && xml`\n<atom:link rel="hub" href="${hubUrl}"/>`}`;
}

function buildItem(item: PresentedItem): Xml {
  const [enclosure, ...media] = item.enclosures;
  return xml`
<item>
<title>${item.title}</title>${item.url && xml`\n<link>${item.url}</link>`}
<guid isPermaLink="false">${item.id}</guid>
<pubDate>${item.pubDate.toUTCString()}</pubDate>${item.byline && xml`\n<dc:creator>${item.byline}</dc:creator>`}${item.categories.map(
    (category) => xml`\n<category>${category}</category>`,
  )}
<description>${item.html}</description>${item.source && buildSource(item.source)}${
    enclosure === undefined
      ? null
      : xml`\n<enclosure url="${enclosure.url}" length="${enclosure.bytes}" type="${enclosure.type}"/>`
  }${media.map(buildMedia)}${buildAnalysisXml(item)}
</item>`;
}

function buildSource({ name, url }: PresentedSource): Xml | null {
  return url === null ? null : xml`\n<source url="${url}">${name}</source>`;
}

// RSS allows one enclosure (RSS Best Practices Profile); the others follow as Media RSS.
function buildMedia({ url, type, bytes }: PresentedEnclosure): Xml {
  return xml`\n<media:content url="${url}" type="${type}"${bytes === 0 ? null : xml` fileSize="${bytes}"`}/>`;
}

/** Atom 1.0 (RFC 4287) of the same content as `buildRss`. */
export function buildAtom(feed: PublishedFeed, items: PublishedItem[], updatedAt: Date): string {
  const { title, siteUrl, description, language, selfUrl } = presentFeed(feed);
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:pw="${namespace}"${language && xml` xml:lang="${language}"`}>
<id>${selfUrl}</id>
<title>${title}</title>
<subtitle>${description}</subtitle>
<updated>${updatedAt.toISOString()}</updated>
<author><name>${title}</name></author>
<generator>Plainwire</generator>
<link rel="self" type="application/atom+xml" href="${selfUrl}"/>
<link rel="alternate" href="${siteUrl}"/>${items.map((item) => buildEntry(presentItem(item)))}
</feed>
`.text;
}

function buildEntry(item: PresentedItem): Xml {
  return xml`
<entry>
<id>${item.id}</id>
<title>${item.title}</title>${item.url && xml`\n<link rel="alternate" href="${item.url}"/>`}
<published>${item.pubDate.toISOString()}</published>
<updated>${item.updatedAt.toISOString()}</updated>${item.byline && xml`\n<author><name>${item.byline}</name></author>`}${item.categories.map(
    (category) => xml`\n<category term="${category}"/>`,
  )}${item.enclosures.map(buildEnclosure)}
<content type="html">${item.html}</content>${item.source && buildAtomSource(item.source, item.updatedAt)}${buildAnalysisXml(item)}
</entry>`;
}

// The feed's own time is not copied: it would change this document with every fetch.
function buildAtomSource({ name, url, siteUrl }: PresentedSource, updatedAt: Date): Xml | null {
  if (url === null) return null;
  return xml`
<source>
<id>${url}</id>
<title>${name}</title>
<updated>${updatedAt.toISOString()}</updated>${siteUrl && xml`\n<link rel="alternate" href="${siteUrl}"/>`}
</source>`;
}

function buildEnclosure({ url, type, bytes }: PresentedEnclosure): Xml {
  return xml`\n<link rel="enclosure" href="${url}" type="${type}"${bytes === 0 ? null : xml` length="${bytes}"`}/>`;
}

/** The namespace of docs/rss-namespace.md. Its name never changes; what is added to it is optional. */
export const namespace = "urn:plainwire:rss:1";

/** The analysis of an item, the same in RSS and Atom. */
export function buildAnalysisXml({ status, originalTitle, titleReason, analysis }: PresentedItem): Xml {
  return xml`
<pw:originalTitle${titleReason && xml` reason="${titleReason}"`}>${originalTitle}</pw:originalTitle>
<pw:analysis status="${status}"${analysis === null ? xml`/>` : buildResult(analysis)}`;
}

function buildResult({ analyzer, version, model, input, ...analysis }: PresentedAnalysis): Xml {
  const { language, category, warnings, scores } = analysis;
  return xml` analyzer="${analyzer}" version="${version}"${
    model && xml` model="${model}"`
  } input="${input}" language="${language}" category="${category}" warnings="${warnings.join(" ")}">${scores.map(
    buildScore,
  )}
</pw:analysis>`;
}

function buildScore({ name, score, confidence, reason }: PresentedScore): Xml {
  return xml`
<pw:score name="${name}"${
    confidence === null ? null : xml` confidence="${confidence.toFixed(2)}"`
  } reason="${reason}">${score.toFixed(2)}</pw:score>`;
}
