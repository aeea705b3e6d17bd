import assert from "node:assert/strict";
import { test } from "node:test";
import { parseFeedUrl } from "../../src/feeds/new-feed.ts";

const urls: [string, string | null][] = [
  [" https://example.org/feed.xml ", "https://example.org/feed.xml"],
  ["HTTPS://Example.ORG", "https://example.org/"],
  ["https://example.org/feed/", "https://example.org/feed/"],
  ["https://example.org/feed", "https://example.org/feed"],
  ["https://example.org:443/a?b=c&d#e", "https://example.org/a?b=c&d"],
  ["http://example.org:8080/ä", "http://example.org:8080/%C3%A4"],
  ["http://127.0.0.1/feed", "http://127.0.0.1/feed"],
  ["", null],
  ["example.org/feed", null],
  ["ftp://example.org/feed", null],
  ["javascript:alert(1)", null],
  ["http://", null],
  ["https://me@example.org/", null],
  ["https://me:secret@example.org/", null],
  [`https://example.org/${"a".repeat(2048)}`, null],
];
for (const [text, url] of urls) {
  test(`"${text.slice(0, 60)}" ${url === null ? "is no feed's address" : `is ${url}`}`, () => {
    const parsed = parseFeedUrl(text);
    assert.equal(parsed.kind === "url" ? parsed.url : null, url);
  });
}
