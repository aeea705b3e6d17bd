import {
  alternateUrl,
  attributeOf,
  childrenNamed,
  extractFields,
  extractLinks,
  fieldTable,
  parseLink,
  textOf,
} from "./extract-fields.ts";
import { parseDate } from "./parse-date.ts";
import { capFeed, parseItems } from "./parse-items.ts";
import { depthMax, elementsMax, type FeedDocument, type ParsedFeed } from "./parse-result.ts";
import { parsePlainText } from "./parse-text-construct.ts";
import { authorElements, authorsOf, type ItemContext, parseXmlItem, xmlBaseOf } from "./parse-xml-item.ts";
import { parseXml, type XmlDocument } from "./parse-xml.ts";
import type { XmlElement } from "./xml-tree.ts";
import type { DocumentHints } from "../../schedule/policy/fetch-state.ts";

/**
 * RSS, RDF or Atom; null if the document contains none of them, "cut-off" if it ends before the first item. `url` is where the
 * document came from.
 */
export function parseXmlFeed(text: string, url: string | null): FeedDocument | "cut-off" | null {
  const document = parseXml(text);
  const root = findFeed(document.root);
  if (root === null) return null;

  const format = formatOf(root);
  const channels = childrenNamed(root, "channel");
  const channel = channels[0] ?? root;
  const context: ItemContext = {
    untyped: format === "atom" ? "text" : "html",
    xmlBase: xmlBaseOf(channel, xmlBaseOf(root, null, url), url),
    documentBase: url,
    language: attributeOf(channel, "xml:lang") ?? attributeOf(root, "xml:lang"),
  };
  const feed = parseXmlFeedFields(root, channel, context);
  const inherited = { ...context, documentBase: feed.siteUrl ?? url, language: feed.language };
  const holders = new Set([...channels, root, document.root]);
  const sources = [...holders].flatMap((holder) => itemsIn(holder));
  if (sources.length === 0 && document.unclosed.includes(root)) return "cut-off";
  const { items, itemErrors, truncations } = parseItems(sources, (item) => parseXmlItem(item, inherited));
  return {
    kind: "feed",
    format,
    version: versionOf(root, format),
    feed: capFeed(feed),
    items,
    itemErrors,
    truncations: [...truncationOf(document), ...truncations],
  };
}

// Usually the first element, but some feeds come wrapped in HTML. There one without items is an element of the page's own, and what
// is in a script or in a form field is an example.
function findFeed(parent: XmlElement, isInPage = false): XmlElement | null {
  for (const child of parent.children) {
    if (typeof child === "string" || quoting.has(child.name)) continue;
    const isChosen = isFeed(child, parent) && (!isInPage || hasItems(child));
    const found = isChosen ? child : findFeed(child, isInPage || pages.has(child.name));
    if (found !== null) return found;
  }
  return null;
}

const pages = new Set(["html", "xhtml:html", "body", "xhtml:body"]);
const quoting = new Set(["script", "style", "textarea", "template"].flatMap((name) => [name, `xhtml:${name}`]));

function hasItems(root: XmlElement): boolean {
  return [root, ...childrenNamed(root, "channel")].some((holder) => itemsIn(holder).length > 0);
}

// A <channel> without <rss> counts only at the top: TV listings have channels too.
function isFeed(element: XmlElement, parent: XmlElement): boolean {
  switch (element.name) {
    case "rss":
    case "feed":
      return true;
    // RDF has many uses besides RSS.
    case "rdf:rdf":
      return rssNamespaces.test(namespacesOf(element)) || childrenNamed(element, "channel").length > 0;
    default:
      return element.name === "channel" && parent.name === "";
  }
}

function formatOf(root: XmlElement): "rss" | "rdf" | "atom" {
  if (root.name === "feed") return "atom";
  return root.name === "rdf:rdf" ? "rdf" : "rss";
}

// In RDF and Atom 0.3, the namespace tells the version.
function versionOf(root: XmlElement, format: "rss" | "rdf" | "atom"): string | null {
  const version = /^[\d.]{1,10}$/.exec(attributeOf(root, "version")?.trim() ?? "")?.[0] ?? null;
  const namespaces = namespacesOf(root);
  if (format === "rdf") return namespaces.includes("/rdf/simple/0.9") ? "0.90" : "1.0";
  if (format === "atom") return version ?? (namespaces.includes("purl.org/atom/ns#") ? "0.3" : "1.0");
  return version;
}

const rssNamespaces = /\/\/(?:purl\.org\/rss\/1\.0|(?:my|channel)\.netscape\.com\/rdf\/simple)/;

function namespacesOf({ attributes }: XmlElement): string {
  return attributes?.join(" ") ?? "";
}

function parseXmlFeedFields(root: XmlElement, channel: XmlElement, context: ItemContext): ParsedFeed {
  const base = context.xmlBase ?? context.documentBase;
  const fields = extractFields(channel, feedFields);
  const links = extractLinks(channel, base);
  return {
    title: fields.title && parsePlainText(fields.title, context.untyped),
    description: fields.description && parsePlainText(fields.description, context.untyped),
    siteUrl: alternateUrl(links),
    selfUrl: links.find(({ rel }) => rel === "self")?.url ?? null,
    hubUrl: links.find(({ rel }) => rel === "hub")?.url ?? null,
    iconUrl: iconOf(fields.icon, root, channel, base),
    language: (fields.language && textOf(fields.language).trim()) || context.language,
    author: authorsOf(channel, fields.author),
    publishedAt: fields.published && parseDate(textOf(fields.published)),
    updatedAt: fields.updated && parseDate(textOf(fields.updated)),
    hints: parseHints(channel),
  };
}

const feedFields = fieldTable({
  title: ["title", "dc:title", "itunes:title"],
  description: ["description", "subtitle", "tagline", "dc:description", "itunes:summary", "itunes:subtitle", "info"],
  language: ["language", "dc:language"],
  published: ["pubdate", "published", "issued", "dcterms:issued", "dc:date", "dcterms:created"],
  updated: ["updated", "lastbuilddate", "modified", "dcterms:modified"],
  icon: ["icon", "logo"],
  author: authorElements,
});

function iconOf(icon: XmlElement | null, root: XmlElement, channel: XmlElement, base: string | null): string | null {
  const image = childrenNamed(channel, "image")[0] ?? childrenNamed(root, "image")[0];
  const url = icon ?? (image && childrenNamed(image, "url")[0]);
  const podcastImage = childrenNamed(channel, "itunes:image")[0];
  const written = url ? textOf(url) : podcastImage && attributeOf(podcastImage, "href");
  return parseLink(written ?? "", base);
}

function itemsIn(holder: XmlElement): XmlElement[] {
  return holder.children.filter((child) => typeof child !== "string" && itemElements.has(child.name)) as XmlElement[];
}

const itemElements = new Set(["item", "entry"]);

function truncationOf({ cut }: XmlDocument): string[] {
  switch (cut) {
    case "depth":
      return [`Elements more than ${depthMax} levels deep were left out.`];
    case "elements":
      return [`Only the first ${elementsMax} elements were read.`];
    case null:
      return [];
  }
}

/** What an XML feed says about how often to fetch it. */
function parseHints(channel: XmlElement): DocumentHints {
  const fields = extractFields(channel, hintFields);
  return {
    ttlMinutes: fields.ttl && parseCount(textOf(fields.ttl)),
    updatePeriodSeconds: updatePeriodSeconds(fields.period, fields.frequency),
    skipHours: fields.skipHours === null ? [] : skippedHours(fields.skipHours),
    skipDays: fields.skipDays === null ? [] : skippedDays(fields.skipDays),
  };
}

const hintFields = fieldTable({
  ttl: ["ttl"],
  period: ["sy:updateperiod"],
  frequency: ["sy:updatefrequency"],
  skipHours: ["skiphours"],
  skipDays: ["skipdays"],
});

const daySeconds = 86_400;

const periodSeconds: Record<string, number | undefined> = {
  hourly: 3_600,
  daily: daySeconds,
  weekly: 7 * daySeconds,
  monthly: 30 * daySeconds,
  yearly: 365 * daySeconds,
};

// At most nine digits: the seconds computed from them stay far below 2 ** 53.
function parseCount(text: string): number | null {
  const written = text.trim();
  return /^\d{1,9}$/.test(written) ? Number(written) : null;
}

// RSS 1.0 syndication module: the default period is daily, the default frequency 1.
function updatePeriodSeconds(period: XmlElement | null, frequency: XmlElement | null): number | null {
  if (period === null && frequency === null) return null;
  const seconds = periodSeconds[period === null ? "daily" : textOf(period).trim().toLowerCase()];
  const times = frequency === null ? 1 : (parseCount(textOf(frequency)) ?? 1);
  return seconds === undefined || times === 0 ? null : Math.round(seconds / times);
}

// RSS 0.91 counts the hours from 1 to 24.
function skippedHours(skipHours: XmlElement): number[] {
  const hours = childrenNamed(skipHours, "hour").map((hour) => parseCount(textOf(hour)));
  return [...new Set(hours.filter((hour) => hour !== null && hour <= 24).map((hour) => Number(hour) % 24))];
}

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

function skippedDays(skipDays: XmlElement): number[] {
  const days = childrenNamed(skipDays, "day").map((day) => weekdays.indexOf(textOf(day).trim().toLowerCase()));
  return [...new Set(days.filter((day) => day !== -1))];
}
