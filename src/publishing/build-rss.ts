import { buildAnalysisXml, namespace } from "./build-analysis-xml.ts";
import { type PresentedFeed, presentFeed, type PublishedFeed } from "./present-feed.ts";
import { type PresentedEnclosure, presentItem, type PresentedItem } from "./present-item.ts";
import type { PublishedItem } from "../items/published-item.ts";
import { xml, type Xml } from "./xml.ts";

// Half the usual fetch interval: a reader that obeys it lags half an hour at most.
const ttlMinutes = 30;

/** RSS 2.0. `header` is everything before the first item; `updatedAt` is cached_feeds.updated_at, so lastBuildDate and Last-Modified agree. */
export function buildRss(
  feed: PublishedFeed,
  items: PublishedItem[],
  updatedAt: Date,
): { header: string; xml: string } {
  const header = buildChannel(presentFeed(feed), updatedAt).text;
  const body = items.map((item) => buildItem(presentItem(item)).text).join("");
  return { header, xml: `${header}${body}\n</channel>\n</rss>\n` };
}

function buildChannel({ title, siteUrl, description, language, selfUrl }: PresentedFeed, updatedAt: Date): Xml {
  return xml`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/" xmlns:pw="${namespace}">
<channel>
<title>${title}</title>
<link>${siteUrl}</link>
<description>${description}</description>${language && xml`\n<language>${language}</language>`}
<lastBuildDate>${updatedAt.toUTCString()}</lastBuildDate>
<ttl>${ttlMinutes}</ttl>
<generator>Plainwire</generator>
<atom:link rel="self" type="application/rss+xml" href="${selfUrl}"/>`;
}

function buildItem(item: PresentedItem): Xml {
  const [enclosure, ...media] = item.enclosures;
  return xml`
<item>
<title>${item.title}</title>${item.url && xml`\n<link>${item.url}</link>`}
<guid isPermaLink="false">${item.id}</guid>
<pubDate>${item.pubDate.toUTCString()}</pubDate>${item.author && xml`\n<dc:creator>${item.author}</dc:creator>`}${item.categories.map(
    (category) => xml`\n<category>${category}</category>`,
  )}
<description>${item.html}</description>${
    enclosure === undefined
      ? null
      : xml`\n<enclosure url="${enclosure.url}" length="${enclosure.bytes}" type="${enclosure.type}"/>`
  }${media.map(buildMedia)}${buildAnalysisXml(item)}
</item>`;
}

// RSS takes one enclosure (RSS Best Practices Profile); the others follow in the namespace readers know for it.
function buildMedia({ url, type, bytes }: PresentedEnclosure): Xml {
  return xml`\n<media:content url="${url}" type="${type}"${bytes === 0 ? null : xml` fileSize="${bytes}"`}/>`;
}
