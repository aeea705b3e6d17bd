import {
  alternateUrl,
  attributeOf,
  childrenNamed,
  extractEnclosures,
  extractFields,
  extractLinks,
  fieldTable,
  parseLink,
  textOf,
} from "./extract-fields.ts";
import { collapseSpace, plainText } from "./plain-text.ts";
import { parseDate } from "./parse-date.ts";
import { authorCharsMax, listedMax, type ParsedItem, plainTextSourceCharsMax } from "./parse-result.ts";
import { parseHtml, parsePlainText } from "./parse-text-construct.ts";
import type { Untyped } from "./parse-text-construct.ts";
import type { XmlElement } from "./xml-tree.ts";

/** What an item inherits from its feed. `xmlBase` comes from xml:base; without it, `documentBase` applies. */
export type ItemContext = {
  untyped: Untyped;
  xmlBase: string | null;
  documentBase: string | null;
  language: string | null;
};

/** RSS, RDF and Atom items alike: feeds mix the formats, and no name has two meanings. */
export function parseXmlItem(item: XmlElement, context: ItemContext): ParsedItem {
  const { untyped } = context;
  const fields = extractFields(item, itemFields);
  const xmlBase = xmlBaseOf(item, context.xmlBase, context.documentBase);
  const base = xmlBase ?? context.documentBase;
  const links = extractLinks(item, base);
  const guid = fields.guid === null ? attributeOf(item, "rdf:about") : textOf(fields.guid).trim();
  const permalink = permalinkOf(item, fields.guid);
  const url = alternateUrl(links) ?? permalink;
  const body = fields.content ?? fields.summary;
  return {
    guid,
    guidIsPermalink: permalink !== null,
    url,
    title: fields.title && parsePlainText(fields.title, untyped),
    author: authorsOf(item, fields.author),
    content: fields.content && parseHtml(fields.content, untyped),
    summary: fields.summary && parseHtml(fields.summary, untyped),
    contentBase: (body && xmlBaseOf(body, xmlBase, base)) ?? url ?? base,
    publishedAt: fields.published && parseDate(textOf(fields.published)),
    updatedAt: fields.updated && parseDate(textOf(fields.updated)),
    categories: categoriesOf(item),
    enclosures: extractEnclosures(item, links, base),
    language: attributeOf(item, "xml:lang") || (fields.language && textOf(fields.language).trim()) || context.language,
  };
}

/** The base set by the element's own xml:base, or else the inherited one. */
export function xmlBaseOf(element: XmlElement, inherited: string | null, documentBase: string | null): string | null {
  const own = attributeOf(element, "xml:base");
  return parseLink(own ?? "", inherited ?? documentBase) ?? inherited;
}

/** All authors given by the same kind of element as the best one, joined by commas. */
export function authorsOf(parent: XmlElement, best: XmlElement | null): string | null {
  if (best === null) return null;
  const people = new Set(childrenNamed(parent, best.name).map(personOf));
  people.delete("");
  return people.size === 0 ? null : [...people].join(", ");
}

export const authorElements = ["author", "dc:creator", "dc:author", "itunes:author", "managingeditor", "webmaster"];

const itemFields = fieldTable({
  title: ["title", "media:title", "dc:title", "itunes:title"],
  guid: ["guid", "id"],
  content: ["content:encoded", "content", "xhtml:body", "body", "fullitem"],
  summary: [
    "description",
    "summary",
    "dc:description",
    "dcterms:abstract",
    "media:description",
    "itunes:summary",
    "itunes:subtitle",
  ],
  published: ["pubdate", "published", "issued", "dcterms:issued", "dc:date", "created", "dcterms:created"],
  updated: ["updated", "modified", "dcterms:modified"],
  author: authorElements,
  language: ["language", "dc:language"],
});

// A guid that is a URL is the item's address, unless it says isPermaLink="false" (RSS 2.0). The same goes for an Atom id.
function permalinkOf(item: XmlElement, guid: XmlElement | null): string | null {
  if (guid === null) return parseLink(attributeOf(item, "rdf:about") ?? "", null);
  const isDenied = attributeOf(guid, "ispermalink")?.trim().toLowerCase() === "false";
  return isDenied ? null : parseLink(textOf(guid), null);
}

function personOf(element: XmlElement): string {
  const { name, email } = extractFields(element, personFields);
  if (name !== null || email !== null) return collapseSpace(textOf(name ?? email ?? element));
  return parsePerson(plainText(textOf(element).slice(0, plainTextSourceCharsMax)));
}

const personFields = fieldTable({ name: ["name"], email: ["email"] });

/**
 * The name in "mail@example.org (Name)", "Name (mail@example.org)" or "Name <mail@example.org>"; the address if there is no
 * name.
 */
export function parsePerson(written: string): string {
  const person = collapseSpace(written.slice(0, authorCharsMax));
  const [, outside = "", inside = ""] = nameAndAddress.exec(person) ?? [];
  if (inside.includes("@") && outside.trim() !== "") return outside.trim();
  if (outside.includes("@") && inside.trim() !== "") return inside.trim();
  return person;
}

const nameAndAddress = /^([^()<>]*)[(<]([^()<>]*)[)>]/;

function categoriesOf(item: XmlElement): string[] {
  const categories: string[] = [];
  addCategories(item, categories);
  return categories;
}

function addCategories(parent: XmlElement, categories: string[]): void {
  for (const child of parent.children) {
    if (typeof child === "string" || categories.length >= listedMax) continue;
    switch (child.name) {
      case "category":
      case "dc:subject":
      case "media:category":
        categories.push(categoryOf(child));
        break;
      // Podcasts nest the narrower categories.
      case "itunes:category":
        categories.push(categoryOf(child));
        addCategories(child, categories);
        break;
      case "itunes:keywords":
      case "media:keywords":
        categories.push(...textOf(child).split(",", listedMax).map(collapseSpace));
        break;
    }
  }
}

function categoryOf(category: XmlElement): string {
  const { attributes } = category;
  const attribute =
    attributes && (attributeOf(category, "label") ?? attributeOf(category, "term") ?? attributeOf(category, "text"));
  return plainText(attribute || textOf(category));
}
