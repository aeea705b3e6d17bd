import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { splitWords, wordDiff } from "../../src/items/word-diff.ts";
import { checkProperty } from "../ground/check-property.ts";

test("a diff shows what was removed, replaced, added, and changed only in case", () => {
  assert.deepEqual(wordDiff("BREAKING: Senator SLAMS new tax PLAN", "Senator criticizes new tax plan today"), [
    { kind: "removed", before: "BREAKING: ", after: "", start: 0 },
    { kind: "same", before: "Senator ", after: "Senator ", start: 10 },
    { kind: "replaced", before: "SLAMS ", after: "criticizes ", start: 18 },
    { kind: "same", before: "new tax ", after: "new tax ", start: 24 },
    { kind: "case", before: "PLAN", after: "plan ", start: 32 },
    { kind: "added", before: "", after: "today", start: 36 },
  ]);
});

test("a removed punctuation mark does not mark its word as removed", () => {
  assert.deepEqual(
    wordDiff("What a disgrace!", "What a disgrace").map(({ kind, before }) => [kind, before]),
    [
      ["same", "What a disgrace"],
      ["removed", "!"],
    ],
  );
  assert.deepEqual(splitWords("It's 3.5% off."), ["It's ", "3.5", "% ", "off", "."]);
});

test("a letter and its combining mark are never split", () => {
  assert.deepEqual(splitWords("cafe\u0301 की"), ["cafe\u0301 ", "की"]);
});

test("equal titles are one part, and two empty ones none", () => {
  assert.deepEqual(wordDiff("No change", "No change"), [
    { kind: "same", before: "No change", after: "No change", start: 0 },
  ]);
  assert.deepEqual(wordDiff("", ""), []);
});

test("the joined parts give both titles back, in order", () => {
  const title = fc.array(fc.constantFrom("a", "A", "b", "plan", "Plan!", " ", "\t", "ß", "😱"), { maxLength: 30 });
  checkProperty(
    fc.property(title, title, (old, fresh) => {
      const [before, after] = [old.join(" "), fresh.join(" ")];
      const parts = wordDiff(before, after);
      assert.equal(parts.map((part) => part.before).join(""), before);
      assert.equal(parts.map((part) => part.after).join(""), after);
      for (const part of parts) assert.equal(before.slice(part.start, part.start + part.before.length), part.before);
    }),
  );
});

test("very long titles are compared as a whole", () => {
  const long = "word ".repeat(100_000);
  assert.deepEqual(
    wordDiff(long, `${long}more`).map(({ kind }) => kind),
    ["replaced"],
  );
});
