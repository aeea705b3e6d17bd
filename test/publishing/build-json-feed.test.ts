import assert from "node:assert/strict";
import { test } from "node:test";
import { parseJsonFeed } from "feedsmith";
import { buildJsonFeed } from "../../src/publishing/build-json-feed.ts";
import { exampleFeed, exampleItem } from "./published-examples.ts";

test("a JSON Feed says what the XML says, in the words of version 1.1", () => {
  const enclosures = [
    { url: "https://harbour.example/a.mp3", type: "audio/mpeg", bytes: 7 },
    { url: "https://harbour.example/b.mp3", type: null, bytes: null },
  ];
  const document = JSON.parse(buildJsonFeed(exampleFeed(), [exampleItem({ enclosures })])) as {
    items: { content_html: string; _plainwire: { scores: object } }[];
  };
  const { items, ...feed } = document;
  const { content_html, _plainwire, ...item } = items[0]!;
  const { scores, ...judged } = _plainwire;
  assert.deepEqual(feed, {
    version: "https://jsonfeed.org/version/1.1",
    title: "Harbour Gazette",
    home_page_url: "https://harbour.example/",
    feed_url: exampleFeed().selfUrl,
    description: "News from the harbour.",
    language: "en",
  });
  assert.deepEqual(item, {
    id: "urn:uuid:0195a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b",
    url: "https://harbour.example/ferry?page=1&from=feed",
    title: "Ferry & crane in clash",
    summary: "A ferry touched a crane on Tuesday. Nobody was hurt.",
    date_published: "2026-03-03T20:00:00.000Z",
    date_modified: "2026-03-03T21:30:00.000Z",
    authors: [{ name: "Ida Lund" }],
    tags: ["Harbour", "Traffic & Transport"],
    attachments: [
      { url: "https://harbour.example/a.mp3", mime_type: "audio/mpeg", size_in_bytes: 7 },
      { url: "https://harbour.example/b.mp3", mime_type: "application/octet-stream" },
    ],
  });
  assert.match(content_html, /^<p>A ferry touched a crane on Tuesday\./);
  assert.deepEqual(judged, {
    original_title: "SHOCK: Ferry & crane in outrageous clash",
    title_reason: "Attention word and loaded adjective removed.",
    status: "done",
    analyzer: "heuristic",
    version: "h1",
    input: "feed",
    language: "en",
    category: "world",
    warnings: [],
    facts: ["Nobody was hurt.", "The crane stands still until 9 March."],
  });
  assert.deepEqual(scores, {
    overall: { score: 0.46, reason: "Word lists only." },
    framing: { score: 0.3, confidence: 0.3, reason: "Loaded words found: 1 (“outrageous”)." },
    clickbait: { score: 0.1, confidence: 0.9, reason: "Not worded like clickbait." },
    persuasive: { score: 0, confidence: 0.2, reason: "No appeals or calls to action found." },
    hyper_stimulus: { score: 0.6, confidence: 0.8, reason: "Loud signs found: 1 (“SHOCK”)." },
    speculative: { score: 0, confidence: 0.5, reason: "No hedged wording found." },
  });
});

test("a pending item of a JSON Feed is flagged and has content, as the format requires", () => {
  const read = JSON.parse(buildJsonFeed(exampleFeed(), [exampleItem({ analysisStatus: "pending" })])) as {
    items: { content_html: string; _plainwire: object }[];
  };
  assert.equal(read.items[0]?.content_html, "<p>Not analysed yet.</p>");
  assert.deepEqual(read.items[0]?._plainwire, {
    original_title: "SHOCK: Ferry & crane in outrageous clash",
    status: "pending",
  });
});

test("another program's parser reads the JSON Feed", () => {
  const read = parseJsonFeed(
    buildJsonFeed(exampleFeed({ language: null }), [exampleItem({ url: null, author: null })]),
  );
  assert.equal(read.items?.[0]?.title, "Ferry & crane in clash");
});
