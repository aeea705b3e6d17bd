import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { analyseByWords } from "../../src/analysis/heuristic/analyse-by-words.ts";
import { catalogues } from "../../src/web/texts/texts-of.ts";

const analysed = (title: string, languageHint = "en") =>
  analyseByWords({ title, description: "", body: "", kind: "feed", languageHint, now: new Date(0) });

test("the home page's example, in every language, is what the word lists make of it", () => {
  for (const [language, { home }] of Object.entries(catalogues)) {
    assert.equal(analysed(home.example.original, language).title_corrected, home.example.plain);
  }
});

test("the README's example is what the word lists make of it", () => {
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8").replaceAll(/\s+/gu, " ");
  const [, original, plain] = /“([^”]+)” becomes “([^”]+)”/u.exec(readme) ?? [];
  assert.ok(original !== undefined && plain !== undefined);
  assert.equal(analysed(original).title_corrected, plain);
});
