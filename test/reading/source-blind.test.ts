import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { analyseByWords } from "../../src/analysis/heuristic/analyse-by-words.ts";
import outlets from "../../src/analysis/heuristic/outlets.json" with { type: "json" };
import { sampleInput } from "../analysis/analyzer-contract.ts";
import { checkProperty } from "../ground/check-property.ts";

// What /framing shows: clickbait, loaded language, hedging.
const framingScores = (title: string) => {
  const { clickbait, framing, loaded, speculative } = analyseByWords({ ...sampleInput, title, languageHint: "en" });
  return { clickbait, framing, loaded, speculative };
};
const outlet = fc.constantFrom(...outlets.filter((name) => /^[A-Z][\w ]+$/.test(name)));
const event = fc.constantFrom(
  "Council approves new bridge budget in Leeds",
  "Minister slams shocking budget plan",
  "You won't believe what the mayor did next",
  "Reportedly, talks may fail this week",
);

test("swapping the outlet's name does not change the framing score", () => {
  checkProperty(
    fc.property(event, outlet, outlet, (title, one, other) => {
      for (const place of [(name: string) => `${title} | ${name}`, (name: string) => `${name}: ${title}`]) {
        assert.deepEqual(framingScores(place(one)), framingScores(place(other)), `${one} / ${other}: ${title}`);
      }
    }),
    200,
  );
});

test("taking a loaded word out of a title lowers its loaded score", () => {
  const plain = "Council approves bridge budget in Leeds";
  const loaded = fc.constantFrom("shocking", "outrageous", "disgraceful", "horrifying");
  checkProperty(
    fc.property(loaded, fc.integer({ min: 1, max: 3 }), (word, count) => {
      const withWords = (words: number) => plain.replace("bridge", `${`${word} `.repeat(words)}bridge`);
      assert.ok(framingScores(withWords(count)).loaded! > framingScores(withWords(count - 1)).loaded!, word);
    }),
  );
});
