import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { identifyItems } from "../../src/items/item-identity.ts";
import type { IdentifiableItem } from "../../src/items/item-identity.ts";

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

function item(fields: Partial<IdentifiableItem>): IdentifiableItem {
  return { guid: null, url: null, title: null, content: null, summary: null, publishedAt: null, ...fields };
}

const hashes = (...items: Partial<IdentifiableItem>[]) => identifyItems(items.map(item)).map(({ hash }) => hash);
const fingerprint = (fields: Partial<IdentifiableItem>) => identifyItems([item(fields)])[0]?.fingerprint;

test("an item is identified by its URL, without tracking parameters and fragment", () => {
  assert.deepEqual(hashes({ guid: "1", url: "https://a.example/1?utm_source=x#y" }), [sha256("https://a.example/1")]);
});

test("without a URL, an item is identified by its guid", () => {
  assert.deepEqual(hashes({ guid: "tag:1", title: "a" }), [sha256("tag:1")]);
});

test("if items of a document share a URL, each is identified by its guid", () => {
  const url = "https://a.example/notes";
  assert.deepEqual(
    hashes(
      { guid: "1", url: `${url}#one` },
      { guid: "2", url: `${url}#two` },
      { guid: "3", url: "https://a.example/3" },
    ),
    [sha256("1"), sha256("2"), sha256("https://a.example/3")],
  );
});

test("the same item twice in a document counts once", () => {
  const [first, second] = hashes(
    { guid: "1", url: "https://a.example/1" },
    { guid: "1", url: "https://a.example/1?utm_medium=x" },
  );
  assert.equal(first, sha256("https://a.example/1"));
  assert.equal(second, first);
});

test("items without guids that share a page are distinguished by fragment or title", () => {
  assert.equal(new Set(hashes({ url: "https://a.example/#1" }, { url: "https://a.example/#2" })).size, 2);
  assert.equal(
    new Set(hashes({ url: "https://a.example/", title: "a" }, { url: "https://a.example/", title: "b" })).size,
    2,
  );
});

test("an item without URL and guid is identified by title and date", () => {
  const publishedAt = new Date("2020-03-07T18:05:09Z");
  const [first, again, later] = hashes(
    { title: "a", publishedAt, content: "x" },
    { title: "a", publishedAt, content: "y" },
    { title: "a", publishedAt: new Date("2020-03-08") },
  );
  assert.equal(first, again);
  assert.notEqual(first, later);
});

test("the fingerprint depends only on title and text", () => {
  const before = fingerprint({ title: "a", content: "b", guid: "1" });
  assert.match(before ?? "", /^[0-9a-f]{16}$/);
  assert.equal(fingerprint({ title: "a", content: "b", summary: "s", publishedAt: new Date() }), before);
  assert.notEqual(fingerprint({ title: "A", content: "b" }), before);
  assert.notEqual(fingerprint({ title: "a", content: "B" }), before);
  assert.notEqual(fingerprint({ title: "a\nb", content: "" }), before);
  assert.equal(fingerprint({ title: "a", summary: "b" }), before);
});
