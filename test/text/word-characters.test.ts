import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { tokenize } from "../../src/analysis/heuristic/read-text.ts";
import { foldedWords, foldText } from "../../src/items/search-words.ts";
import { characterSet } from "../../src/text/word-characters.ts";
import { anyCharacter, checkProperty } from "../ground/check-property.ts";

const anyText = fc.array(fc.oneof(anyCharacter, fc.constantFrom(..." aB'’İΣςéŁß中ไ5½-.\u0301\u212Aका่が\u3099")), {
  maxLength: 40,
});

test("a set knows each character as its expression does, asked once or twice", () => {
  const letters = characterSet(/\p{L}/u);
  checkProperty(
    fc.property(anyText, (characters) => {
      const text = characters.join("");
      for (let at = 0; at < text.length; at += 1) {
        const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
        const expected = /\p{L}/u.test(character) ? character.length : 0;
        assert.equal(letters(text, at), expected);
        assert.equal(letters(text, at), expected);
      }
    }),
  );
  assert.equal(letters("a", 1), 0);
});

test("words are what the expression for a word finds, in lower case", () => {
  checkProperty(
    fc.property(anyText, (characters) => {
      const text = characters.join("");
      const expected = [...text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu)].map(
        ({ 0: word, index }) => ({
          word: word.toLowerCase().replaceAll("’", "'"),
          start: index,
          end: index + word.length,
        }),
      );
      assert.deepEqual(tokenize(text), expected);
    }),
  );
});

test("words to search for are runs of letters with their marks and digits, and each character where no spaces are written", () => {
  const unspaced =
    "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
  const word = new RegExp(`[${unspaced}]\\p{M}*|[[\\p{L}\\p{M}\\p{N}]--[${unspaced}]]+`, "gv");
  checkProperty(
    fc.property(anyText, (characters) => {
      const text = characters.join("");
      assert.deepEqual(foldedWords(text), foldText(text).match(word) ?? []);
    }),
  );
});

test("a character is folded alone as it is in a text that has others too", () => {
  // Beyond those that are folded one by one, so that the whole text is.
  const other = "日";
  for (let code = 0x80; code <= 0x2030; code += 1) {
    const text = `a${String.fromCharCode(code)}b`;
    assert.equal(`${foldText(text)} ${other}`, foldText(`${text} ${other}`), code.toString(16));
  }
  assert.equal(foldText("Łódź, Straße – „Grün“"), "lodz, strasse – „grun“");
});
