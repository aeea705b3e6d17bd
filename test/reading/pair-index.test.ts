import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createPairIndex } from "../../src/analysis/stories/pair-index.ts";
import { checkProperty } from "../ground/check-property.ts";

test("items are found by any pair they have, in whatever portions they were added", () => {
  // Few different pairs, of both signs and at both ends, so that items share them.
  const pair = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(-(2 ** 31), 2 ** 31 - 1, 1 << 20, -(1 << 20)));
  const pairs = fc.uniqueArray(pair, { maxLength: 6 });
  checkProperty(
    fc.property(fc.array(fc.array(pairs, { maxLength: 7 }), { maxLength: 8 }), pairs, (portions, wanted) => {
      const index = createPairIndex();
      const items = portions.flat().map((own, item) => ({ item, pairs: own }));
      let from = 0;
      for (const { length } of portions) {
        index.add(items.slice(from, from + length));
        from += length;
      }
      const sharing = items.filter(({ pairs: own }) => own.some((one) => wanted.includes(one)));
      assert.deepEqual(
        [...index.find(wanted)].toSorted((a, b) => a - b),
        sharing.map(({ item }) => item),
      );
    }),
  );
});

test("thousands of pairs are each found again", () => {
  const index = createPairIndex();
  const pairOf = (item: number, n: number) => Math.imul(item * 28 + n, 2654435761) | 0;
  const items = Array.from({ length: 3_000 }, (_, item) => ({
    item: 4_000_000_000 + item,
    pairs: Array.from({ length: 28 }, (_one, n) => pairOf(item, n)),
  }));
  for (let at = 0; at < items.length; at += 70) index.add(items.slice(at, at + 70));
  for (const { item, pairs } of items) for (const pair of pairs) assert.deepEqual([...index.find([pair])], [item]);
});

test("of a pair that many items have, the newest are found, in whichever run they are", () => {
  for (const portion of [1, 3, 10]) {
    const index = createPairIndex(4);
    const items = Array.from({ length: 10 }, (_, item) => ({ item, pairs: item === 5 ? [2] : [1, 3] }));
    for (let at = 0; at < items.length; at += portion) index.add(items.slice(at, at + portion));
    const find = (...pairs: number[]) => [...index.find(pairs)].toSorted((a, b) => a - b);
    assert.deepEqual(find(1), [6, 7, 8, 9]);
    assert.deepEqual(find(1, 2), [5, 6, 7, 8, 9]);
  }
});
