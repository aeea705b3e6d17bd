import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { parseFeed } from "../../../src/fetching/parsing/parse-feed.ts";
import {
  authorCharsMax,
  contentCharsMax,
  type FeedDocument,
  itemErrorsMax,
  itemsMax,
  listedMax,
  titleCharsMax,
  urlCharsMax,
} from "../../../src/fetching/parsing/parse-result.ts";
import { countWork } from "../../ground/count-work.ts";
import { hostileDocuments } from "./hostile-documents.ts";

test("twice the document is twice the work, and no character costs more than 30 steps", (t) => {
  const work = countWork();
  t.after(() => work.close());
  const chars = 100_000;
  const stepsOf = (document: string) =>
    work.count(() => void parseFeed(document, { url: "https://news.example/", contentType: null }));
  for (const [name, document] of Object.entries(hostileDocuments)) {
    const single = document(chars);
    const [first, twice] = [stepsOf(single), stepsOf(document(2 * chars))];
    // V8 may throw away and compile a function again in between, and then counts its blocks where it counted only calls before.
    const once = Math.max(first, stepsOf(single));
    // Ten thousand for what is done once, whatever the document. What grows with the square would be four times as much.
    assert.ok(twice <= 2.3 * once + 10_000, `${name}: ${once} steps, of twice the document ${twice}`);
    assert.ok(twice <= 30 * 2 * chars, `${name}: ${twice} steps`);
  }
});

function parsed(text: string): FeedDocument {
  const document = parseFeed(text, { url: "https://news.example/", contentType: null });
  assert.equal(document.kind, "feed");
  return document;
}

test("long texts are cut between characters, and the cut is reported", () => {
  const { items, truncations } = parsed(
    `<rss><item><title>${"😀".repeat(titleCharsMax)}x</title><author>${"a".repeat(9_999)}</author>
      <link>https://a.example/${"x".repeat(urlCharsMax)}</link><description>${"é".repeat(contentCharsMax + 1)}</description></item></rss>`,
  );
  const [item] = items;
  assert.equal(item?.title, "😀".repeat(titleCharsMax / 2));
  assert.equal(item?.author?.length, authorCharsMax);
  assert.equal(item?.url, null);
  assert.equal(item?.summary?.length, contentCharsMax);
  assert.deepEqual(truncations, ["Contents longer than 524288 characters were cut."]);
});

test("a pair of surrogates is not cut in two", () => {
  const [item] = parsed(`<rss><item><title>x${"😀".repeat(titleCharsMax)}</title></item></rss>`).items;
  assert.equal(item?.title, `x${"😀".repeat(titleCharsMax / 2 - 1)}`);
});

test("the first 5,000 items are read, and it is said that there are more", () => {
  const { items, truncations } = parsed(`<rss>${"<item><title>a</title></item>".repeat(itemsMax + 1)}</rss>`);
  assert.equal(items.length, itemsMax);
  assert.deepEqual(truncations, ["Only the first 5000 of 5001 items were read."]);
});

test("lists have a maximum length", () => {
  const many = (unit: (index: number) => string) => Array.from({ length: 200 }, (_, index) => unit(index)).join("");
  const [item] = parsed(
    `<rss><item><title>a</title>${many((i) => `<category>c${i}</category><enclosure url="http://a.example/${i}"/>`)}</item></rss>`,
  ).items;
  assert.equal(item?.categories.length, listedMax);
  assert.equal(item?.enclosures.length, listedMax);
  assert.equal(parsed(`<rss>${"<item/>".repeat(200)}</rss>`).itemErrors.length, itemErrorsMax);
});

test("elements nested too deep are left out, and the rest is read", () => {
  const { items, truncations } = parsed(
    `<rss><item><title>a</title><x>${"<b>".repeat(300)}</x></item><item><title>b</title></item></rss>`,
  );
  assert.deepEqual(
    [items.map(({ title }) => title), truncations],
    [["a", "b"], ["Elements more than 256 levels deep were left out."]],
  );
});

test("a kept feed or item does not keep its document in memory", () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const documents = 100;
  const documentBytes = 500_000;
  const field = (name: string, text: string) => `<${name}>${text}</${name}>`;
  collectGarbage();
  const { heapUsed } = process.memoryUsage();
  const kept = Array.from({ length: documents }, (_, index) => {
    const text = `A title that is long enough to be a slice, number ${index}`;
    const fields = ["title", "guid", "author", "description", "category"].map((name) => field(name, text));
    const link = field("link", `http://a.example/long-enough-to-be-a-slice/${index}`);
    const item = field("item", fields.join("") + link);
    const document = `<rss>${field("channel", link + item)}${field("x", "x".repeat(documentBytes))}</rss>`;
    const { feed, items } = parsed(Buffer.from(document).toString());
    return { feed, items };
  });
  collectGarbage();
  assert.ok(process.memoryUsage().heapUsed - heapUsed < (documents * documentBytes) / 5);
  assert.equal(kept.length, documents);
});
