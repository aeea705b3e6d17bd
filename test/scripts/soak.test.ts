import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeGrowth } from "../../scripts/soak/judge-growth.ts";

const tolerance = () => ({ share: 0.1, least: 5 });

test("a value that varies within its tolerance does not count as growth", () => {
  const samples = [100, 140, 101, 99, 100, 60, 105, 109, 104].map((heap) => ({ heap }));
  assert.deepEqual(judgeGrowth(samples, tolerance), [
    { name: "heap", before: 101, after: 105, allowed: 101 + 10.1, grows: false },
  ]);
});

test("a small steady leak counts as growth, and so does a value that cannot be measured", () => {
  const samples = Array.from({ length: 30 }, (_, n) => ({ heap: 50 + n, gone: Number.NaN }));
  assert.deepEqual(
    judgeGrowth(samples, tolerance).map(({ grows }) => grows),
    [true, true],
  );
});
