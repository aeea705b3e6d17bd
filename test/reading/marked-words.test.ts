import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { markTitle } from "../../src/items/mark-title.ts";
import { textDiff } from "../../src/items/word-diff.ts";
import { checkProperty } from "../ground/check-property.ts";

const span = (start: number, text: string) => ({ field: "title" as const, start, end: start + text.length, text });

test("a title shows the removed words and why", () => {
  const title = "Mayor SLAMS shocking plan";
  const parts = markTitle(title, "Mayor criticizes plan", [
    { id: "loaded_language", severity: 0.35, span: span(6, "SLAMS") },
    { id: "all_caps", severity: 0.3, span: span(6, "SLAMS") },
    { id: "exaggeration", severity: 0.3, span: span(12, "shocking") },
    { id: "fear_appeal", severity: 0.3, span: { ...span(3, "fear"), field: "body" } },
  ]);
  assert.deepEqual(
    parts.filter(({ change, techniques }) => change !== "none" || techniques.length > 0),
    [
      { text: "SLAMS", change: "gone", techniques: ["loaded_language", "all_caps"] },
      { text: " ", change: "gone", techniques: [] },
      { text: "shocking", change: "gone", techniques: ["exaggeration"] },
    ],
  );
});

test("a word changed only in case is marked, not struck through", () => {
  const [first] = markTitle("BREAKING news", "Breaking news", []);
  assert.deepEqual(first, { text: "BREAKING", change: "case", techniques: [] });
});

const text = fc
  .array(fc.constantFrom("a", "b", "B", "c", "\n", "שלום", "😱", "!"), { maxLength: 30 })
  .map((words) => words.join(" "));

test("the joined parts are the title, whatever spans are given", () => {
  const claimed = fc.record({ start: fc.integer({ min: 0, max: 60 }), end: fc.integer({ min: 0, max: 60 }) });
  checkProperty(
    fc.property(text, text, fc.array(claimed, { maxLength: 5 }), (original, corrected, spans) => {
      const techniques = spans.map((place) => ({
        id: "all_caps" as const,
        severity: 0.1,
        span: { field: "title" as const, text: "x", ...place },
      }));
      const parts = markTitle(original, corrected, techniques);
      assert.equal(parts.map((part) => part.text).join(""), original);
    }),
  );
});

test("a diff of two texts gives both of them back", () => {
  checkProperty(
    fc.property(text, text, (before, after) => {
      const parts = textDiff(before, after);
      assert.equal(parts.map((part) => part.before).join(""), before);
      assert.deepEqual(
        parts
          .map((part) => part.after)
          .join("")
          .split(/\s+/),
        after.split(/\s+/),
      );
      for (const part of parts) assert.equal(before.slice(part.start, part.start + part.before.length), part.before);
    }),
  );
});

test("one word changed in a long text is one change", () => {
  const words = Array.from({ length: 5_000 }, (_, n) => `word${n}`);
  const parts = textDiff(words.join(" "), words.with(2_500, "other").join(" "));
  assert.deepEqual(
    parts.filter(({ kind }) => kind !== "same").map(({ before, after }) => [before.trim(), after.trim()]),
    [["word2500", "other"]],
  );
});
