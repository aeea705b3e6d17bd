import assert from "node:assert/strict";
import { test } from "node:test";
import { compareFacts } from "../../src/analysis/stories/compare-facts.ts";

const facts = (itemId: string, ...texts: string[]) => ({
  itemId,
  language: "en",
  facts: texts.map((text) => ({ text })),
});

test("facts are told by all, by some or by one, each in its teller's words", () => {
  const { byAll, bySome, byOne } = compareFacts([
    facts("a", "The council of Leeds approved the bridge on Monday.", "The bridge will cost 40 million pounds."),
    facts(
      "b",
      "On Monday the Leeds council approved the new bridge.",
      "The new bridge is to cost 40 million pounds.",
      "Residents sang.",
    ),
    facts("c", "The bridge was approved by the council of Leeds on Monday."),
  ]);
  const tellers = (told: typeof byAll) => told.map(({ by }) => by.map(({ itemId }) => itemId));
  assert.deepEqual(tellers(byAll), [["a", "b", "c"]]);
  assert.deepEqual(tellers(bySome), [["a", "b"]]);
  assert.deepEqual(byOne, [{ by: [{ itemId: "b", text: "Residents sang." }] }]);
});

test("another number is another fact, however alike the words are", () => {
  const { byAll, byOne } = compareFacts([
    facts("a", "The earthquake near Coquimbo injured 12 people on Tuesday."),
    facts("b", "The earthquake near Coquimbo injured 34 people on Tuesday."),
  ]);
  assert.deepEqual([byAll.length, byOne.length], [0, 2]);
});

test("one report's two facts are never one, and one report alone shares nothing", () => {
  const same = "The council of Leeds approved the bridge on Monday.";
  const { byAll, bySome, byOne } = compareFacts([facts("a", same, same)]);
  assert.deepEqual([byAll.length, bySome.length, byOne.length], [0, 0, 2]);
});

test("a story without facts has none to compare", () => {
  assert.deepEqual(compareFacts([facts("a"), facts("b")]), { tellers: 0, byAll: [], bySome: [], byOne: [] });
});
