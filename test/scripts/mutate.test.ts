import assert from "node:assert/strict";
import { test } from "node:test";
import { chooseMutants } from "../../scripts/mutate/choose-mutants.ts";
import { applyEdit, findMutants } from "../../scripts/mutate/find-mutants.ts";

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
