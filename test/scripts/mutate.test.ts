import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { buildSweepTable } from "../../scripts/mutate/build-sweep-table.ts";
import { chooseMutants } from "../../scripts/mutate/choose-mutants.ts";
import { applyEdit, findMutants } from "../../scripts/mutate/find-mutants.ts";
import { runSweep, type Sweep } from "../../scripts/mutate/run-sweep.ts";

function mutationsOf(text: string): string[] {
  return findMutants({ "a.ts": text }).map((mutant) => `${mutant.rule}: ${applyEdit(text, mutant)}`);
}

const rules: [string, string, string[]][] = [
  ["a comparison", "f = a < b;", ["flip comparison: f = a >= b;"]],
  ["an equality", "f = a === b;", ["flip comparison: f = a !== b;"]],
  ["a condition", "if (a) b = c;", ["negate condition: if (!(a)) b = c;"]],
  // Not negated as well: that would be the same program.
  ["a condition that is a comparison", "if (a > b) b = c;", ["flip comparison: if (a <= b) b = c;"]],
  ["a choice", "f = a ? b : c;", ["negate condition: f = !(a) ? b : c;"]],
  ["a call that stands alone", "await f(a, b);", ["drop call: ;"]],
  ["a number", "f = 1_000;", ["change number: f = 2000;"]],
  ["a zero", "f = 0;", ["change number: f = 1;"]],
  ["and", "f = a && b;", ["swap and/or: f = a || b;"]],
  ["or", "f = a || b;", ["swap and/or: f = a && b;"]],
  ["a function", "function f() { a = b; }", ["return early: function f() { return; a = b; }"]],
  ["a default", "f = a ?? b;", ["swap default: f = ((b) ?? (a));"]],
  ["a default that is nothing", "f = a ?? null;", ["swap default: f = (null);"]],
  ["a spread", "f = { ...a, b };", ["drop spread: f = { ...{}, b };"]],
  ["a boolean", "f = true;", ["flip boolean: f = false;"]],
];

for (const [name, text, expected] of rules)
  test(`${name} is changed`, () => assert.deepEqual(mutationsOf(text), expected));

test("an SQL condition is removed up to its end", () => {
  const conditions = (sql: string) => mutationsOf(`q = ${sql};`).map((found) => found.replace(/^.*?: q = |;$/g, ""));
  assert.deepEqual(conditions("`select a from b\nwhere c and d = 'x and y'\nand (e or f) order by g`"), [
    "`select a from b\nwhere c \nand (e or f) order by g`",
    "`select a from b\nwhere c and d = 'x and y'\norder by g`",
  ]);
  assert.deepEqual(conditions('"delete from a where b and c"'), ['"delete from a where b "']);
  assert.deepEqual(conditions("`select count(*) filter (where a and ${b}) from c`"), [
    "`select count(*) filter (where a ) from c`",
  ]);
  assert.deepEqual(conditions("`update a set b = c and d, e = f`"), ["`update a set b = c , e = f`"]);
});

test("text that is not an SQL condition stays", () => {
  assert.deepEqual(mutationsOf('f = "bread and butter";'), []);
  assert.deepEqual(mutationsOf("f = `select a from b where c between $1 - d and $2`;"), []);
  assert.deepEqual(mutationsOf("f = `select a -- this and that\nfrom b`;"), []);
  // The parenthesis continues on the next line; half of it would not be valid SQL.
  assert.deepEqual(mutationsOf("f = `select a from b where c and (d\nor e)`;"), []);
});

test("types, imports, comments and strings are not changed", () => {
  const text = `import { a } from "./1.ts";
export { b } from "./2.ts";
type C = { d: 1 | true } & (E extends 2 ? true : false);
interface F { g: 3 }
// a < b && true
const h: Map<string, 4> = "5 < 6 && true" as unknown as 7;`;
  assert.deepEqual(mutationsOf(text), []);
});

test("a default that only satisfies the compiler keeps its number", () => {
  assert.deepEqual(mutationsOf("f = rowCount ?? 0;"), ["swap default: f = ((0) ?? (rowCount));"]);
  assert.deepEqual(mutationsOf("f = rows[0]?.done ?? false;"), [
    "swap default: f = ((false) ?? (rows[0]?.done));",
    "change number: f = rows[1]?.done ?? false;",
  ]);
  assert.deepEqual(mutationsOf("const { a = 0 } = rows[0] ?? {};"), [
    "swap default: const { a = 0 } = (({}) ?? (rows[0]));",
    "change number: const { a = 0 } = rows[1] ?? {};",
  ]);
  assert.deepEqual(mutationsOf("const { a = 0 } = b;"), ["change number: const { a = 1 } = b;"]);
});

test("a mutant names its line, before and after", () => {
  const [mutant] = findMutants({ "a.ts": "const a = b;\n  f(\n    a,\n  );\n" });
  assert.deepEqual(mutant && [mutant.line, mutant.before, mutant.after, mutant.isTopLevel], [2, "f(", ";", true]);
  const [, inside] = findMutants({ "a.ts": "function f() {\n  return a < b;\n}" });
  assert.deepEqual(inside && [inside.line, inside.after, inside.isTopLevel], [2, "return a >= b;", false]);
});

test("the same seed picks the same mutants, another seed picks others; every file and many rules get a share", () => {
  const source = (n: number) => "if (a < 1 && b) c(2, 3, 4, 5, 6, 7, 8, true);\n".repeat(n);
  const all = findMutants({ "large.ts": source(30), "small.ts": source(10), "tiny.ts": source(1) });
  const chosen = chooseMutants(all, 82, 1);
  assert.deepEqual(chooseMutants(all, 82, 1), chosen);
  assert.notDeepEqual(chooseMutants(all, 82, 2), chosen);
  assert.equal(new Set(chosen).size, 82);
  const shares = Map.groupBy(chosen, ({ file }) => file);
  const [large = 0, small = 0, tiny = 0] = ["large.ts", "small.ts", "tiny.ts"].map((file) => shares.get(file)?.length);
  assert.deepEqual([large > 2 * small, small > 2 * tiny, tiny > 0], [true, true, true]);
  assert.deepEqual(
    new Set(shares.get("small.ts")?.map(({ rule }) => rule)),
    new Set(["flip comparison", "negate condition", "swap and/or", "drop call", "change number", "flip boolean"]),
  );
});

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
