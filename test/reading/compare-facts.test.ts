import assert from "node:assert/strict";
import { test } from "node:test";
import { compareFacts } from "../../src/analysis/stories/compare-facts.ts";

const facts = (itemId: string, ...texts: string[]) => ({
  itemId,
  language: "en",
  title: "",
  text: texts.join(" "),
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

test("a fact with another number for the same thing is shown with both figures, each with its reports", () => {
  const { differing, byAll, byOne } = compareFacts([
    facts("a", "The earthquake near Coquimbo injured 12 people on Tuesday."),
    facts("b", "The earthquake near Coquimbo injured 34 people on Tuesday."),
    facts("c", "On Tuesday the earthquake near Coquimbo injured twelve people."),
  ]);
  assert.deepEqual([byAll.length, byOne.length, differing.length], [0, 0, 1]);
  assert.deepEqual(differing[0]?.figures, [
    { text: "12", itemIds: ["a", "c"] },
    { text: "34", itemIds: ["b"] },
  ]);
});

test("numbers of two things are no differing figures", () => {
  const { differing, byOne } = compareFacts([
    facts("a", "The fire near Coquimbo destroyed 12 houses on Tuesday evening."),
    facts("b", "The fire near Coquimbo destroyed 34 cars on Tuesday evening."),
  ]);
  assert.deepEqual([differing.length, byOne.length], [0, 2]);
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
    differing: [],
    bySome: [],
    byOne: [],
    unsure: [],
  });
});

test("a report tells a fact if a sentence anywhere in its text says so, in other words", () => {
  const { byAll, byOne } = compareFacts([
    facts("a", "Dana Whitlock, the mayor of Bristow, resigned on Monday over a parking contract."),
    {
      ...facts("b", "The inquiry took 14 weeks."),
      text: "The inquiry took 14 weeks. Over the parking contract of Bristow, mayor Whitlock resigned. She was not there.",
    },
  ]);
  assert.deepEqual(
    byAll.map(({ wordings }) => wordings.map(({ itemIds }) => itemIds)),
    [[["a"], ["b"]]],
  );
  assert.deepEqual(byOne, [{ wordings: [{ text: "The inquiry took 14 weeks.", itemIds: ["b"] }] }]);
});

test("a sentence that denies a fact, or lacks its name, does not tell it", () => {
  const fact = "The council of Leeds approved the new bridge.";
  const others = [
    "The council of Leeds has not approved the new bridge.",
    "The council of Hull approved the new bridge.",
  ];
  for (const other of others) {
    assert.equal(compareFacts([facts("a", fact), facts("b", other)]).byOne.length, 2, other);
  }
});

test("only in one report is said only where all others could be compared", () => {
  const fact = "The dock in Hull took 17 months to build.";
  const told = (other: Parameters<typeof compareFacts>[0][number]) => {
    const { tellers, byOne, unsure } = compareFacts([facts("a", fact), other]);
    return [tellers, byOne.length, unsure.length];
  };
  assert.deepEqual(told({ ...facts("b"), text: "It rained." }), [2, 1, 0]);
  assert.deepEqual(told({ ...facts("b"), title: "Hull opens dock" }), [1, 0, 1]);
  assert.deepEqual(told({ ...facts("b"), language: "de", text: "Es regnete." }), [2, 0, 1]);
});

test("a report in another language tells a fact if a sentence has its names and numbers", () => {
  const german = "In Hull wurde 17 Monate lang gebaut.";
  const { byAll } = compareFacts([
    facts("a", "The dock in Hull took 17 months to build."),
    { ...facts("b"), language: "de", text: `Es regnete. ${german}` },
  ]);
  assert.deepEqual(byAll[0]?.wordings.at(-1), { text: german, itemIds: ["b"] });
});

test("a story without facts has none to compare", () => {
  assert.deepEqual(compareFacts([facts("a"), facts("b")]), {
    tellers: 0,
    differing: [],
    byAll: [],
    bySome: [],
    byOne: [],
    unsure: [],
  });
});
