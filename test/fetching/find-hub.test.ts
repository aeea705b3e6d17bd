import assert from "node:assert/strict";
import { test } from "node:test";
import { findHub } from "../../src/fetching/find-hub.ts";
import { parseFeed } from "../../src/fetching/parsing/parse-feed.ts";
import { rss } from "../ground/feed-origin.ts";

const url = "https://news.example/feed";
const [hub, self] = ["https://hub.example/", "https://news.example/feed.xml"];

/** What a feed whose document and Link header name these says of its hub. */
function namedBy(inDocument: Record<string, string>, header?: string) {
  const links = Object.entries(inDocument).map(
    ([rel, href]) => `<atom:link xmlns:atom="http://www.w3.org/2005/Atom" rel="${rel}" href="${href}"/>`,
  );
  const parsed = parseFeed(rss([], "News", links.join("")), { url, contentType: "application/rss+xml" });
  assert.ok(parsed.kind === "feed");
  return findHub(header === undefined ? {} : { link: header }, parsed.feed, url);
}

test("a hub counts only together with the feed's own address", () => {
  assert.deepEqual(namedBy({ hub, self }), { hub, topic: self });
  assert.equal(namedBy({ hub }), null);
  assert.equal(namedBy({ self }), null);
  assert.equal(namedBy({}), null);
});

test("the Link header comes before the document, each relation for itself", () => {
  const header = `</other-hub>; rel="hub", <https://news.example/all>; rel=self`;
  assert.deepEqual(namedBy({ hub, self }, header), {
    hub: "https://news.example/other-hub",
    topic: "https://news.example/all",
  });
  assert.deepEqual(namedBy({ hub, self }, `<https://b.example/>; rel="next hub"`), {
    hub: "https://b.example/",
    topic: self,
  });
  assert.deepEqual(namedBy({ hub, self }, "<javascript:alert(1)>; rel=hub"), { hub, topic: self });
});
