import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { type CachedFeed, createFeedLru } from "../../src/publishing/feed-cache.ts";
import { checkProperty } from "../ground/check-property.ts";

const keys = Array.from({ length: 12 }, (_, i) => `key ${i}`);

test("the least recently used document goes first", () => {
  const lru = createFeedLru({ bytesMax: 1_000_000, entriesMax: 2 });
  for (const key of ["a", "b"]) lru.set(key, document(key, 10));
  lru.get("a");
  lru.set("c", document("c", 10));
  assert.deepEqual(kept(lru, ["a", "b", "c"]), ["a", "c"]);
});

test("a document that would fill the cache alone is not cached and evicts no other", () => {
  const lru = createFeedLru({ bytesMax: 10_000, entriesMax: 10 });
  lru.set("a", document("a", 10));
  lru.set("b", document("b", 10));
  lru.set("b", document("b", 20_000));
  assert.deepEqual(kept(lru, ["a", "b"]), ["a"]);
});

test("a feed's documents are removed together, those of others stay", () => {
  const lru = createFeedLru({ bytesMax: 1_000_000, entriesMax: 10 });
  lru.set("a rss", document("a", 10));
  lru.set("a atom", document("a", 10));
  lru.set("b rss", document("b", 10));
  lru.dropFeed("a");
  assert.deepEqual(kept(lru, ["a rss", "a atom", "b rss"]), ["b rss"]);
  lru.clear();
  assert.deepEqual(kept(lru, ["b rss"]), []);
});

test("the cache never exceeds its limits of bytes and documents, and keeps the newest", () => {
  const use = fc.record({
    key: fc.constantFrom(...keys),
    feedId: fc.constantFrom("a", "b", "c"),
    bytes: fc.nat(4_000),
    after: fc.constantFrom("nothing", "get", "drop", "clear"),
  });
  const bounded = fc.property(fc.array(use, { maxLength: 60 }), (uses) => {
    const lru = createFeedLru({ bytesMax: 20_000, entriesMax: 5 });
    for (const { key, feedId, bytes, after } of uses) {
      const last = document(feedId, bytes);
      lru.set(key, last);
      assert.equal(lru.get(key), last);
      if (after === "get") lru.get(keys[0]!);
      const others = kept(lru, keys).filter((one) => lru.get(one)?.feedId !== "a");
      if (after === "drop") lru.dropFeed("a");
      if (after === "clear") lru.clear();
      const held = keys.flatMap((one) => lru.get(one) ?? []);
      assert.ok(held.length <= 5);
      assert.ok(held.reduce((sum, { body, gzip }) => sum + body.length + gzip.length, 0) <= 20_000);
      if (after === "drop") assert.deepEqual(kept(lru, keys), others);
    }
  });
  checkProperty(bounded);
});

function document(feedId: string, bytes: number): CachedFeed {
  return { feedId, body: Buffer.alloc(bytes), gzip: Buffer.alloc(bytes), etag: '"x"', updatedAt: new Date(0) };
}

function kept(lru: ReturnType<typeof createFeedLru>, asked: string[]): string[] {
  return asked.filter((key) => lru.get(key) !== undefined);
}
