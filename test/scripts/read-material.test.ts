import assert from "node:assert/strict";
import { test } from "node:test";
import { parseMarks } from "../../scripts/train/read-material.ts";

test("the numbers of the loaded words become places in the headline", () => {
  const headline = "Mayor’s “stunning” ferry plan: shock!";
  const { level, spans } = parseMarks("0123456789abcdef\t2\t2 7 8", headline);
  assert.equal(level, 2);
  assert.deepEqual(
    spans.map(([start, end]) => headline.slice(start, end)),
    ["stunning", "shock", "!"],
  );
  assert.deepEqual(parseMarks("0123456789abcdef\t0\t-", headline).spans, []);
});
