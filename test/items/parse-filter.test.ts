import assert from "node:assert/strict";
import { test } from "node:test";
import { parseFilter } from "../../src/items/filters/parse-filter.ts";

const feeds = [{ feedId: "feed-1", name: "One" }];
const empty = { title: "", feed: "", category: "", score: "", action: "hide" };

test("only filled-in fields become part of the rule", () => {
  const full = parseFilter({ title: "cup *", feed: "feed-1", category: "sport", score: "0.50", action: "star" }, feeds);
  assert.deepEqual(full, {
    kind: "right",
    rule: { title: "cup *", feedId: "feed-1", category: "sport", scoreMin: 0.5 },
    action: "star",
  });
  assert.deepEqual(parseFilter({ ...empty, score: "0" }, feeds), {
    kind: "right",
    rule: { scoreMin: 0 },
    action: "hide",
  });
});

test("a filter that asks for nothing is refused as a whole", () => {
  assert.deepEqual(parseFilter(empty, feeds), { kind: "wrong", faults: ["rule"] });
});

for (const [field, value] of [
  ["title", "?!"],
  ["title", "a".repeat(201)],
  ["feed", "feed-2"],
  ["category", "gossip"],
  ["score", "1.5"],
  ["score", "0.123"],
  ["action", "burn"],
] as const) {
  test(`${field} “${value.slice(0, 10)}” is named as wrong`, () => {
    const parsed = parseFilter({ ...empty, title: "cup", [field]: value }, feeds);
    assert.deepEqual(parsed, { kind: "wrong", faults: [field] });
  });
}
