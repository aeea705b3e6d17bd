import assert from "node:assert/strict";
import { test } from "node:test";
import { planReading } from "../../src/analysis/upgrade-policy.ts";
import type { WaitingItem } from "../../src/items/waiting-item.ts";
import { describeModel, describePage } from "../../src/items/reading-state.ts";

const now = new Date("2026-03-20T12:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const limits = { hasModel: true, ageDaysMax: 14 };

type Change = Partial<Omit<WaitingItem, "feed">> & { feed?: Partial<WaitingItem["feed"]> };

function itemWith({ feed, ...change }: Change): WaitingItem {
  return {
    itemId: "item",
    feedId: "feed",
    leaseId: "lease",
    url: "https://example.org/1",
    title: "Rain",
    content: "",
    contentBase: null,
    summary: null,
    language: null,
    text: null,
    inputKind: null,
    attempts: 0,
    pageAttempts: 0,
    pageWhy: null,
    pubDate: now,
    upgradeAt: null,
    analyzer: null,
    byWords: null,
    ...change,
    feed: {
      fullText: "auto",
      isRead: true,
      analyzer: null,
      prompt: null,
      cacheScope: "feed",
      language: null,
      ...feed,
    },
  };
}

for (const [what, change, chars, page] of [
  ["short text that somebody reads", {}, 599, "waiting"],
  ["long text", {}, 600, "long-enough"],
  ["short text that nobody reads", { feed: { isRead: false } }, 10, "nobody-reads"],
  ["long text, and the feed says always", { feed: { fullText: "always" } }, 5_000, "waiting"],
  ["nobody reads it, and the feed says always", { feed: { fullText: "always", isRead: false } }, 10, "waiting"],
  ["the feed says never", { feed: { fullText: "never" } }, 10, "never"],
  ["the feed is not analysed", { feed: { analyzer: "off", fullText: "always" } }, 10, "off"],
  ["no address", { url: null }, 10, "no-address"],
  ["14 days old", { pubDate: daysAgo(14) }, 10, "waiting"],
  ["older", { pubDate: daysAgo(14.01) }, 10, "too-old"],
  ["older, and the feed says always", { pubDate: daysAgo(15), feed: { fullText: "always" } }, 10, "too-old"],
  ["an edit after its page was read", { inputKind: "page", text: "…", pageWhy: "read" }, 10, "read"],
  ["an edit after its page was given up", { pageWhy: "failed" }, 10, "failed"],
] as const) {
  test(`a page: ${what}: ${page}`, () => {
    assert.equal(planReading(itemWith(change), chars, limits, now).page, page);
    assert.match(describePage(page, null) ?? "", /^Its page .*\.$/u);
  });
}

for (const [what, change, hasModel, model] of [
  ["a new item", {}, true, "waiting"],
  ["an edited one that a model read before", { analyzer: "llm" }, true, "waiting"],
  ["no model", {}, false, "no-model"],
  ["a feed for word lists", { feed: { analyzer: "heuristic" } }, true, "words-only"],
  ["a feed that is not analysed", { feed: { analyzer: "off" } }, true, "off"],
  ["too old", { pubDate: daysAgo(15) }, true, "too-old"],
] as const) {
  test(`a model: ${what}: ${model}`, () => {
    assert.equal(planReading(itemWith(change), 10, { ...limits, hasModel }, now).model, model);
    assert.match(describeModel(model) ?? "", /model.*\.$/u);
  });
}

test("the age limit comes from the setting", () => {
  const month = itemWith({ pubDate: daysAgo(30) });
  assert.deepEqual(planReading(month, 10, { ...limits, ageDaysMax: 31 }, now), { page: "waiting", model: "waiting" });
});

test("a page that could not be read says why", () => {
  assert.equal(describePage("failed", "No article was found."), "Its page could not be read. No article was found.");
  assert.equal(describePage(null, null), null);
});
