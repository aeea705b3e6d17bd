import assert from "node:assert/strict";
import { test } from "node:test";
import { escapeAttribute, escapeText } from "entities";
import fc from "fast-check";
import { decodeBody } from "../../../src/fetching/decode-body.ts";
import { parseFeed } from "../../../src/fetching/parsing/parse-feed.ts";
import {
  authorCharsMax,
  candidatesMax,
  contentCharsMax,
  type FeedDocument,
  guidCharsMax,
  listedMax,
  type NotAFeed,
  type ParsedItem,
  snippetCharsMax,
  titleCharsMax,
} from "../../../src/fetching/parsing/parse-result.ts";
import { parseXml } from "../../../src/fetching/parsing/parse-xml.ts";
import type { XmlElement, XmlNode } from "../../../src/fetching/parsing/xml-tree.ts";
import { anyCharacter, checkProperty } from "../../ground/check-property.ts";

const goodRss = `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE rss [<!ENTITY x "y">]><rss version="2.0" xml:base="https://a.example/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>News &amp; more</title>
  <link>https://a.example/</link><ttl>5</ttl><skipHours><hour>3</hour></skipHours><item><title><![CDATA[One <b>bold</b>]]></title>
  <guid isPermaLink="false">1</guid><link>/1?a=b&amp;c=d#e</link><dc:creator>x@y.example (Ann)</dc:creator><category>c</category>
  <pubDate>Sat, 07 Mar 2020 18:05:09 GMT</pubDate><description>&lt;p&gt;&eacute;&#x1F600;&lt;/p&gt;</description>
  <media:group><media:content url="/v" fileSize="1"/></media:group><!-- c --><?pi x?></item></channel></rss>`;

const goodAtom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en"><title type="html">T</title><link rel="self" href="/f"/>
  <entry><id>urn:1</id><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">é <b>x</b></div></title><author><name>A</name></author>
  <updated>2020-03-07T18:05:09+01:00</updated><content type="application/octet-stream">PGI+eDwvYj4=</content></entry></feed>`;

const goodJson = `{"version":"https://jsonfeed.org/version/1.1","title":"T","home_page_url":"/","items":[{"id":1,"url":"/1","title":"é",
  "content_html":"<b>\\ud83d\\ude00</b>","date_published":"2020-03-07T18:05:09Z","tags":["a"],"attachments":[{"url":"/a","size_in_bytes":1}]}]}`;

const goodPage = `<!doctype html><html><head><title>Page</title><base href="/b/"><link rel="alternate" type="application/rss+xml" href="f" title="F">
  <script>if (a < b) x</script></head><body><p>Text <a href="/feed.xml">feed</a><form><input type="password"></form></body></html>`;

// What a document may be spoiled with.
const shards = [
  ..."< > </ /> <!-- --> <![CDATA[ ]]> <? ?> & &# &#0; &#xD800; &lt;script&gt; \" ' { [ \0 \ud83d \n \u2028 \uFEFF".split(
    " ",
  ),
  ...'<item> </item> <entry> </entry> <title> </title> <channel> </rss> <link xmlns="x" xml:base=""'.split(" "),
  String.raw`\u0000\ud800"`,
];

// Pieces cut out and others put in: what broken servers, truncated files and attackers make of a document.
const change = fc.tuple(
  fc.nat(2_000),
  fc.nat(60),
  fc.oneof(fc.constantFrom(...shards), fc.string({ unit: anyCharacter, maxLength: 5 })),
);
const spoiled = fc
  .tuple(fc.constantFrom<string[]>(goodRss, goodAtom, goodJson, goodPage), fc.array(change, { maxLength: 6 }))
  .map(([good, changes]) =>
    changes.reduce((text, [at, cut, put]) => text.slice(0, at) + put + text.slice(at + cut), good),
  );

test("any mutated feed gives a result within all limits that the database accepts", () => {
  checkProperty(
    fc.property(spoiled, fc.constantFrom("text/xml", "text/html; charset=utf-16", null), (text, contentType) => {
      const decoded = decodeBody(Buffer.from(text), contentType);
      const document = parseFeed(decoded.text, { url: "https://a.example/feed", contentType });
      if (document.kind === "feed") checkFeed(document);
      else checkNotAFeed(document);
    }),
    4_000,
  );
});

function checkFeed({ feed, items }: FeedDocument): void {
  for (const url of [feed.siteUrl, feed.selfUrl, feed.hubUrl, feed.iconUrl]) checkUrl(url);
  checkText(feed.title, titleCharsMax);
  checkText(feed.author, authorCharsMax);
  for (const item of items) checkItem(item);
}

function checkItem(item: ParsedItem): void {
  checkText(item.guid, guidCharsMax);
  checkText(item.title, titleCharsMax);
  checkText(item.author, authorCharsMax);
  checkText(item.content, contentCharsMax);
  checkText(item.summary, contentCharsMax);
  checkText(item.language, titleCharsMax);
  for (const url of [item.url, item.contentBase, ...item.enclosures.map((enclosure) => enclosure.url)]) checkUrl(url);
  assert.ok(item.categories.length <= listedMax && item.enclosures.length <= listedMax);
  for (const date of [item.publishedAt, item.updatedAt]) assert.ok(date === null || date.getTime() < Date.UTC(10_000));
}

function checkNotAFeed({ snippet, candidates }: NotAFeed): void {
  assert.ok(snippet.length <= snippetCharsMax && snippet.isWellFormed() && !snippet.includes("\0"));
  assert.ok(candidates.length <= candidatesMax);
  for (const { url, title } of candidates) {
    checkUrl(url);
    checkText(title, titleCharsMax);
  }
}

function checkUrl(url: string | null): void {
  assert.ok(url === null || /^https?:\/\/[^\s]+$/.test(url), String(url));
}

function checkText(text: string | null, charsMax: number): void {
  if (text === null) return;
  assert.ok(
    text !== "" && text.length <= charsMax && text.isWellFormed() && !text.includes("\0"),
    JSON.stringify(text),
  );
}

test("well-formed XML is read as it was written", () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/).map((letters) => `x-${letters}`);
  const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 });
  const pairs = fc.array(fc.tuple(name, text), { maxLength: 3 });
  const { element } = fc.letrec<{ element: XmlElement; node: XmlNode }>((tie) => ({
    node: fc.oneof({ maxDepth: 4 }, text, tie("element")),
    element: fc.record({
      name,
      attributes: pairs.map((list) => (list.length === 0 ? null : list.flat())),
      children: fc.array(tie("node"), { maxLength: 4 }),
    }),
  }));
  checkProperty(
    fc.property(element, (tree) => {
      assert.deepEqual(
        textsJoined(parseXml(asXml(tree)).root),
        textsJoined({ ...tree, name: "", attributes: null, children: [tree] }),
      );
    }),
  );
});

function asXml(node: XmlNode): string {
  if (typeof node === "string") return node.includes("]") ? escapeText(node) : `<![CDATA[${node}]]>`;
  const attributes = node.attributes ?? [];
  const written = attributes.map((value, i) => (i % 2 === 0 ? ` ${value}` : `="${escapeAttribute(value)}"`)).join("");
  return `<${node.name}${written}>${node.children.map(asXml).join("")}</${node.name}>`;
}

// One text or several in a row are the same.
function textsJoined({ name, attributes, children }: XmlElement): XmlElement {
  const joined: XmlNode[] = [];
  for (const child of children) {
    const last = joined.at(-1);
    if (typeof child === "string" && typeof last === "string") joined[joined.length - 1] = last + child;
    else joined.push(typeof child === "string" ? child : textsJoined(child));
  }
  return { name, attributes, children: joined };
}
