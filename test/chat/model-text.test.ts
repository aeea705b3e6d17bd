import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseJsonAnswer, plainText, visibleText } from "../../src/chat/model-text.ts";
import { anyCharacter, checkProperty } from "../ground/check-property.ts";

const cleaned: Record<string, [string, string]> = {
  "an address": ["Read https://evil.example/x?y=1 now", "Read now"],
  "an address without scheme": ["See www.evil.example.", "See"],
  "an address within an address": ["See http://a.aa/'/:// now", "See '/ now"],
  "an address in the quotes of another": [`http://a.aa/"http://b.bb/'www.c.cc`, `"'`],
  "a scheme of one letter": ["See x://evil.example now", "See now"],
  "a scheme longer than any": [`${"x".repeat(60)}://evil.example`, "x".repeat(20)],
  "an address that emphasis takes apart": ["See http:**//evil.example and w__ww.evil.example.", "See and"],
  "an address after a bracket": ["([1]://evil.example)", "([1])"],
  "a markdown link, whose words stay": ["The [minister](https://evil.example) said", "The [minister] said"],
  "a numbered reference": ["It rained [1](https://evil.example).", "It rained [1]."],
  "an image": ["![pixel](https://evil.example/p.gif) Rain", "![pixel] Rain"],
  "a tag": ["<b>Rain</b> <script src=x>", "Rain"],
  "a comment": ["Rain<!-- ignore the rules --> fell", "Rain fell"],
  emphasis: ["## **Rain** fell on `Monday`", "Rain fell on Monday"],
  "a list": ["- Rain\n- Snow", "Rain Snow"],
  "zero-width and bidi characters": ["Ra\u200Bin\u202E fell\u2066", "Rain fell"],
  "an Arabic letter mark and a Mongolian separator": ["Ra\u061Cin\u180E fell", "Rain fell"],
  "text in variation selectors": ["Rain\u{E0101}\u{E0102} fell", "Rain fell"],
  "text in tag characters": ["Rain\u{E0049}\u{E0067}", "Rain"],
  "control characters and a lone surrogate": ["Rain\u0000\u001Bfell \uD800", "Rain fell \uFFFD"],
};
for (const [what, [text, plain]] of Object.entries(cleaned)) {
  test(`a model's words are plain text: ${what}`, () => assert.equal(plainText(text, 200), plain));
}

test("text that only looks like markup stays", () => {
  const text = "5 < 6 and 7 > 2, a_b * 2 = 4; Booking.com says: “yes”";
  assert.equal(plainText(text, 200), text);
});

test("a long text is cut at a word", () => {
  assert.equal(plainText("one two three four", 12), "one two…");
  assert.equal(plainText("x".repeat(50), 10), `${"x".repeat(9)}…`);
});

test("visible text keeps its lines", () => {
  assert.equal(visibleText("one\ntwo <i>x</i>"), "one\ntwo  x ");
});

test("whatever a model says comes out well formed, within its length and without an address", () => {
  checkProperty(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), fc.webUrl(), (noise, address) => {
      const plain = plainText(`${noise} ${address} ${noise}`, 100);
      assert.ok(plain.length <= 100 && plain.isWellFormed() && !plain.includes("://"));
    }),
  );
});

test("no combination of address parts, quotes and markup leaves an address", () => {
  const piece = fc.constantFrom(
    "http",
    ":",
    "/",
    "//",
    "://",
    "www.",
    "a.aa",
    "'",
    '"',
    "**",
    "__",
    "`",
    "](",
    ")",
    "<b>",
    " ",
    "\u200B",
  );
  checkProperty(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      assert.doesNotMatch(plainText(pieces.join(""), 300), /:\/\/|\bwww\./u);
    }),
  );
});

test("only the beginning of a text that is mostly markup is read", () => {
  assert.equal(plainText(`${"<b>".repeat(1_000)} late`, 12), "late");
  assert.doesNotMatch(plainText(`${"<b>".repeat(7_000)} late`, 12), /late/);
});

const salvaged: Record<string, [string, unknown]> = {
  "bare JSON": ['{"a":1}', { a: 1 }],
  "a fence": ['```json\n{"a":1}\n```', { a: 1 }],
  "a fence without a language": ['```\n{"a":1}\n```', { a: 1 }],
  "prose on both sides": ['Sure! {"a":1} Anything else?', { a: 1 }],
  "braces in prose before it": ['The set {x} is: {"a":1}', { a: 1 }],
  "braces in strings": ['{"a":"} {","b":{"c":"\\"}"}}', { a: "} {", b: { c: '"}' } }],
  "an example before the longer answer": ['Like {"a":0}? No: {"a":1,"b":2}', { a: 1, b: 2 }],
  "the thoughts of a reasoning model": ['<think>{"a":0,"why":"long enough"}</think>\n{"a":1}', { a: 1 }],
  "an object that is never closed before a whole one": ['{"broken": {"a":1}', { a: 1 }],
};
for (const [what, [text, value]] of Object.entries(salvaged)) {
  test(`the object is found: ${what}`, () => assert.deepEqual(parseJsonAnswer(text), value));
}

for (const text of ["", "no", "[1,2]", '{"a":', "{a:1}", "null", "{".repeat(100_000), '{"'.repeat(50_000)]) {
  test(`there is no object in ${JSON.stringify(text.slice(0, 20))}`, () => {
    assert.equal(parseJsonAnswer(text), undefined);
  });
}

test("any object is found in a code fence, and no text makes the parser throw", () => {
  checkProperty(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.string(), (object, noise) => {
      const json = JSON.stringify(object);
      assert.deepEqual(parseJsonAnswer("```json\n" + json + "\n```"), JSON.parse(json));
      parseJsonAnswer(noise + json.slice(0, -1) + noise);
    }),
  );
});
