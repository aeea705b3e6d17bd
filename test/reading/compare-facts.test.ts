import assert from "node:assert/strict";
import { test } from "node:test";
import { compareFacts } from "../../src/analysis/stories/compare-facts.ts";

const facts = (itemId: string, ...texts: string[]) => ({
  itemId,
  language: "en",
  facts: texts.map((text) => ({ text })),
});

test("facts are grouped by all, some or one of the reports, in each report's words", () => {
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
  const tellers = (told: typeof byAll) => told.map(({ wordings }) => wordings.flatMap(({ itemIds }) => itemIds));
  assert.deepEqual(tellers(byAll), [["a", "b", "c"]]);
  assert.deepEqual(tellers(bySome), [["a", "b"]]);
  assert.deepEqual(byOne, [{ wordings: [{ text: "Residents sang.", itemIds: ["b"] }] }]);
});

test("a fact with another number is another fact, however similar the words", () => {
  const { byAll, byOne } = compareFacts([
    facts("a", "The earthquake near Coquimbo injured 12 people on Tuesday."),
    facts("b", "The earthquake near Coquimbo injured 34 people on Tuesday."),
  ]);
  assert.deepEqual([byAll.length, byOne.length], [0, 2]);
});

test("two facts of one report are never joined, and a single report shares none", () => {
  const { byAll, bySome, byOne } = compareFacts([
    facts(
      "a",
      "The council of Leeds approved the bridge on Monday.",
      "On Monday the council of Leeds approved the new bridge.",
    ),
  ]);
  assert.deepEqual([byAll.length, bySome.length, byOne.length], [0, 0, 2]);
});

test("a sentence appears once, with all reports that have it verbatim", () => {
  const short = "In its first month the ferry Solveig ran 412 of 420 planned crossings.";
  const long = "The ferry Solveig ran 412 of 420 planned crossings in its first month, the operator reports.";
  assert.deepEqual(compareFacts([facts("a", short), facts("b", long, short), facts("c", short, short)]), {
    tellers: 3,
    byAll: [
      {
        wordings: [
          { text: short, itemIds: ["a", "b", "c"] },
          { text: long, itemIds: ["b"] },
        ],
      },
    ],
    bySome: [],
    byOne: [],
  });
});

test("a story without facts has none to compare", () => {
  assert.deepEqual(compareFacts([facts("a"), facts("b")]), { tellers: 0, byAll: [], bySome: [], byOne: [] });
});
