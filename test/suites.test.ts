import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

test("every test file is run by exactly one of npm test and npm run test:slow", () => {
  const [quick, slow] = [filesOf("test"), filesOf("test:slow")];
  assert.deepEqual([...quick, ...slow].toSorted(), globSync("test/**/*.test.ts", { cwd: root }).toSorted());
  assert.deepEqual(
    quick.filter((file) => file.endsWith(".slow.test.ts")),
    [],
  );
  assert.ok(slow.length > 0);
});

test("CI runs both suites, with the same options", () => {
  assert.match(read(".ci/run"), /npm ci && npm run check && npm test && npm run test:slow$/m);
  assert.equal(optionsOf("test"), optionsOf("test:slow"));
});

/** The files that the pattern at the end of a script selects. */
function filesOf(script: string): string[] {
  const [, pattern = ""] = /'([^']+)'$/.exec(scripts[script] ?? "") ?? [];
  return globSync(pattern, { cwd: root });
}

function optionsOf(script: string): string {
  return (scripts[script] ?? "").replace(/'[^']+'$/, "");
}
