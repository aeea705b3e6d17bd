import { buildAnalysisXml, namespace } from "./build-analysis-xml.ts";
import { presentFeed, type PublishedFeed } from "./present-feed.ts";
import { type PresentedEnclosure, presentItem, type PresentedItem } from "./present-item.ts";
import type { PublishedItem } from "../items/published-item.ts";
import { xml, type Xml } from "./xml.ts";

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
<updated>${item.updatedAt.toISOString()}</updated>${item.author && xml`\n<author><name>${item.author}</name></author>`}${item.categories.map(
    (category) => xml`\n<category term="${category}"/>`,
  )}${item.enclosures.map(buildEnclosure)}
<content type="html">${item.html}</content>${buildAnalysisXml(item)}
</entry>`;
}

function buildEnclosure({ url, type, bytes }: PresentedEnclosure): Xml {
  return xml`\n<link rel="enclosure" href="${url}" type="${type}"${bytes === 0 ? null : xml` length="${bytes}"`}/>`;
}
