import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { buildResults } from "../bench/results.ts";

test("bench/results.md says what was measured, and the remarks on it, and nothing else", () => {
  const read = (name: string) => readFileSync(resolve(import.meta.dirname, "../bench", name), "utf8");
  assert.equal(read("results.md"), buildResults(JSON.parse(read("results.json")), read("remarks.md")));
});
