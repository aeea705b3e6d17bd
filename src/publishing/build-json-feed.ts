import {
  outletBeside,
  type PresentedAnalysis,
  type PresentedItem,
  type PresentedSource,
  presentItem,
} from "./present-item.ts";
import { presentFeed, type PublishedFeed } from "./present-feed.ts";
import { printable } from "../text/characters.ts";
import type { PublishedItem } from "../items/published-item.ts";

/** JSON Feed 1.1 of the same content as `buildRss`; `_plainwire` has what the XML namespace has in RSS and Atom. */
export function buildJsonFeed(feed: PublishedFeed, items: PublishedItem[]): string {
  const { title, siteUrl, description, language, selfUrl } = presentFeed(feed);
  const document = {
    version: "https://jsonfeed.org/version/1.1",
    title,
    home_page_url: siteUrl,
    feed_url: selfUrl,
    description,
    language: language ?? undefined,
    items: items.map((item) => buildItem(presentItem(item))),
  };
  return JSON.stringify(document, (_, value: unknown) => (typeof value === "string" ? printable(value) : value));
}

function buildItem(item: PresentedItem): object {
  return {
    id: item.id,
    url: item.url ?? undefined,
    title: item.title,
    summary: item.analysis?.summary,
    content_html: item.html,
    date_published: item.pubDate.toISOString(),
    date_modified: item.updatedAt.toISOString(),
    authors: buildAuthors(item),
    tags: item.categories,
    attachments: item.enclosures.map(({ url, type, bytes }) => ({
      url,
      mime_type: type,
      size_in_bytes: bytes === 0 ? undefined : bytes,
    })),
    _plainwire: {
      original_title: item.originalTitle,
      title_reason: item.titleReason ?? undefined,
      status: item.status,
      source: item.source ? buildSource(item.source) : undefined,
      ...(item.analysis && buildAnalysis(item.analysis)),
    },
  };
}

function buildAuthors({ author, source }: PresentedItem): object[] | undefined {
  const outlet = outletBeside(author, source);
  const authors = author === null ? [] : [{ name: author }];
  if (outlet !== null) authors.push({ name: outlet, ...(source?.siteUrl && { url: source.siteUrl }) });
  return authors.length === 0 ? undefined : authors;
}

function buildSource({ name, url, siteUrl }: PresentedSource): object {
  return { name, url: url ?? undefined, site_url: siteUrl ?? undefined };
}

function buildAnalysis({ scores, ...analysis }: PresentedAnalysis): object {
  return {
    analyzer: analysis.analyzer,
    version: analysis.version,
    model: analysis.model ?? undefined,
    input: analysis.input,
    language: analysis.language,
    category: analysis.category,
    warnings: analysis.warnings,
    facts: analysis.facts,
    scores: Object.fromEntries(
      scores.map(({ name, score, confidence, reason }) => [
        name,
        { score, confidence: confidence ?? undefined, reason },
      ]),
    ),
  };
}
