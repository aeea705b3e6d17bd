import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "../..");
const drawing = `
  const { default: fc } = await import("fast-check");
  const { checkProperty } = await import("./test/ground/check-property.ts");
  const drawn = [];
  checkProperty(fc.property(fc.nat(), (n) => void drawn.push(n)), 5);
  await checkProperty(fc.asyncProperty(fc.nat(), async (n) => void drawn.push(n)), 5);
  console.log(JSON.stringify(drawn));`;

function draw(environment: NodeJS.ProcessEnv = {}): number[] {
  const { PLAINWIRE_FUZZ_SEED: _, PLAINWIRE_FUZZ_TIMES: __, ...rest } = process.env;
  const child = { cwd: root, env: { ...rest, ...environment }, encoding: "utf8" } as const;
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "--eval", drawing], child));
}

test("a property gets the same cases in every run, different ones with another seed, and more if asked", () => {
  const drawn = draw();
  assert.equal(drawn.length, 10);
  assert.deepEqual(draw(), drawn);
  const other = draw({ PLAINWIRE_FUZZ_SEED: "7" });
  assert.notDeepEqual(other, drawn);
  const more = draw({ PLAINWIRE_FUZZ_SEED: "7", PLAINWIRE_FUZZ_TIMES: "3" });
  assert.equal(more.length, 30);
  assert.deepEqual(more.slice(0, 5), other.slice(0, 5));
});

test("no test generates random cases on its own", () => {
  const own = /\bfc\.(assert|check|sample)\(/;
  assert.ok(own.test("fc.assert(holds)"));
  const files = globSync("test/**/*.ts", { cwd: root }).filter(
    (file) => !/check-property\.ts$|fuzz\.test\.ts$/.test(file),
  );
  assert.deepEqual(
    files.filter((file) => own.test(readFileSync(join(root, file), "utf8"))),
    [],
  );
});
