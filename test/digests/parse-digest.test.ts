import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseDigest } from "../../src/digests/parse-digest.ts";
import { sixItems as items } from "./digest-examples.ts";
import { checkProperty } from "../ground/check-property.ts";

test("references are counted anew in the order of the text, whatever form they had", () => {
  const text = "Ferries [6, 2] and storm [4].\n\nBudget [5][1-3] and ferries [2](https://evil.example).";
  assert.deepEqual(parseDigest(text, items), {
    content: "Ferries [1][2] and storm [3].\n\nBudget [4][5][2][6] and ferries [2].",
    itemRefs: ["item-6", "item-2", "item-4", "item-5", "item-1", "item-3"],
  });
});

const dropped: Record<string, string> = {
  "cites an item that does not exist": "Something else happened [7].",
  "cites nothing": "Here is your digest for today:",
  "cites item 0": "Nobody wrote this [0].",
  "has a number that its items do not have": "Parliament passed a budget of 999 billion [1].",
  "has a number that only another item has": "Parliament passed a budget of 412 billion [2].",
};
for (const [what, paragraph] of Object.entries(dropped)) {
  test(`a paragraph that ${what} is dropped`, () => {
    assert.equal(parseDigest(`${paragraph}\n\nStorm in Elmsford [4].`, items)?.content, "Storm in Elmsford [1].");
    assert.equal(parseDigest(paragraph, items), null);
  });
}

test("headings, lists, markup and addresses go, and five paragraphs are enough", () => {
  const lines = ["# Today", "- **Storm** in [Elmsford](https://evil.example) <script>x</script> [4]"];
  const digest = parseDigest([...lines, ...Array.from({ length: 9 }, () => "Storm [4].")].join("\n"), items);
  const paragraphs = digest?.content.split("\n\n") ?? [];
  assert.equal(paragraphs.length, 5);
  assert.equal(paragraphs[0], "Storm in [Elmsford] x [1]");
});

test("whatever a model writes, every reference leads to an item", () => {
  const words = fc.constantFrom(
    "Rain ",
    "[1]",
    "[2, 9]",
    "[3-5]",
    "[99]",
    "[0]",
    "\n\n",
    "412 ",
    "https://a.example ",
    "[",
  );
  checkProperty(
    fc.property(fc.array(words, { maxLength: 30 }), (parts) => {
      const digest = parseDigest(parts.join(""), items);
      const cited = [...(digest?.content.matchAll(/\[(\d+)\]/gu) ?? [])].map(([, number]) => Number(number));
      assert.deepEqual(new Set(cited), new Set((digest?.itemRefs ?? []).map((_, index) => index + 1)));
    }),
  );
});
