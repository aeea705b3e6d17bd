import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { buildOpml, parseOpml, parseOpmlInSteps } from "../../src/feeds/opml.ts";
import { listedFaultsMax, listedFeedsMax } from "../../src/feeds/parse-feed-list.ts";
import { checkProperty } from "../ground/check-property.ts";

test("feeds are found in folders of any depth; their title is preferred to their text", () => {
  const { feeds, emptyFolders, faults } = parseOpml(
    `<opml version="1.0"><body>
       <outline text="News"><outline text="Deeper"><outline text="a" title="A" type="rss" xmlUrl="https://a.example/"/></outline></outline>
       <OUTLINE TEXT="b" XMLURL="https://b.example/feed?x=1&y=2"></OUTLINE>
       <outline text="a folder without feeds"/>
     </body></opml>`,
  );
  assert.deepEqual(faults, []);
  assert.deepEqual(feeds, [
    { url: "https://a.example/", settings: { name: "A" }, folder: "News / Deeper" },
    { url: "https://b.example/feed?x=1&y=2", settings: { name: "b" } },
  ]);
  assert.deepEqual(emptyFolders, ["a folder without feeds"]);
});

test("a truncated file is read up to its end, and every open element is reported with its place", () => {
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

test("addresses of the scheme feed, as older readers export them, are those of the feeds", () => {
  const outline = (url: string) => `<outline type="rss" text="x" xmlUrl="${url}"/>`;
  const urls = ["feed://a.example/rss", "feed:https://b.example/rss", "FEED://https://c.example/rss"];
  const { feeds, faults } = parseOpml(`<opml><body>${urls.map(outline).join("")}</body></opml>`);
  assert.deepEqual(
    feeds.map(({ url }) => url),
    ["http://a.example/rss", "https://b.example/rss", "https://c.example/rss"],
  );
  assert.deepEqual(faults, []);
});

test("a feed outline with no or a wrong address is reported with its place", () => {
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
  assert.match(
    many.faults[0]?.sentence ?? "",
    /^The list has more than 100000 feeds\. Nothing was read from here on\./,
  );
});

test("elements nested too deep end the reading, and what came before is kept", () => {
  const nested = (depth: number) =>
    `<opml><body><outline xmlUrl="https://a.example/"/>${"<outline>".repeat(depth)}<outline xmlUrl="https://b.example/"/>${"</outline>".repeat(depth)}<outline xmlUrl="https://c.example/"/></body></opml>`;
  assert.equal(parseOpml(nested(97)).feeds.length, 3);
  const { feeds, faults, unnamedFaults } = parseOpml(nested(150_000));
  assert.deepEqual(
    feeds.map(({ url }) => url),
    ["https://a.example/"],
  );
  assert.deepEqual(
    faults.map(({ sentence }) => sentence),
    ["Elements are nested more than 100 deep. Nothing was read from here on."],
  );
  assert.equal(unnamedFaults, 0);
});

test("only the first faults are listed, the rest are counted, and none is long", () => {
  const long = "x".repeat(1_000_000);
  const { faults, unnamedFaults } = parseOpml(
    `<opml>${'<outline type="rss"/>'.repeat(500)}<outline xmlUrl="${long}"/><${long}>`,
  );
  assert.equal(faults.length, listedFaultsMax);
  assert.equal(unnamedFaults, 303);
  const few = parseOpml(`<opml><outline xmlUrl="http://${long}"/><${long}>`);
  assert.deepEqual(
    few.faults.map(({ sentence }) => sentence.length < 300),
    [true, true, true],
  );
});

test("a long file is parsed in small steps that yield to others", () => {
  const text = `<opml><body>${'<outline text="ä" xmlUrl="https://a.example/"/>'.repeat(20_000)}</body></opml>`;
  const reading = parseOpmlInSteps(text);
  let steps = 0;
  let step = reading.next();
  for (; !step.done; step = reading.next()) steps += 1;
  assert.equal(steps, Math.ceil(text.length / 65_536));
  assert.equal(step.value.feeds.length, 20_000);
  assert.ok(step.value.feeds.every(({ url, settings }) => url === "https://a.example/" && settings.name === "ä"));
});

test("an exported list is imported unchanged", () => {
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
