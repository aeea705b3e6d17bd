import assert from "node:assert/strict";
import { test } from "node:test";
import { presentFeed } from "../../src/publishing/present-feed.ts";
import { exampleFeed } from "./published-examples.ts";

test("a feed's title and description are cut to what readers show", () => {
  const { title, description } = presentFeed({
    ...exampleFeed(),
    title: "t".repeat(5_000),
    description: "d".repeat(5_000),
  });
  assert.ok(title.length <= 300 && title.length > 290, String(title.length));
  assert.ok(description.length <= 1_000 && description.length > 990, String(description.length));
});

test("a feed without a title is named by its host, and only a plausible language tag is used", () => {
  const silent = { ...exampleFeed(), title: null, siteUrl: null, description: null, url: "https://news.example/feed" };
  const { title, siteUrl, description } = presentFeed(silent);
  assert.deepEqual([title, siteUrl], ["news.example", "https://news.example/feed"]);
  assert.equal(description, "news.example, with neutral titles, summaries and scores.");
  const languages: [string | null, string | null][] = [
    [" en_US ", "en-US"],
    ["de", "de"],
    ["English", null],
    ["", null],
    [null, null],
  ];
  for (const [language, shown] of languages) assert.equal(presentFeed({ ...silent, language }).language, shown);
});
