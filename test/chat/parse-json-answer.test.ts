import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseJsonAnswer } from "../../src/chat/parse-json-answer.ts";
import { checkProperty } from "../ground/check-property.ts";

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
