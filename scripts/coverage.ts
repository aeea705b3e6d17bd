// How much of src/ the quick tests run, by Node's own coverage: npm run coverage [-- test/x.test.ts …]
// Files that a test starts as another process, or in a worker thread, are counted as far as Node sees them.
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseLcov, sumUp } from "./coverage/parse-lcov.ts";

const root = resolve(import.meta.dirname, "..");
const given = process.argv.slice(2);
const report = join(root, "data/tmp/coverage.lcov");
mkdirSync(join(root, "data/tmp"), { recursive: true });

const { status } = spawnSync(
  process.execPath,
  [
    "--import",
    "./test/ground/end-in-time.ts",
    "--test",
    "--test-timeout=480000",
    "--test-concurrency=2",
    "--test-global-setup=test/ground/global-setup.ts",
    "--experimental-test-coverage",
    "--test-coverage-include=src/**/*.ts",
    "--test-reporter=lcov",
    `--test-reporter-destination=${report}`,
    "--test-reporter=dot",
    "--test-reporter-destination=stdout",
    ...(given.length > 0 ? given : globSync("test/groups/*.ts", { cwd: root })),
  ],
  { cwd: root, stdio: "inherit" },
);

const rows = sumUp(parseLcov(readFileSync(report, "utf8").replaceAll(`SF:${root}/`, "SF:")));
const cells = rows.map(({ folder, files, lines, functions, branches }) => [
  folder,
  String(files),
  ...[lines, functions, branches].map((share) => `${share.toFixed(1)} %`),
]);
const table = [["folder", "files", "lines", "functions", "branches"], ...cells];
for (const [first = "", ...rest] of table) {
  console.log(first.padEnd(14) + rest.map((cell) => cell.padStart(11)).join(""));
}
console.log(`\nLine by line: ${report}`);
process.exitCode = status ?? 1;
