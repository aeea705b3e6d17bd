import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeGrowth } from "../../scripts/soak/judge-growth.ts";

const tolerance = () => ({ share: 0.1, least: 5 });

test("what moves about within its tolerance does not grow", () => {
  const samples = [100, 140, 101, 99, 100, 60, 105, 109, 104].map((heap) => ({ heap }));
  assert.deepEqual(judgeGrowth(samples, tolerance), [
    { name: "heap", before: 101, after: 105, allowed: 101 + 10.1, grows: false },
  ]);
});

test("what leaks a little each time grows, and so does what cannot be measured", () => {
  const samples = Array.from({ length: 30 }, (_, n) => ({ heap: 50 + n, gone: Number.NaN }));
  assert.deepEqual(
    judgeGrowth(samples, tolerance).map(({ grows }) => grows),
    [true, true],
  );
});
