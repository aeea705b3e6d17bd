import assert from "node:assert/strict";
import { test } from "node:test";
import { compareFacts } from "../../src/analysis/stories/compare-facts.ts";
import { facts } from "./story-facts.ts";

test("who says that something might be does not say that it is, in one language and in two", () => {
  const firm = "The council of Marwick postponed the harbour bridge by three years after a vote of 23 to 14.";
  const hedged =
    "After a vote of 23 to 14 of the council of Marwick the harbour bridge might be postponed by more than three years.";
  const alsoHedged = "The council of Marwick voted 23 to 14, and the harbour bridge could be postponed by three years.";
  const tellers = (...texts: string[]) => {
    const { byAll, byOne, unsure } = compareFacts(texts.map((text, n) => facts(String(n), text)));
    return [byAll.length, byOne.length + unsure.length];
  };
  assert.deepEqual(tellers(firm, hedged), [0, 2]);
  assert.deepEqual(tellers(hedged, alsoHedged), [1, 0]);
  const german = {
    ...facts("b", "Marwicks Rat verschob die Hafenbrücke nach 23 zu 14 Stimmen um drei Jahre."),
    language: "de",
  };
  assert.equal(compareFacts([facts("a", firm), german]).byAll.length, 1);
  assert.equal(compareFacts([facts("a", hedged), german]).byAll.length, 0);
});

test("a sentence that sums up what several reports tell is not told by one alone", () => {
  const sum =
    "Marwick voted 23 to 14 for the bridge, and the bid of 61 million crowns is above the 48 million planned.";
  const parts = [
    "Marwick voted 23 to 14 for the bridge.",
    "The lowest bid was 61 million crowns.",
    "The bridge of Marwick was planned at 48 million crowns.",
  ];
  const of = (...lead: string[]) => compareFacts([facts("a", ...lead, ...parts), facts("b", ...parts)]);
  assert.deepEqual([of(sum).byAll.length, of(sum).byOne.length], [3, 0]);
  const shorter = sum.replace("48 million", "48");
  assert.deepEqual([of(shorter).byAll.length, of(shorter).byOne.length], [3, 0]);
  const more = "Marwick voted 23 to 14 for the bridge, and 900 people came.";
  assert.deepEqual(
    of(more).byOne.map(({ wordings }) => wordings[0]?.text),
    [more],
  );
});

test("three numbers tell a German fact to a report in English, whose sentence has more", () => {
  const german = {
    ...facts("b", "Der Rat von Marwick verschob die Hafenbrücke mit 23 zu 14 Stimmen um 3 Jahre."),
    language: "de",
  };
  const english = "Marwick voted 23 to 14 to postpone the bridge by three years, after a bid of 61 million crowns.";
  const { byAll } = compareFacts([facts("a", english), german]);
  assert.equal(byAll.length, 1);
  const { byAll: none } = compareFacts([facts("a", english.replace("three", "four")), german]);
  assert.equal(none.length, 0);
});
