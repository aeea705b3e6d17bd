import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { cutText } from "../../src/text/cut-text.ts";
import { parseJson } from "../../src/text/parse-json.ts";
import { anyCharacter, checkProperty } from "../ground/check-property.ts";

test("a cut never leaves half of a pair", () => {
  assert.equal(cutText("ab😀", 3), "ab");
  assert.equal(cutText("ab😀", 4), "ab😀");
  assert.equal(cutText("😀", 1), "");
  assert.equal(cutText("abc", 2), "ab");
});

test("whatever the text, the cut is its start, well-formed, and at most one unit short", () => {
  checkProperty(
    fc.property(fc.string({ unit: anyCharacter }), fc.nat(20), (text, charsMax) => {
      const cut = cutText(text, charsMax);
      assert.ok(text.startsWith(cut) && cut.isWellFormed());
      assert.ok(cut.length <= charsMax && cut.length >= Math.min(text.length, charsMax) - 1);
    }),
  );
});

test("only text that is not JSON gives undefined", () => {
  assert.deepEqual(parseJson('{"a":[1,null]}'), { a: [1, null] });
  assert.equal(parseJson("null"), null);
  for (const text of ["", "{", "undefined", "NaN", "{'a':1}"]) assert.equal(parseJson(text), undefined);
});
