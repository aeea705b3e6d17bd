import assert from "node:assert/strict";
import { test } from "node:test";
import { findEntries, indexLexicon, readLexiconEntries } from "../../../src/analysis/plain/find-entries.ts";
import { readText } from "../../../src/analysis/heuristic/read-text.ts";
import type { LexiconEntry } from "../../../src/analysis/plain/lexicon-entry.ts";
import { readFrameList } from "../../../src/analysis/plain/turn-frames.ts";
import { frameProblems, lexiconProblems } from "./lexicon-problems.ts";

const entriesMin = { en: 1_500, de: 800, pl: 800 };

for (const language of ["en", "de", "pl"] as const) {
  test(`each entry of the lexicon (${language}) makes its loaded example plain and leaves its literal one`, () => {
    const entries = readLexiconEntries(language);
    assert.ok(entries.length >= entriesMin[language], `${entries.length} entries`);
    assert.deepEqual(lexiconProblems(entries, language), []);
  });

  test(`each frame (${language}) turns its loaded example and leaves its literal one`, () => {
    assert.deepEqual(frameProblems(readFrameList(language), language), []);
  });
}

test("an entry that does not do what its examples say is found", () => {
  const entry: LexiconEntry = {
    w: "slam",
    pos: "verb",
    kind: "violence",
    to: "criticize",
    loaded: "Mayor slams bus plan",
    plain: "Mayor criticises bus plan",
    literal: "Car slams into wall",
  };
  const problems = lexiconProblems([entry, entry], "en").join("\n");
  assert.match(problems, /becomes "Mayor criticizes bus plan", not "Mayor criticises bus plan"/);
  assert.match(problems, /found in "Car slams into wall"/);
  assert.match(problems, /is there twice/);
});

test("a lexicon in memory has no examples, and splits a condition into words when a title first asks for it", () => {
  const entries = readLexiconEntries("en");
  const index = indexLexicon(entries, "en");
  const candidates = [...index.byFirstWord.values()].flat();
  const kept = new Set(candidates.flatMap(({ entry }) => Object.values(entry)));
  assert.ok(kept.has("slam"));
  assert.ok(entries.every(({ loaded, literal }) => !kept.has(loaded) && !kept.has(literal)));

  const isSplit = () => candidates.some(({ conditions }) => conditions.some(({ words }) => words !== null));
  assert.equal(isSplit(), false);
  findEntries(readText("title", "Mayor slams bus plan"), index);
  assert.equal(isSplit(), true);
});
