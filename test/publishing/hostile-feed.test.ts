import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { titleCharsMax } from "../../src/items/analyzer-result.ts";
import { buildAtom, buildRss, buildRssItem, splitRssItems } from "../../src/publishing/build-xml-feed.ts";
import { buildJsonFeed } from "../../src/publishing/build-json-feed.ts";
import { escapeXml } from "../../src/publishing/xml.ts";
import type { ItemSource, PublishedItem } from "../../src/items/published-item.ts";
import type { PublishedFeed } from "../../src/publishing/present-feed.ts";
import { exampleFeed, exampleItem, exampleResult, updatedAt } from "./published-examples.ts";
import { childrenOf, parseStrictXml, textOf } from "./strict-xml.ts";
import { validateAtom } from "./validate-atom.ts";
import { validateRss } from "./validate-rss.ts";
import { anyCharacter, checkProperty } from "../ground/check-property.ts";

const characters =
  "\"'<>&`=/\\:#?.@;%\0\t\n\r\f \u0001\u001f\u007f\u0085\u009f\u00a0\u2028\ufeff\ufffd\ufffe\uffff".split("");
const bidi = ["\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069"];
const halves = ["\ud800", "\udbff", "\udc00", "\udfff"];
const words =
  `]]> <![CDATA[ <!-- --> <?xml ?> </title> </item> </channel></rss> <script> &amp; &#0; &#xD800; &lt; &nbsp;
  javascript:alert(1) https://a.example/[x]|^{}?q=%zz#a#b http://[::1]/ //b.example data:text/html, ../x
  audio/mpeg audio/mpeg;x="y" en_US x-klingon 𝒳 😀 שלום`.split(/\s+/);
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(...characters, ...bidi, ...halves, ...words),
      fc.string({ unit: anyCharacter, maxLength: 9 }),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(""));
const maybe = fc.option(hostile);
// Date.parse, which the validator asks, takes the years before 100 for those of the twentieth century.
const date = fc.date({ min: new Date("0100-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });

const analysis = fc
  .record({
    title_corrected: hostile,
    title_correction_reason: hostile,
    summary: hostile,
    overall_reason: hostile,
    framing_reason: hostile,
    analyzer_version: hostile,
    llm_model: hostile,
    facts: fc.array(
      hostile.map((text) => ({ text: `${text}.` })),
      { maxLength: 2 },
    ),
  })
  .map(exampleResult);
const source: fc.Arbitrary<ItemSource | null> = fc.option(fc.record({ name: hostile, url: hostile, siteUrl: maybe }));
const item: fc.Arbitrary<PublishedItem> = fc.record({
  id: fc.uuid(),
  url: maybe,
  title: hostile,
  author: maybe,
  pubDate: date,
  updatedAt: date,
  categories: fc.array(hostile, { maxLength: 4 }),
  enclosures: fc.array(fc.record({ url: hostile, type: maybe, bytes: fc.option(fc.nat()) }), { maxLength: 4 }),
  cleanHtml: maybe,
  text: maybe,
  analysis: fc.option(analysis),
  analysisStatus: fc.constantFrom("pending", "done", "failed", "skipped"),
  source,
  fullText: fc.oneof(
    fc.constant(""),
    hostile.map((text) => `<p>${text}</p>`),
  ),
});
const feed: fc.Arbitrary<PublishedFeed> = fc.record({
  url: hostile,
  title: maybe,
  siteUrl: maybe,
  description: maybe,
  language: maybe,
  selfUrl: fc.constant(exampleFeed().selfUrl),
});
const items = fc.uniqueArray(item, { maxLength: 4, selector: ({ id }) => id });

test("whatever a feed contains, all three documents are well-formed, valid and say the same", () => {
  checkProperty(
    fc.property(feed, items, (feed, items) => {
      const { header, xml } = buildRss(feed, items, updatedAt);
      const atom = buildAtom(feed, items, updatedAt);
      const json = JSON.parse(buildJsonFeed(feed, items)) as { items: { title: string; content_html: string }[] };
      assert.deepEqual(validateRss(xml), []);
      assert.deepEqual(validateAtom(atom), []);
      assert.ok(xml.startsWith(header));
      assert.deepEqual(splitRssItems(Buffer.from(xml)).map(String), items.map(buildRssItem));

      const rssItems = childrenOf(childrenOf(parseStrictXml(xml), "channel")[0]!, "item");
      const entries = childrenOf(parseStrictXml(atom), "entry");
      const titles = json.items.map(({ title }) => title);
      assert.equal(titles.length, items.length);
      assert.deepEqual(
        rssItems.map((node) => textOf(childrenOf(node, "title")[0])),
        titles,
      );
      assert.deepEqual(
        entries.map((node) => textOf(childrenOf(node, "title")[0])),
        titles,
      );
      const contents = json.items.map(({ content_html }) => content_html);
      assert.deepEqual(
        rssItems.map((node) => textOf(childrenOf(node, "description")[0])),
        contents,
      );
      assert.deepEqual(
        entries.map((node) => textOf(childrenOf(node, "content")[0])),
        contents,
      );
      for (const title of titles) assert.doesNotMatch(title, /[\r\n\u202a-\u202e\u2066-\u2069]/);
    }),
    400,
  );
});

test("any text survives XML, except characters that XML does not allow", () => {
  checkProperty(
    fc.property(hostile, (text) => {
      const root = parseStrictXml(`<a b="${escapeXml(text)}">${escapeXml(text)}</a>`);
      const carried = Array.from(text)
        .filter((character) => canBeCarried(character.codePointAt(0)!))
        .join("");
      assert.equal(root.attributes.get("b"), carried);
      assert.equal(textOf(root), carried);
    }),
    5_000,
  );
});

test("a title of a megabyte is cut to a thousand characters, with an ellipsis", () => {
  const title = "<]]>&\u202e😀".repeat(150_000);
  const document = buildRss(exampleFeed({ title }), [exampleItem({ title, analysisStatus: "pending" })], updatedAt).xml;
  assert.deepEqual(validateRss(document), []);
  const [channel] = childrenOf(parseStrictXml(document), "channel");
  const read = textOf(childrenOf(childrenOf(channel!, "item")[0]!, "title")[0]);
  assert.ok(read.length <= titleCharsMax && read.length > titleCharsMax / 2, String(read.length));
  assert.match(read, /^<\]\]>&😀<.*…$/u);
  assert.ok(document.length < 20_000, String(document.length));
});

function canBeCarried(point: number): boolean {
  const isControl = (point < 0x20 && ![0x9, 0xa, 0xd].includes(point)) || (point >= 0x7f && point <= 0x9f);
  const isSurrogate = point >= 0xd800 && point <= 0xdfff;
  return !isControl && !isSurrogate && point !== 0xfffe && point !== 0xffff;
}
