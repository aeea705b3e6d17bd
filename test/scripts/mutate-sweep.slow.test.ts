import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { buildSweepTable } from "../../scripts/mutate/build-sweep-table.ts";
import { runSweep, type Sweep } from "../../scripts/mutate/run-sweep.ts";

const limitSource = `export function isTooLong(text: string, max: number): boolean {
  return text.length > max;
}
export function cut(text: string): string {
  return text.slice(0, 10);
}
export function countLong(texts: string[]): number {
  let found = 0;
  for (const text of texts) if (isTooLong(text, 2)) found += 1;
  return found;
}
export const never = () => true;
`;
const limitTest = `import assert from "node:assert/strict";
import { test } from "node:test";
import { countLong, cut, isTooLong } from "../../src/limit/limit.ts";
import { spare } from "../../src/limit/spare.ts";
test("too long", () => assert.equal(isTooLong("abc", 2), true));
test("cut", () => assert.equal(cut("abc"), "abc"));
test("count", () => void countLong(["abc"]));
test("spare", () => void spare());
`;

/** A tree with two sources and one test, which does not cover the limit of ten characters. */
function plantTree(t: TestContext): { sweep: Sweep; write: (path: string, text: string) => void; said: string[] } {
  const root = mkdtempSync(join(tmpdir(), "plainwire-planted-"));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write("package.json", `{ "type": "module" }`);
  write("node_modules/nothing", "");
  write("src/limit/limit.ts", limitSource);
  write("src/limit/spare.ts", "export const spare = () => 7;");
  write("test/limit/limit.test.ts", limitTest);
  const said: string[] = [];
  const sweep = {
    root,
    folders: ["src/limit"],
    tests: ["test/**/*.test.ts"],
    count: 100,
    seed: 1,
    resultsFile: join(root, "data/results.jsonl"),
    cacheFolder: join(root, "data/coverage"),
    environment: {},
    signal: new AbortController().signal,
    // Longer than any machine needs; no test here depends on it.
    slackMs: 60_000,
    say: (sentence: string) => void said.push(sentence),
    tidy: async () => undefined,
  };
  return { sweep, write, said };
}

test("a sweep finds the planted survivors, continues where it was stopped, and tries survivors with new tests", async (t) => {
  const { sweep, write, said } = plantTree(t);
  const results = await runSweep(sweep);
  const outcomes = (found: typeof results) =>
    Object.fromEntries(found.map(({ line, rule, outcome }) => [`${line} ${rule}`, outcome]));
  const first = {
    "1 return early": "killed",
    "2 flip comparison": "killed",
    "4 return early": "killed",
    // Both numbers of the line look the same here; the one with 0 is killed.
    "5 change number": "survived",
    "7 return early": "survived",
    "8 change number": "survived",
    "9 change number": "survived",
    "9 negate condition": "survived",
    "12 flip boolean": "not covered",
    // In the other file: earlier changes have been undone.
    "1 change number": "survived",
  };
  assert.deepEqual(outcomes(results.toSorted((one, other) => one.start - other.start)), first);
  assert.equal(readFileSync(join(sweep.root, "src/limit/limit.ts"), "utf8"), limitSource);
  const table = buildSweepTable(results);
  assert.match(table, /^src\/limit +12 +4 +0 +7 +1 +33\.3$/m);
  assert.match(
    table,
    /^src\/limit\/limit\.ts:5 \(change number, survived\)\n {2}- return text\.slice\(0, 10\);\n {2}\+ return text\.slice\(0, 20\);$/m,
  );

  said.length = 0;
  // As after a kill: the last line is cut off.
  const lines = readFileSync(sweep.resultsFile, "utf8").trim().split("\n");
  writeFileSync(sweep.resultsFile, `${lines.slice(0, -1).join("\n")}\n${lines.at(-1)?.slice(0, 30)}`);
  assert.deepEqual(await runSweep(sweep), results);
  assert.equal(said.length, 1, said.join("\n"));
  assert.deepEqual(await runSweep(sweep), results);
  assert.equal(said.length, 1, said.join("\n"));

  said.length = 0;
  write(
    "test/limit/cut.test.ts",
    limitTest
      .replace(`cut("abc"), "abc"`, `cut("0123456789abc"), "0123456789"`)
      .replace("void spare()", "assert.equal(spare(), 7)")
      .replace(`void countLong(["abc"])`, `assert.equal(countLong(["a", "abc", "abc"]), 2)`),
  );
  const again = await runSweep(sweep);
  assert.deepEqual(new Set(again.map(({ outcome }) => outcome)), new Set(["killed", "not covered"]));
  // The new test is measured and the survivors run again; killed mutants do not.
  assert.equal(said.filter((sentence) => sentence.includes("killed by test/limit/limit")).length, 0);
});

test("a test that fails without any change is not used", async (t) => {
  const { sweep, write, said } = plantTree(t);
  write("test/limit/limit.test.ts", limitTest.replace("true));", "false));"));
  const results = await runSweep({ ...sweep, count: 3 });
  assert.deepEqual(new Set(results.map(({ outcome }) => outcome)), new Set(["not covered"]));
  assert.ok(said.some((sentence) => sentence.includes("fails without any mutation")));
});

test("a change that never ends is ended", async (t) => {
  const { sweep, write } = plantTree(t);
  write("src/limit/limit.ts", "export function climb(to: number): void {\n  for (let at = 0; at < to; at += 1);\n}\n");
  write(
    "test/limit/limit.test.ts",
    `import { test } from "node:test";
import { climb } from "../../src/limit/limit.ts";
test("climb", () => climb(0));`,
  );
  const results = await runSweep({ ...sweep, slackMs: 100 });
  assert.equal(results.find(({ rule }) => rule === "flip comparison")?.outcome, "timed out");
});

test("one failing test is enough, whatever it leaves open", async (t) => {
  const { sweep, write } = plantTree(t);
  write(
    "test/limit/limit.test.ts",
    `import assert from "node:assert/strict";
import { test } from "node:test";
import { spare } from "../../src/limit/spare.ts";
test("spare", () => {
  const open = setInterval(() => undefined, 1_000);
  assert.equal(spare(), 7);
  clearInterval(open);
});`,
  );
  const results = await runSweep(sweep);
  assert.equal(results.find(({ file }) => file === "src/limit/spare.ts")?.outcome, "killed");
});
