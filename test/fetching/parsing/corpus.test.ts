import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { decodeHTML } from "entities";
import { decodeBody } from "../../../src/fetching/decode-body.ts";
import { parseFeed } from "../../../src/fetching/parsing/parse-feed.ts";
import type { FeedDocument, ParsedItem } from "../../../src/fetching/parsing/parse-result.ts";

// 2,941 feeds of seven projects' test suites with what their parsers make of them. It is not part of the repository.
const shared = process.env["PLAINWIRE_SHARED"] ?? resolve(import.meta.dirname, "../../../../shared");
const corpus = join(shared, "corpus");
const manifestFile = join(corpus, "manifest.json");

const expectationsPercentMin = 95;
const fieldsPercentMin = 99;

type Expectation = { scope: "feed" | "item"; index?: number | null; field: string; value: string | number };

type Case = {
  file: string;
  isFeed: boolean;
  contentType?: string;
  baseUrl?: string;
  whatwgEncoding?: boolean;
  feed?: { title?: string; link?: string };
  items?: { id?: string; title?: string; link?: string; date?: string; author?: string }[];
  expectations?: Expectation[];
};

const skip = existsSync(manifestFile) ? false : `NOT TESTED: no corpus at ${corpus}; set PLAINWIRE_SHARED`;

test("every feed of the corpus is a feed, and says what other parsers say it says", { skip }, (t) => {
  const { cases } = JSON.parse(readFileSync(manifestFile, "utf8")) as { cases: Case[] };
  const rejected: string[] = [];
  const expectations = newScore();
  const fields = newScore();
  for (const item of cases) {
    const document = parseCase(item);
    if (document === null) {
      if (item.isFeed) rejected.push(item.file);
      continue;
    }
    scoreExpectations(expectations, item, document);
    scoreFields(fields, item, document);
  }

  t.diagnostic(`expectations met: ${describe(expectations)}`);
  t.diagnostic(`items' id, title, link, date and author right: ${describe(fields)}`);
  // Its authors expect an error: it breaks off before its first entry.
  assert.deepEqual(rejected, ["feedvalidator/atom/must/invalid_xml.xml"]);
  assert.ok(percent(expectations) >= expectationsPercentMin, expectations.misses.join("\n"));
  assert.ok(percent(fields) >= fieldsPercentMin, fields.misses.join("\n"));
});

type Score = { right: number; misses: string[] };

const newScore = (): Score => ({ right: 0, misses: [] });
const percent = ({ right, misses }: Score) => (100 * right) / Math.max(1, right + misses.length);
const describe = (score: Score) => `${percent(score).toFixed(2)} % of ${score.right + score.misses.length}`;

function parseCase({ file, contentType = "application/xml", baseUrl }: Case): FeedDocument | null {
  const { text } = decodeBody(readFileSync(join(corpus, file)), contentType);
  const document = parseFeed(text, { url: baseUrl ?? `http://corpus.example/${file}`, contentType });
  return document.kind === "feed" ? document : null;
}

function scoreExpectations(score: Score, item: Case, document: FeedDocument): void {
  for (const { scope, index, field, value } of item.expectations ?? []) {
    const found = scope === "feed" ? feedValues(document, field) : itemValues(document.items[index ?? 0], field);
    const isMet = isFound(field, found, String(value));
    count(
      score,
      isMet,
      `${item.file} ${scope} ${index ?? ""} ${field}: ${JSON.stringify(found)} not ${JSON.stringify(value)}`,
    );
  }
}

function scoreFields(score: Score, item: Case, document: FeedDocument): void {
  for (const [index, expected] of (item.items ?? []).entries()) {
    for (const [field, value] of Object.entries(expected)) {
      const found = itemValues(document.items[index], field);
      const isRight = isFound(field, found, value);
      count(score, isRight, `${item.file} [${index}] ${field}: ${JSON.stringify(found)} not ${JSON.stringify(value)}`);
    }
  }
}

function count(score: Score, isRight: boolean, miss: string): void {
  if (isRight) score.right += 1;
  else score.misses.push(miss.slice(0, 500));
}

function feedValues({ feed, items, itemErrors }: FeedDocument, field: string): string[] {
  switch (field) {
    case "#items":
      return [String(items.length + itemErrors.length)];
    case "link":
      return listed(feed.siteUrl);
    case "id":
      return [];
    case "published":
      return listed(isoSeconds(feed.publishedAt));
    case "updated":
      return listed(isoSeconds(feed.updatedAt), isoSeconds(feed.publishedAt));
    case "title":
    case "description":
    case "author":
      return listed(feed[field]);
    default:
      return [];
  }
}

function itemValues(item: ParsedItem | undefined, field: string): string[] {
  if (item === undefined) return [];
  switch (field) {
    case "id":
      return listed(item.guid);
    case "link":
      return listed(item.url);
    case "date":
    case "published":
    case "updated":
      return listed(isoSeconds(item.publishedAt), isoSeconds(item.updatedAt));
    case "enclosure":
      return item.enclosures.map(({ url }) => url);
    case "category":
      return item.categories;
    case "author":
      return listed(item.author, ...(item.author?.split(", ") ?? []));
    case "summary":
      // feedparser makes a summary of the content where there is none.
      return listed(item.summary ?? item.content);
    case "title":
    case "content":
      return listed(item[field]);
    default:
      return [];
  }
}

function listed(...values: (string | null)[]): string[] {
  return values.filter((value) => value !== null);
}

function isoSeconds(date: Date | null): string | null {
  return date === null ? null : `${date.toISOString().slice(0, 19)}Z`;
}

// A picture alone is no text.
function isFound(field: string, found: string[], expected: string): boolean {
  return found.some((text) => isSame(field, text, expected)) || (found.length === 0 && readable(expected) === "");
}

// Lenient: white space, tags and character references aside; a URL as the URL parser writes it.
function isSame(field: string, found: string, expected: string): boolean {
  // The references leave a link relative where nothing says to what.
  if (field === "link" || field === "enclosure") return URL.parse(expected.trim(), found)?.href === found;
  const wanted = [readable(expected), expected.replace(/\s+/g, " ").trim()];
  if (field === "author") wanted.push(expected.replace(/ \([^()]*@[^()]*\)$/, ""));
  return [readable(found), found.trim()].some((text) => wanted.includes(text));
}

function readable(html: string): string {
  // Content is sanitised later, by the analysis.
  const text = html.replace(/<(script|style)\b.*?<\/\1>/gis, "").replace(/<[a-z!/][^<>]*>/gi, " ");
  return decodeHTML(text).replace(/\s+/g, " ").trim();
}
