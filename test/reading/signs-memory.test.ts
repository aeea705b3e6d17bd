import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createSignsMemory } from "../../src/analysis/stories/signs-memory.ts";
import { checkProperty } from "../ground/check-property.ts";

test("what was kept of an item is found again by its number, whatever numbers are missing", () => {
  const stems = fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }), { maxLength: 90 });
  const item = fc.record({ gap: fc.integer({ min: 1, max: 4 }), titleStems: stems, leadStems: stems });
  checkProperty(
    fc.property(fc.array(item, { maxLength: 60 }), fc.integer({ min: 0, max: 2 ** 40 }), (items, before) => {
      const memory = createSignsMemory();
      let number = before;
      const kept = new Map(
        items.map(({ gap, titleStems, leadStems }) => {
          number += gap;
          return [number, { pubDate: new Date(number), language: gap > 2 ? "de" : "en", titleStems, leadStems }];
        }),
      );
      for (const [one, signs] of kept) memory.add(one, signs);
      for (let one = before - 2; one <= number + 2; one += 1) {
        const found = memory.find(one);
        const read = found && { pubDate: found.pubDate, language: found.language, ...found.signs() };
        assert.deepEqual(read, kept.get(one) ?? null);
      }
    }),
  );
});
