import { type Enclosure, listedMax, urlCharsMax } from "./parse-result.ts";
import { isUnread } from "./plain-text.ts";
import type { XmlElement } from "./xml-tree.ts";

/** Which elements may fill a field, the best first. */
export type FieldTable<Field extends string> = {
  ranks: Map<string, { field: Field; rank: number }>;
  none: Record<Field, XmlElement | null>;
};

export function fieldTable<Field extends string>(names: Record<Field, string[]>): FieldTable<Field> {
  const ranks: FieldTable<Field>["ranks"] = new Map();
  const none = {} as FieldTable<Field>["none"];
  for (const field of Object.keys(names) as Field[]) {
    none[field] = null;
    for (const [rank, name] of names[field].entries()) ranks.set(name, { field, rank });
  }
  return { ranks, none };
}

/** Finds the best element for each field. Of two with the same name, the first that is not empty, as in other parsers. */
export function extractFields<Field extends string>(
  parent: XmlElement,
  table: FieldTable<Field>,
): Record<Field, XmlElement | null> {
  const fields = { ...table.none };
  fillFields(fields, parent, table.ranks);
  return fields;
}

function fillFields<Field extends string>(
  fields: Record<Field, XmlElement | null>,
  parent: XmlElement,
  ranks: FieldTable<Field>["ranks"],
): void {
  for (const child of parent.children) {
    if (typeof child === "string" || isBlank(child)) continue;
    // YouTube puts its descriptions there.
    if (child.name === "media:group") fillFields(fields, child, ranks);
    const source = ranks.get(child.name);
    if (source === undefined) continue;
    const rival = fields[source.field];
    if (rival === null || (ranks.get(rival.name)?.rank ?? 0) > source.rank) fields[source.field] = child;
  }
}

function isBlank({ children }: XmlElement): boolean {
  const [only] = children;
  return only === undefined || (children.length === 1 && typeof only === "string" && !/\S/.test(only));
}

export function childrenNamed(parent: XmlElement, name: string): XmlElement[] {
  return parent.children.filter((child) => typeof child !== "string" && child.name === name) as XmlElement[];
}

export function attributeOf({ attributes }: XmlElement, name: string): string | null {
  if (attributes === null) return null;
  for (let i = 0; i + 1 < attributes.length; i += 2) if (attributes[i] === name) return attributes[i + 1] ?? null;
  return null;
}

/** All text inside an element and its children. */
export function textOf(element: XmlElement): string {
  let text = "";
  for (const child of element.children) {
    if (typeof child === "string") text += child;
    else if (!isUnread(child.name)) text += textOf(child);
  }
  return text;
}

export type Link = { rel: string; url: string; type: string | null; bytes: number | null };

/** The links of a feed or an item. RSS links, whose URL is their text, count as alternates. */
export function extractLinks(parent: XmlElement, base: string | null): Link[] {
  const links: Link[] = [];
  for (const child of parent.children) {
    if (typeof child === "string" || child.name !== "link" || links.length === listedMax) continue;
    const url = parseLink(attributeOf(child, "href") ?? textOf(child), base);
    if (url !== null)
      links.push({ rel: relOf(child), url, type: attributeOf(child, "type"), bytes: bytesOf(child, "length") });
  }
  return links;
}

/** The last link that is a page, as in other parsers. */
export function alternateUrl(links: Link[]): string | null {
  const alternates = links.filter(({ rel }) => rel === "alternate");
  const page = alternates.findLast(({ type }) => type === null || type === "" || type.includes("html"));
  return (page ?? alternates.at(-1))?.url ?? null;
}

/** The files that come with an item: RSS and Atom enclosures, and media:content. */
export function extractEnclosures(item: XmlElement, links: Link[], base: string | null): Enclosure[] {
  const enclosures = new Map<string, Enclosure>();
  for (const { rel, url, type, bytes } of links) if (rel === "enclosure") enclosures.set(url, { url, type, bytes });
  addMedia(item, base, enclosures);
  return [...enclosures.values()];
}

function addMedia(parent: XmlElement, base: string | null, enclosures: Map<string, Enclosure>): void {
  for (const child of parent.children) {
    if (typeof child === "string" || enclosures.size === listedMax) continue;
    if (child.name === "media:group") addMedia(child, base, enclosures);
    if (child.name !== "enclosure" && child.name !== "media:content") continue;
    const url = parseLink(attributeOf(child, "url") ?? attributeOf(child, "href") ?? textOf(child), base);
    if (url === null || enclosures.has(url)) continue;
    const bytes = bytesOf(child, "length") ?? bytesOf(child, "filesize");
    enclosures.set(url, { url, type: attributeOf(child, "type"), bytes });
  }
}

// Atom 1.0 §4.2.7.2: a registered relation may be written as a URL.
function relOf(link: XmlElement): string {
  const rel = attributeOf(link, "rel")?.trim().toLowerCase() ?? "";
  return rel === "" ? "alternate" : rel.slice(rel.lastIndexOf("/") + 1);
}

function bytesOf(element: XmlElement, name: string): number | null {
  const written = attributeOf(element, name)?.trim() ?? "";
  return /^\d{1,15}$/.test(written) ? Number(written) : null;
}

/** An absolute http(s) URL, or null. */
export function parseLink(written: string, base: string | null): string | null {
  const link = written.trim();
  if (link === "" || link.length > urlCharsMax) return null;
  // Most links are absolute. Parsing the base with each of them took a quarter of the whole parse.
  const url = URL.parse(link) ?? URL.parse(link, base ?? undefined);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  return url.href.length <= urlCharsMax ? url.href : null;
}
