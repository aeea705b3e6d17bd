import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { buildResults } from "../bench/results.ts";

test("bench/results.md is built only from the measurements and the remarks", () => {
  const read = (name: string) => readFileSync(resolve(import.meta.dirname, "../bench", name), "utf8");
  assert.equal(read("results.md"), buildResults(JSON.parse(read("results.json")), read("remarks.md")));
});
