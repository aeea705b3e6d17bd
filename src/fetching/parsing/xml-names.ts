import { prefixesPerElementMax } from "./parse-result.ts";

/**
 * A resolved element name: in lower case, with the usual prefix of its namespace, and without a prefix for RSS and Atom:
 * "title", "dc:creator", "xhtml:div".
 */
export type XmlName = {
  name: string;
  isItem: boolean;
  // A leaf is a field that contains no other field. An element that `endsLeaf` closes a leaf that was left open.
  isLeaf: boolean;
  endsLeaf: boolean;
  // Contains items.
  holdsItems: boolean;
  // The only elements it may contain. Any other one closes it.
  holdsOnly: Set<string> | null;
  // Contains elements only: white space in it means nothing.
  isContainer: boolean;
  // An HTML element without end tag, as in a description that was not escaped.
  isVoid: boolean;
};

/** The namespaces declared by one element; `names` caches the names resolved in this scope. */
export type NameScope = { parent: NameScope | null; prefixes: Map<string, string>; names: Map<string, XmlName> };

export const outermostScope = (): NameScope => ({ parent: null, prefixes: new Map(), names: new Map() });

export function resolveName(scope: NameScope, written: string): XmlName {
  const known = scope.names.get(written);
  if (known !== undefined) return known;

  const resolved = describeName(canonicalName(scope, written));
  if (scope.names.size < namesCachedMax) scope.names.set(written, resolved);
  return resolved;
}

export function declareNamespaces(scope: NameScope, attributes: string[]): NameScope {
  let prefixes: Map<string, string> | null = null;
  for (let i = 0; i + 1 < attributes.length; i += 2) {
    const name = attributes[i] ?? "";
    if (name !== "xmlns" && !name.startsWith("xmlns:")) continue;
    prefixes ??= new Map();
    if (prefixes.size === prefixesPerElementMax) break;
    const prefix = name.slice("xmlns:".length);
    prefixes.set(prefix, prefixOfNamespace(attributes[i + 1] ?? "") ?? prefixAsWritten(prefix));
  }
  return prefixes === null ? scope : { parent: scope, prefixes, names: new Map() };
}

// A document with more names is an attack. Further names are not cached.
const namesCachedMax = 1_000;

function canonicalName(scope: NameScope, written: string): string {
  const name = written.toLowerCase();
  const colon = name.indexOf(":");
  const prefix = colon === -1 ? "" : name.slice(0, colon);
  const canonical = declaredPrefix(scope, prefix) ?? prefixAsWritten(prefix);
  const local = name.slice(colon + 1);
  return canonical === "" ? local : `${canonical}:${local}`;
}

function declaredPrefix(scope: NameScope, prefix: string): string | undefined {
  for (let at: NameScope | null = scope; at !== null; at = at.parent) {
    const canonical = at.prefixes.get(prefix);
    if (canonical !== undefined) return canonical;
  }
  return undefined;
}

// For unknown namespaces: feeds get the namespace wrong more often than the prefix.
function prefixAsWritten(prefix: string): string {
  return prefix === "atom" || prefix === "rss" ? "" : prefix;
}

function prefixOfNamespace(uri: string): string | undefined {
  const plain = uri
    .trim()
    .toLowerCase()
    .replace(/^https:/, "http:")
    .replace(/[/#]$/, "");
  return prefixByNamespace.get(plain);
}

function describeName(name: string): XmlName {
  const isItem = name === "item" || name === "entry";
  const isLeaf = leaves.has(name);
  return {
    name,
    isItem,
    isLeaf,
    endsLeaf: isItem || isLeaf || otherFields.has(name),
    holdsItems: itemHolders.has(name),
    holdsOnly: closedHolders.get(name) ?? null,
    isContainer: containers.has(name),
    isVoid: voidElements.has(name.startsWith("xhtml:") ? name.slice("xhtml:".length) : name),
  };
}

const containers = new Set(["rss", "rdf:rdf", "feed", "channel", "item", "entry", "image", "author", "media:group"]);
const itemHolders = new Set(["rss", "rdf:rdf", "feed", "channel"]);
// Podcast feeds often leave these open, and everything after them would be lost inside.
const closedHolders = new Map([
  ["itunes:category", new Set(["itunes:category"])],
  ["itunes:owner", new Set(["itunes:name", "itunes:email", "name", "email"])],
]);
const leaves = new Set(["title", "link", "guid", "id", "pubdate", "published", "updated", "issued", "modified"]);
const otherFields = new Set([
  "description",
  "summary",
  "content",
  "content:encoded",
  "author",
  "dc:creator",
  "category",
]);

// Without `link`, which is a normal element in RSS.
export const voidElements = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "param", "wbr"]);

// In lower case, with http and without a trailing slash or hash, because feeds write them in all variants.
const prefixByNamespace = new Map([
  ["http://www.w3.org/2005/atom", ""],
  ["http://purl.org/atom/ns", ""],
  ["http://purl.org/rss/1.0", ""],
  ["http://purl.org/net/rss1.1", ""],
  ["http://my.netscape.com/rdf/simple/0.9", ""],
  ["http://channel.netscape.com/rdf/simple/0.9", ""],
  ["http://my.netscape.com/publish/formats/rss-0.91.dtd", ""],
  ["http://backend.userland.com/rss", ""],
  ["http://backend.userland.com/rss2", ""],
  ["http://blogs.law.harvard.edu/tech/rss", ""],
  ["http://cyber.law.harvard.edu/rss/rss.html", ""],
  ["http://www.w3.org/1999/xhtml", "xhtml"],
  ["http://www.w3.org/1999/02/22-rdf-syntax-ns", "rdf"],
  ["http://www.w3.org/xml/1998/namespace", "xml"],
  ["http://purl.org/dc/elements/1.0", "dc"],
  ["http://purl.org/dc/elements/1.1", "dc"],
  ["http://purl.org/dc/terms", "dcterms"],
  ["http://purl.org/rss/1.0/modules/content", "content"],
  ["http://purl.org/rss/1.0/modules/syndication", "sy"],
  ["http://purl.org/rss/1.0/modules/textinput", "ti"],
  ["http://search.yahoo.com/mrss", "media"],
  ["http://video.search.yahoo.com/mrss", "media"],
  ["http://tools.search.yahoo.com/mrss", "media"],
  ["http://www.rssboard.org/media-rss", "media"],
  ["http://www.itunes.com/dtds/podcast-1.0.dtd", "itunes"],
  ["http://example.com/dtds/podcast-1.0.dtd", "itunes"],
]);
