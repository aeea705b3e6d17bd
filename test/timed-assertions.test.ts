import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

// A test must not fail because the machine is busy. Count work (test/ground/count-work.ts), wait for what another process
// does (test/ground/eventually.ts), and time things in bench/, as a ratio.
const clock = /performance\.now\(|hrtime|[cC]puUsage\(/;
const timed = /assert.*\b\w*(?:[cC]pu|elapsed|took|waited|duration)\w*Ms\b.*[<>]/;

const mayRead = new Set([
  // It asserts that one time is not included in another, which holds at any speed.
  "test/http-client/guarded-client.test.ts",
  // They say how long it took, and assert nothing of it.
  "test/faults/sqs-machines.slow.test.ts",
  "test/faults/vanished-database.slow.test.ts",
]);

function findTimed(path: string, text: string): string[] {
  if (mayRead.has(path)) return [];
  return text.split("\n").flatMap((line, at) => (clock.test(line) || timed.test(line) ? [`${path}:${at + 1}`] : []));
}

test("no test measures time", () => {
  const root = join(import.meta.dirname, "..");
  const files = globSync("test/**/*.test.ts", { cwd: root }).filter((file) => file !== "test/timed-assertions.test.ts");
  assert.deepEqual(
    files.flatMap((file) => findTimed(file, readFileSync(join(root, file), "utf8"))),
    [],
  );
});

test("a test that measures time is found", () => {
  for (const line of [
    "const before = performance.now();",
    "process.threadCpuUsage(before)",
    "assert.ok(elapsedMs < 2_000);",
  ])
    assert.deepEqual(findTimed("test/a.test.ts", `\n${line}`), ["test/a.test.ts:2"]);
  assert.deepEqual(findTimed("test/a.test.ts", "assert.ok(steps < stepsMax);"), []);
});
