import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { analyseByWords } from "../../src/analysis/heuristic/analyse-by-words.ts";
import { homeInEnglish } from "../../src/web/texts/en-about.ts";

const analysed = (title: string) =>
  analyseByWords({ title, description: "", body: "", kind: "feed", languageHint: "en", now: new Date(0) });

test("the home page's example is what the word lists make of it", () => {
  const { original, plain } = homeInEnglish.example;
  assert.equal(analysed(original).title_corrected, plain);
});

test("the README's example is what the word lists make of it", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8").replaceAll(/\s+/gu, " ");
  const [, original, plain] = /“([^”]+)” becomes “([^”]+)”/u.exec(readme) ?? [];
  assert.ok(original !== undefined && plain !== undefined);
  assert.equal(analysed(original).title_corrected, plain);
});
