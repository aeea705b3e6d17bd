// Runs the property tests with different and many more cases than `npm test`. Turn what it finds into a fixed test case:
// node scripts/fuzz.ts [--minutes 5] [--times 20] [--seed N] [test/feeds …]
import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";

const root = resolve(import.meta.dirname, "..");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: "string", default: "5" },
    times: { type: "string", default: "20" },
    seed: { type: "string" },
  },
});
const [minutes, times] = [Number(values.minutes), Number(values.times)];
const given = values.seed === undefined ? null : Number(values.seed);
if (!(minutes > 0) || !(Number.isSafeInteger(times) && times > 0) || (given !== null && !Number.isSafeInteger(given))) {
  console.error("fuzz: --minutes must be a number above 0, --times a whole number above 0, --seed a whole number.");
  process.exit(2);
}
const folders = positionals.length > 0 ? positionals : ["test"];
const files = folders
  .flatMap((folder) => (folder.endsWith(".ts") ? [folder] : globSync(`${folder}/**/*.test.ts`, { cwd: root })))
  .filter((file) => readFileSync(resolve(root, file), "utf8").includes("checkProperty("))
  .toSorted();

// A given seed runs once, to repeat a failure.
const endsAtMs = given === null ? Date.now() + minutes * 60_000 : 0;
const findings: number[] = [];
do {
  const seed = given ?? Math.floor(Math.random() * 2 ** 31);
  console.log(`seed ${seed}: ${files.length} test files, ${times} times as many cases as npm test`);
  if (!(await runRound(seed))) findings.push(seed);
} while (Date.now() < endsAtMs);

for (const seed of findings) console.log(`Failed. Repeat it with: npm run fuzz -- --times ${times} --seed ${seed}`);
process.exitCode = findings.length === 0 ? 0 : 1;

async function runRound(seed: number): Promise<boolean> {
  const flags = ["--import", "./test/ground/end-in-time.ts", "--test", "--test-concurrency=2"];
  const setup = "--test-global-setup=test/ground/global-setup.ts";
  const child = spawn(process.execPath, [...flags, setup, "--test-reporter=dot", ...files], {
    cwd: root,
    env: { ...process.env, PLAINWIRE_FUZZ_SEED: String(seed), PLAINWIRE_FUZZ_TIMES: String(times) },
    stdio: "inherit",
  });
  const [code] = await once(child, "exit");
  return code === 0;
}
