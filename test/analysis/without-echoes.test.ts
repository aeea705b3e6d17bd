import assert from "node:assert/strict";
import { test } from "node:test";
import { analyseByWords } from "../../src/analysis/heuristic/analyse-by-words.ts";
import type { Finding } from "../../src/analysis/heuristic/find-techniques.ts";
import { readText } from "../../src/analysis/heuristic/read-text.ts";
import { withoutEchoes } from "../../src/analysis/heuristic/without-echoes.ts";

const now = new Date(0);

test("words that only stood beside loud ones are not marked in a title that was edited", () => {
  const title = "SHOCK: Motorists' club slams outrageous decision on the harbour bridge!";
  const read = analyseByWords({ title, description: "", body: "", kind: "feed", languageHint: "en", now });
  const marked = read.techniques.map(({ span }) => span?.text);
  assert.deepEqual(marked, ["SHOCK", "slams outrageous", "!"]);
});

const title = readText("title", "Enough! Council slams bridge plan");
const finding = (text: string, id: Finding["id"] = "loaded_language"): Finding => {
  const start = title.text.indexOf(text);
  return { id, severity: 0.5, read: title, start, end: start + text.length, words: text.split(" ").length };
};
const left = (text: string, plain: string, id?: Finding["id"]) =>
  withoutEchoes([finding(text, id)], plain, "en").map(({ start, end, words }) => [title.text.slice(start, end), words]);

test("a mark loses the plain words at its ends, and goes if it had no others", () => {
  assert.deepEqual(left("Council slams bridge plan", "Council criticizes bridge plan"), [["slams", 1]]);
  assert.deepEqual(left("bridge plan", "Council criticizes bridge plan"), []);
});

test("a mark that went with its word stays, and so does what the form of the title says", () => {
  assert.deepEqual(left("Enough!", "Enough. Council criticizes bridge plan"), [["Enough!", 1]]);
  assert.deepEqual(left("bridge plan", "Council criticizes bridge plan", "listicle"), [["bridge plan", 2]]);
  assert.deepEqual(withoutEchoes([finding("bridge")], "Bridge", "xx").length, 1);
});
