import assert from "node:assert/strict";
import { test } from "node:test";
import { identifyItems } from "../../src/items/item-identity.ts";
import { digestItems, packSeen, packSeenAfter, seenItemsMax, selectUnseen } from "../../src/items/seen-items.ts";

function identities(count: number, content = "text") {
  const items = Array.from({ length: count }, (_, index) => ({
    guid: null,
    url: `https://a.example/${index}`,
    title: `Item ${index}`,
    content,
    summary: null,
    publishedAt: null,
  }));
  return identifyItems(items);
}

test("a document that was seen before has no unseen items", () => {
  const seen = packSeen(identities(30));
  assert.equal(seen.length, 30 * 16);
  assert.deepEqual(selectUnseen(seen, identities(30)), []);
});

test("new and changed items are unseen; for a new feed, all are", () => {
  const seen = packSeen(identities(3));
  assert.deepEqual(selectUnseen(seen, identities(5)), identities(5).slice(3));
  assert.deepEqual(selectUnseen(seen, identities(3, "edited")), identities(3, "edited"));
  assert.deepEqual(selectUnseen(null, identities(3)), identities(3));
  assert.deepEqual(selectUnseen(Buffer.alloc(0), identities(3)), identities(3));
});

test("a shorter document makes a feed forget nothing, and no document makes it remember more than its longest", () => {
  const seen = packSeen(identities(4));
  assert.deepEqual(packSeenAfter(seen, []), seen);
  assert.deepEqual(packSeenAfter(seen, identities(2)), seen);
  const edited = packSeenAfter(seen, identities(1, "edited"));
  assert.deepEqual(selectUnseen(edited, identities(4)), identities(1));
  assert.deepEqual(packSeenAfter(seen, identities(9).slice(4)), packSeen(identities(9).slice(4)));
  assert.deepEqual(packSeenAfter(null, identities(2)), packSeen(identities(2)));
});

test("a feed remembers its first thousand items", () => {
  const many = identities(seenItemsMax + 5);
  const seen = packSeen(many);
  assert.equal(seen.length, seenItemsMax * 16);
  assert.deepEqual(selectUnseen(seen, many), many.slice(seenItemsMax));
});

test("the digest depends on the items, not on their order", () => {
  const items = identities(30);
  assert.deepEqual(digestItems(items.toReversed()), digestItems(items));
  assert.notDeepEqual(digestItems(items.slice(1)), digestItems(items));
  assert.notDeepEqual(digestItems(identities(30, "edited")), digestItems(items));
});
