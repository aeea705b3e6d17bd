import { escapeText } from "entities";
import { storableText } from "../../text/characters.ts";
import { collapseSpace } from "./plain-text.ts";
import { capFeed, parseItems } from "./parse-items.ts";
import { parseDate } from "./parse-date.ts";
import { type Enclosure, type FeedDocument, listedMax, type ParsedFeed, type ParsedItem } from "./parse-result.ts";
import { parseLink } from "./extract-fields.ts";

/** JSON Feed 1.0 and 1.1; null for any other JSON. */
export function parseJsonFeed(document: unknown, url: string | null): FeedDocument | null {
  if (!isObject(document) || !Array.isArray(document["items"]) || !isJsonFeed(document)) return null;

  const feed = parseJsonFeedFields(document, url);
  const items = parseItems(document["items"], (item: unknown) =>
    isObject(item) ? parseJsonItem(item, feed.siteUrl ?? url, feed.language) : null,
  );
  return { kind: "feed", format: "json", version: versionOf(document), feed: capFeed(feed), ...items };
}

type JsonObject = Record<string, unknown>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// The version is required, but some feeds forget it.
function isJsonFeed(document: JsonObject): boolean {
  const version = textAt(document, "version");
  if (version !== null) return version.includes("jsonfeed.org");
  return textAt(document, "title") !== null && textAt(document, "home_page_url") !== null;
}

// 1.1 of "https://jsonfeed.org/version/1.1"
function versionOf(document: JsonObject): string | null {
  return /version\/(\d(?:\.\d)?)/.exec(textAt(document, "version") ?? "")?.[1] ?? null;
}

function parseJsonFeedFields(document: JsonObject, url: string | null): ParsedFeed {
  const hub = objectsAt(document, "hubs")[0];
  return {
    title: plainAt(document, "title"),
    description: plainAt(document, "description"),
    siteUrl: linkAt(document, "home_page_url", url),
    selfUrl: linkAt(document, "feed_url", url),
    hubUrl: hub === undefined ? null : linkAt(hub, "url", url),
    iconUrl: linkAt(document, "icon", url) ?? linkAt(document, "favicon", url),
    language: textAt(document, "language"),
    author: authorOf(document),
    publishedAt: null,
    updatedAt: null,
    hints: { ttlMinutes: null, updatePeriodSeconds: null, skipHours: [], skipDays: [] },
  };
}

function parseJsonItem(item: JsonObject, base: string | null, language: string | null): ParsedItem {
  const url = linkAt(item, "url", base) ?? linkAt(item, "external_url", base);
  return {
    guid: textAt(item, "id"),
    guidIsPermalink: false,
    url,
    title: plainAt(item, "title"),
    author: authorOf(item),
    content: textAt(item, "content_html") ?? escapedAt(item, "content_text"),
    summary: escapedAt(item, "summary"),
    contentBase: url ?? base,
    publishedAt: parseDate(textAt(item, "date_published") ?? ""),
    updatedAt: parseDate(textAt(item, "date_modified") ?? ""),
    categories: tagsOf(item),
    enclosures: objectsAt(item, "attachments").flatMap((attachment) => enclosureOf(attachment, base)),
    language: textAt(item, "language") ?? language,
  };
}

// Some feeds write their ids as numbers. JSON escapes may contain characters that PostgreSQL rejects; we remove them from
// the fields we use only, because a reviver over 10 MB of JSON took 4.5 s and 1 GB.
function textAt(object: JsonObject, key: string): string | null {
  const value = object[key];
  if (typeof value === "number") return String(value);
  const text = typeof value === "string" ? storableText(value).trim() : "";
  return text === "" ? null : text;
}

function plainAt(object: JsonObject, key: string): string | null {
  const text = textAt(object, key);
  return text === null ? null : collapseSpace(text);
}

function escapedAt(object: JsonObject, key: string): string | null {
  const text = textAt(object, key);
  return text === null ? null : escapeText(text);
}

function linkAt(object: JsonObject, key: string, base: string | null): string | null {
  return parseLink(textAt(object, key) ?? "", base);
}

function objectsAt(object: JsonObject, key: string): JsonObject[] {
  const value = object[key];
  return Array.isArray(value) ? value.slice(0, listedMax).filter(isObject) : [];
}

// One author in version 1.0, several in 1.1.
function authorOf(object: JsonObject): string | null {
  const single = object["author"];
  const people = isObject(single) ? [...objectsAt(object, "authors"), single] : objectsAt(object, "authors");
  const names = people.map((person) => plainAt(person, "name")).filter((name) => name !== null);
  return names.length === 0 ? null : [...new Set(names)].join(", ");
}

function tagsOf(item: JsonObject): string[] {
  const tags = item["tags"];
  return Array.isArray(tags)
    ? tags
        .slice(0, listedMax)
        .filter((tag) => typeof tag === "string")
        .map((tag) => collapseSpace(storableText(tag)))
    : [];
}

function enclosureOf(attachment: JsonObject, base: string | null): Enclosure[] {
  const url = linkAt(attachment, "url", base);
  const bytes = attachment["size_in_bytes"];
  if (url === null) return [];
  return [{ url, type: textAt(attachment, "mime_type"), bytes: Number.isSafeInteger(bytes) ? Number(bytes) : null }];
}
