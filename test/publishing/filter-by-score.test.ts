import assert from "node:assert/strict";
import { test } from "node:test";
import { publishedScore } from "../../src/items/published-item.ts";
import { filterByScore } from "../../src/publishing/present-item.ts";
import { exampleItem, exampleResult } from "./published-examples.ts";

const scored = [0, 0.004, 0.005, 0.5, 0.504, 0.505, 1].map((overall) =>
  exampleItem({ analysis: exampleResult({ overall }) }),
);
const unscored = exampleItem({ analysis: null, analysisStatus: "pending" });

test("items above the score are left out, those equal to it stay, by the two decimals that readers see", () => {
  assert.deepEqual(scoresBelow(0.5), [0, 0.004, 0.005, 0.5, 0.504]);
  assert.deepEqual(scoresBelow(1), [0, 0.004, 0.005, 0.5, 0.504, 0.505, 1]);
});

test('a maximum score of zero keeps only neutral items: it does not mean "no filter"', () => {
  assert.deepEqual(scoresBelow(0), [0, 0.004]);
});

test("items without a current analysis stay, whatever the score", () => {
  const edited = exampleItem({ analysis: exampleResult({ overall: 1 }), analysisStatus: "pending" });
  assert.deepEqual(filterByScore([unscored, edited], 0), [unscored, edited]);
});

test("half a hundredth is rounded up as the database's numeric does", () => {
  for (let thousandths = 5; thousandths <= 1_000; thousandths += 10) {
    assert.equal(publishedScore(thousandths / 1_000), (thousandths + 5) / 1_000);
  }
});

function scoresBelow(maxScore: number): (number | undefined)[] {
  return filterByScore(scored, maxScore).map(({ analysis }) => analysis?.overall);
}
