import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };

test("every test file is run by exactly one of npm test and npm run test:slow", () => {
  const slow = filesOf("test:slow");
  assert.ok(slow.length > 0);
  assert.ok(slow.every((file) => /(\.slow|in-browser)\.test\.ts$/.test(file)));
  const quick = globSync("test/**/*.test.ts", { cwd: root }).filter((file) => !slow.includes(file));
  const folders = new Set(quick.map(dirname));
  assert.deepEqual(filesOf("test").flatMap(foldersOf).toSorted(), [...folders].toSorted());
});

test("CI runs both suites, with the same options", () => {
  assert.match(read(".ci/run"), /npm ci && npm run check && npm test && npm run test:slow$/m);
  assert.equal(optionsOf("test"), optionsOf("test:slow"));
});

test("the hosted CI runs .ci/run and nothing else", () => {
  const workflow = read(".github/workflows/ci.yml");
  assert.deepEqual(
    [...workflow.matchAll(/^\s+(?:- )?run: (.*)$/gm)].map(([, command]) => command),
    [".ci/run"],
  );
  assert.deepEqual(
    [...workflow.matchAll(/uses: ([\w-]+\/[\w-]+)@/g)].map(([, action]) => action),
    ["actions/checkout"],
  );
});

test("AGENTS.md stays short enough to be read", () => {
  assert.ok(read("AGENTS.md").split("\n").length <= 61);
});

/** The files that the pattern at the end of a script selects. */
function filesOf(script: string): string[] {
  const [, pattern = ""] = /'([^']+)'$/.exec(scripts[script] ?? "") ?? [];
  return globSync(pattern, { cwd: root });
}

/** The folders whose test files a group runs; its files are run by runTogether (ground/run-together.ts). */
function foldersOf(group: string): string[] {
  const [, list = ""] = /^runTogether\((.*)\);$/m.exec(read(group)) ?? [];
  return [...list.matchAll(/"([^"]+)"/g)].map(([, folder = ""]) => join("test", folder));
}

/** All but the number of processes at a time. */
function optionsOf(script: string): string {
  return (scripts[script] ?? "").replace(/'[^']+'$/, "").replace(/--test-concurrency=\d+ /, "");
}
