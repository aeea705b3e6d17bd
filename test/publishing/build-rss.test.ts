import assert from "node:assert/strict";
import { test } from "node:test";
import { parseRssFeed } from "feedsmith";
import { buildRss, buildRssItem, rssItemForm } from "../../src/publishing/build-xml-feed.ts";
import { etagOf } from "../../src/publishing/publish-feed.ts";
import type { PublishedItem } from "../../src/items/published-item.ts";
import { exampleFeed, exampleItem, exampleResult, updatedAt } from "./published-examples.ts";
import { childrenOf, parseStrictXml, textOf, type XmlNode } from "./strict-xml.ts";
import { validateRss } from "./validate-rss.ts";

const full = exampleItem({
  enclosures: [
    { url: "https://harbour.example/a.mp3", type: "audio/mpeg; codecs=mp3", bytes: 1_234 },
    { url: "https://harbour.example/b.jpg", type: null, bytes: null },
    { url: "https://harbour.example/c.mp4", type: "video/mp4", bytes: 99 },
  ],
});

test("a built feed is valid by the W3C rules, whole or with everything optional left out", () => {
  const bare = exampleItem({
    id: "0195a1b2-0000-7e5f-8a9b-0c1d2e3f4a5b",
    url: null,
    title: "",
    author: null,
    categories: [],
    text: null,
  });
  const nameless = exampleFeed({ title: null, siteUrl: null, description: null, language: null });
  assert.deepEqual(validateRss(buildRss(exampleFeed(), [full, bare], updatedAt).xml), []);
  assert.deepEqual(validateRss(buildRss(nameless, [bare], updatedAt).xml), []);
  assert.deepEqual(validateRss(buildRss(nameless, [], updatedAt).xml), []);
});

const planted: [string, string, string][] = [
  ["a channel without a title", "<title>Harbour Gazette</title>", ""],
  ["a channel without a description", "<description>News from the harbour.</description>", ""],
  ["a channel with two titles", "<title>Harbour Gazette</title>", "<title>a</title><title>b</title>"],
  ["a relative channel link", "<link>https://harbour.example/</link>", "<link>/</link>"],
  ["a link that is not http", "<link>https://harbour.example/ferry", "<link>javascript:alert"],
  ["a space in a link", "/ferry?page", "/fer ry?page"],
  ["a date with the wrong day", "Tue, 03 Mar", "Mon, 03 Mar"],
  ["a date in another form", "Tue, 03 Mar 2026 20:00:00 GMT", "2026-03-03T20:00:00Z"],
  ["a feed that does not name itself", 'rel="self"', 'rel="via"'],
  ["a guid that claims to be a link", 'isPermaLink="false"', 'isPermaLink="true"'],
  ["an enclosure without a length", 'length="1234" ', ""],
  ["an enclosure with a bad type", 'type="audio/mpeg"', 'type="audio"'],
  ["two enclosures", "<enclosure ", '<enclosure url="https://a.example/" length="1" type="a/b"/><enclosure '],
  ["an unknown element", "<ttl>30</ttl>", "<ttl>30</ttl><timeToLive>30</timeToLive>"],
  ["a time to live of nothing", "<ttl>30</ttl>", "<ttl>0</ttl>"],
  ["a blank category", "<category>Harbour</category>", "<category> </category>"],
  ["a bad language", "<language>en</language>", "<language>English</language>"],
  ["text between elements", "<ttl>", "stray<ttl>"],
];
for (const [what, from, to] of planted) {
  test(`the validator of these tests notices ${what}`, () => {
    const { xml } = buildRss(exampleFeed(), [full], updatedAt);
    assert.ok(xml.includes(from), from);
    assert.notDeepEqual(validateRss(xml.replace(from, to)), []);
  });
}

test("the validator of these tests notices a guid that comes twice", () => {
  assert.deepEqual(validateRss(buildRss(exampleFeed(), [full, full], updatedAt).xml).length, 1);
});

test("an analysed item carries the neutral title, and the original one next to it", () => {
  const item = builtItem(exampleItem());
  assert.equal(valueOf(item, "title"), "Ferry & crane in clash");
  assert.equal(valueOf(item, "pw:originalTitle"), "SHOCK: Ferry & crane in outrageous clash");
  assert.equal(valueOf(item, "link"), "https://harbour.example/ferry?page=1&from=feed");
});

test("the description has the summary, further facts and one line about a changed title; why it was is in the analysis", () => {
  const item = builtItem(exampleItem());
  assert.equal(
    valueOf(item, "description"),
    "<p>A ferry touched a crane on Tuesday. Nobody was hurt.</p>" +
      "<ul><li>The crane stands still until 9 March.</li></ul>" +
      "<p><small>Plain title by Plainwire; the original: “SHOCK: Ferry &#x26; crane in outrageous clash”</small></p>",
  );
  const [original] = childrenOf(item, "pw:originalTitle");
  assert.equal(original?.attributes.get("reason"), "Attention word and loaded adjective removed.");
});

test("a title that was kept has a line only where its wording is loaded, and a model is named", () => {
  const summary = "A ferry touched a crane on Tuesday.";
  const model = { analyzer: "llm" as const, llm_model: "some/model" };
  const kept = { title_corrected: exampleItem().title, facts: [], summary };
  const lineBelow = (analysis: Parameters<typeof exampleResult>[0]) => {
    const item = builtItem(exampleItem({ analysis: exampleResult({ facts: [], summary, ...analysis }) }));
    return valueOf(item, "description").replace(`<p>${summary}</p>`, "");
  };
  assert.equal(lineBelow({ ...kept, overall: 0.33 }), "");
  assert.equal(lineBelow({ ...kept, overall: 0.34 }), "<p><small>Loaded wording, says Plainwire.</small></p>");
  assert.equal(lineBelow({ ...kept, overall: 0.6 }), "<p><small>Heavily loaded wording, says Plainwire.</small></p>");
  assert.equal(
    lineBelow({ ...kept, ...model }),
    "<p><small>Loaded wording, says Plainwire with some/model.</small></p>",
  );
  assert.match(lineBelow(model), /^<p><small>Plain title by Plainwire with some\/model; the original: “SHOCK/);
  const [original] = childrenOf(
    builtItem(exampleItem({ analysis: exampleResult({ ...kept, title_correction_reason: "Kept." }) })),
    "pw:originalTitle",
  );
  assert.equal(original?.attributes.size, 0);
});

test("an item of which there is nothing to say still has content, as the formats require", () => {
  const bare = { title_corrected: exampleItem().title, summary: "", facts: [], overall: 0 };
  const item = builtItem(exampleItem({ analysis: exampleResult(bare) }));
  assert.equal(valueOf(item, "description"), "<p>No summary.</p>");
});

test("every score has its reason and confidence, even zero", () => {
  const [analysis] = childrenOf(builtItem(exampleItem()), "pw:analysis");
  assert.deepEqual(Object.fromEntries(analysis?.attributes ?? []), {
    status: "done",
    analyzer: "heuristic",
    version: "h1",
    input: "feed",
    language: "en",
    category: "world",
    warnings: "",
  });
  assert.deepEqual(
    childrenOf(analysis!, "pw:score").map((score) => [...score.attributes.values(), textOf(score)]),
    [
      ["overall", "Word lists only.", "0.46"],
      ["framing", "0.30", "Loaded words found: 1 (“outrageous”).", "0.30"],
      ["clickbait", "0.90", "Not worded like clickbait.", "0.10"],
      ["persuasive", "0.20", "No appeals or calls to action found.", "0.00"],
      ["hyper_stimulus", "0.80", "Loud signs found: 1 (“SHOCK”).", "0.60"],
      ["speculative", "0.50", "No hedged wording found.", "0.00"],
    ],
  );
});

test("an item waiting for its analysis is included and flagged, without the result for its old text", () => {
  for (const analysis of [null, exampleResult()]) {
    const item = builtItem(exampleItem({ analysisStatus: "pending", analysis }));
    assert.equal(valueOf(item, "title"), "SHOCK: Ferry & crane in outrageous clash");
    assert.equal(valueOf(item, "description"), "<p>Not analysed yet.</p>");
    const [flag] = childrenOf(item, "pw:analysis");
    assert.deepEqual([...flag!.attributes], [["status", "pending"]]);
    assert.deepEqual(flag!.children, []);
  }
});

test("an item that is not analysed shows the publisher's text, cleaned and cut", () => {
  const short = exampleItem({ analysis: null, analysisStatus: "skipped" });
  assert.equal(valueOf(builtItem(short), "description"), "<p>A ferry touched a crane on <b>Tuesday</b>.</p>");
  const long = exampleItem({
    analysis: null,
    analysisStatus: "failed",
    cleanHtml: `<p>${"x".repeat(20_000)}</p>`,
    text: "x <".repeat(10_000),
  });
  const description = valueOf(builtItem(long), "description");
  assert.match(description, /^<p>x &#x3C;x &#x3C;.*…<\/p>$/);
  assert.ok(description.length < 8_000);
  const empty = { analysis: null, cleanHtml: null, text: null };
  const bare = (analysisStatus: "failed" | "skipped") =>
    valueOf(builtItem(exampleItem({ ...empty, analysisStatus })), "description");
  assert.deepEqual([bare("failed"), bare("skipped")], ["<p>The analysis failed.</p>", "<p>Not analysed.</p>"]);
});

test("the guid stays when title, link and analysis change", () => {
  const guid = valueOf(builtItem(exampleItem()), "guid");
  const changed = exampleItem({ title: "New", url: "https://harbour.example/new", analysisStatus: "pending" });
  assert.equal(guid, "urn:uuid:0195a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b");
  assert.equal(valueOf(builtItem(changed), "guid"), guid);
});

test("the first enclosure is the enclosure, the others are media", () => {
  const item = builtItem(full);
  assert.deepEqual(
    childrenOf(item, "enclosure").map(({ attributes }) => [...attributes.values()]),
    [["https://harbour.example/a.mp3", "1234", "audio/mpeg"]],
  );
  assert.deepEqual(
    childrenOf(item, "media:content").map(({ attributes }) => [...attributes.values()]),
    [
      ["https://harbour.example/b.jpg", "application/octet-stream"],
      ["https://harbour.example/c.mp4", "video/mp4", "99"],
    ],
  );
});

test("an item without a title borrows one from its text, else its address", () => {
  const untitled = exampleItem({ title: " \n", analysis: null, analysisStatus: "skipped" });
  assert.equal(valueOf(builtItem(untitled), "title"), "A ferry touched a crane on Tuesday.");
  assert.equal(valueOf(builtItem({ ...untitled, text: null }), "title"), untitled.url);
  assert.equal(valueOf(builtItem({ ...untitled, text: null, url: null }), "title"), "Untitled");
});

test("the header is everything before the first item, with the given build date", () => {
  const { header, xml } = buildRss(exampleFeed(), [exampleItem()], updatedAt);
  assert.ok(xml.startsWith(`${header}\n<item>`));
  assert.match(header, /<lastBuildDate>Wed, 04 Mar 2026 05:06:07 GMT<\/lastBuildDate>/);
  assert.equal(buildRss(exampleFeed(), [], updatedAt).header, header);
});

test("another program's parser reads the same things", () => {
  const read = parseRssFeed(buildRss(exampleFeed(), [full], updatedAt).xml);
  const [item] = read.items ?? [];
  assert.equal(read.title, "Harbour Gazette");
  assert.equal(read.language, "en");
  assert.equal(item?.title, "Ferry & crane in clash");
  assert.deepEqual(item?.dc?.creators, ["Ida Lund"]);
  assert.deepEqual(
    item?.categories?.map(({ name }) => name),
    ["Harbour", "Traffic & Transport"],
  );
  assert.equal(item?.enclosures?.[0]?.url, "https://harbour.example/a.mp3");
});

test("the XML of an item has the form that its number stands for: raise rssItemForm when it changes", () => {
  const raw = { analysis: null, text: "A ferry." };
  const items = [
    full,
    exampleItem({ analysis: exampleResult({ llm_model: "small-model", summary: "" }) }),
    exampleItem({ ...raw, url: null, author: null, title: "" }),
    exampleItem({ ...raw, analysisStatus: "pending" }),
    exampleItem({ ...raw, analysisStatus: "failed", cleanHtml: "<p>x</p>".repeat(5_000) }),
  ];
  const tag = etagOf(Buffer.from(items.map(buildRssItem).join("")));
  assert.deepEqual({ form: rssItemForm, tag }, { form: "2", tag: '"Gh8NZ1cYrUM5TEf6687MsV"' });
});

function builtItem(item: PublishedItem): XmlNode {
  const rss = parseStrictXml(buildRss(exampleFeed(), [item], updatedAt).xml);
  return childrenOf(childrenOf(rss, "channel")[0]!, "item")[0]!;
}

function valueOf(node: XmlNode, name: string): string {
  return textOf(childrenOf(node, name)[0]);
}
