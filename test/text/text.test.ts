import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import {
  cutText,
  printable,
  printableLine,
  storableText,
  withoutBidi,
  withoutBidiControls,
  withoutHidden,
} from "../../src/text/characters.ts";
import { parseJson } from "../../src/text/parse-json.ts";
import { anyCharacter, checkProperty } from "../ground/check-property.ts";

const bidiControls = [..."\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069"];
const bidiMarks = [..."\u061C\u200E\u200F"];
const joiners = [..."\u200C\u200D"];

/** Format characters that a reader does see, or that shape the letters next to them. They stay in a text for a model. */
const shownFormat =
  /[\p{Join_Control}\u{600}-\u{605}\u{6DD}\u{70F}\u{890}\u{891}\u{8E2}\u{110BD}\u{110CD}\u{13430}-\u{1343F}\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}]/u;

test("every format character that Unicode knows is hidden or on the list of those that are shown", () => {
  const format = Array.from({ length: 0x110000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /\p{Cf}/u.test(character));
  assert.ok(format.length > 150);
  const left = format.filter((character) => withoutHidden(character) !== "" && !shownFormat.test(character));
  assert.deepEqual(left.map(codeOf), []);
});

test("supplementary variation selectors are hidden, those of emoji stay", () => {
  assert.equal(withoutHidden("a\u{E0100}\u{E01EF}b"), "ab");
  assert.equal(withoutHidden("❤\uFE0F"), "❤\uFE0F");
});

for (const character of [...bidiControls, ...bidiMarks]) {
  test(`${codeOf(character)} reaches neither a terminal nor a model`, () => {
    assert.equal(withoutBidi(`a${character}b`), "ab");
    assert.equal(withoutHidden(`a${character}b`), "ab");
  });
}

test("a published headline keeps the marks and loses what reorders a line", () => {
  assert.equal(withoutBidiControls(bidiControls.join("")), "");
  assert.equal(printableLine(`a${bidiControls.join("")}b`, 20), "ab");
  for (const mark of bidiMarks) assert.equal(printableLine(`a${mark}b`, 10), `a${mark}b`);
});

test("zero-width joiners stay everywhere", () => {
  for (const joiner of joiners) {
    const text = `می${joiner}خواهم`;
    for (const clean of [withoutBidi, withoutBidiControls, withoutHidden, printable, storableText])
      assert.equal(clean(text), text);
  }
});

test("a text for a model keeps its line breaks; other controls become spaces, half pairs are replaced", () => {
  assert.equal(withoutHidden("a\nb\tc\u0085d\0e\uD800"), "a\nb c d e\uFFFD");
});

test("a text column takes no NUL and no half of a pair", () => {
  assert.equal(storableText("a\0b\uDC00c\u202E"), "ab\uFFFDc\u202E");
});

function codeOf(character: string): string {
  return `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`;
}

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
