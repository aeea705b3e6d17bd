import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { buildOpml } from "../../src/feeds/build-opml.ts";
import { listedFeedsMax } from "../../src/feeds/feed-list.ts";
import { parseOpml } from "../../src/feeds/parse-opml.ts";
import { checkProperty } from "../ground/check-property.ts";

test("feeds are found in folders of any depth, with their title before their text", () => {
  const { feeds, faults } = parseOpml(
    `<opml version="1.0"><body>
       <outline text="News"><outline text="Deeper"><outline text="a" title="A" type="rss" xmlUrl="https://a.example/"/></outline></outline>
       <OUTLINE TEXT="b" XMLURL="https://b.example/feed?x=1&y=2"></OUTLINE>
       <outline text="a folder without feeds"/>
     </body></opml>`,
  );
  assert.deepEqual(faults, []);
  assert.deepEqual(feeds, [
    { url: "https://a.example/", settings: { name: "A" } },
    { url: "https://b.example/feed?x=1&y=2", settings: { name: "b" } },
  ]);
});

test("what is cut off in the middle is read so far, and every open element is named with its place", () => {
  const { feeds, faults } = parseOpml(
    '<opml>\n <body>\n  <outline xmlUrl="https://a.example/"/>\n  <outline xmlUrl="https://b.exa',
  );
  assert.deepEqual(
    feeds.map(({ url }) => url),
    ["https://a.example/"],
  );
  assert.deepEqual(faults, [
    { where: "line 4, column 3", sentence: "<outline> is not closed." },
    { where: "line 2, column 2", sentence: "<body> is not closed." },
    { where: "line 1, column 1", sentence: "<opml> is not closed." },
  ]);
});

test("an outline of a feed without an address, or with a wrong one, is a fault with its place", () => {
  const { feeds, faults } = parseOpml(
    '<opml><body><outline type="rss" text="x"/>\n<outline xmlUrl="feed"/></body></opml>',
  );
  assert.deepEqual(feeds, []);
  assert.deepEqual(faults, [
    { where: "line 1, column 13", sentence: "An outline of a feed has no xmlUrl." },
    { where: "line 2, column 1", sentence: '"feed": Invalid URL format. Must start with http:// or https://' },
  ]);
});

test("entities are not expanded, and a list has an end", () => {
  const bomb = `<!DOCTYPE opml [<!ENTITY a "${"x".repeat(1000)}">]><opml><body><outline text="&a;" xmlUrl="https://a.example/"/></body></opml>`;
  assert.deepEqual(parseOpml(bomb).feeds, [{ url: "https://a.example/", settings: { name: "&a;" } }]);
  const many = parseOpml(`<opml>${'<outline xmlUrl="https://a.example/"/>'.repeat(listedFeedsMax + 2)}</opml>`);
  assert.equal(many.feeds.length, listedFeedsMax);
  assert.match(many.faults[0]?.sentence ?? "", /^More than 100000 feeds/);
});

test("whatever is exported is imported as it was", () => {
  const name = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
    .map((text) => text.replace(/\p{Cc}|\s+/gu, " ").trim());
  const feed = fc.record({ url: fc.webUrl({ withQueryParameters: true }), name: name.filter((text) => text !== "") });
  checkProperty(
    fc.property(fc.array(feed, { maxLength: 5 }), (feeds) => {
      const text = buildOpml(
        "A <list> & more",
        feeds.map((one) => ({ ...one, siteUrl: null })),
        new Date(0),
      );
      const { feeds: read, faults } = parseOpml(text);
      assert.deepEqual(faults, []);
      assert.deepEqual(
        read.map(({ url, settings }) => [url, settings.name]),
        feeds.map(({ url, name }) => [new URL(url).href.replace(/#.*/, ""), name]),
      );
    }),
  );
});
