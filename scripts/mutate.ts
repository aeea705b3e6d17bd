// Changes one line of the sources at a time and checks whether a test fails. Continues where it was stopped:
// node scripts/mutate.ts [--count 240] [--seed 1] [--tests 'test/feeds/**/*.test.ts'] [src/feeds …]
import { setPriority } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { openTestServer } from "./mutate/open-test-server.ts";
import { buildSweepTable } from "./mutate/build-sweep-table.ts";
import { runSweep } from "./mutate/run-sweep.ts";

const root = resolve(import.meta.dirname, "..");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: "string", default: "240" },
    seed: { type: "string", default: "1" },
    tests: { type: "string", multiple: true },
    results: { type: "string", default: resolve(root, "data/tmp/mutate/results.jsonl") },
  },
});
const count = Number(values.count);
const seed = Number(values.seed);
if (!(Number.isSafeInteger(count) && count > 0) || !Number.isSafeInteger(seed)) {
  console.error("mutate: --count must be a whole number above 0, --seed a whole number.");
  process.exit(2);
}
const swept = positionals.map((folder) => folder.replace(/\/$/, ""));
const folders =
  swept.length > 0
    ? swept
    : ["feeds", "fetching", "schedule", "workers", "accounts", "publishing"].map((name) => `src/${name}`);
// Only the tests that cover the line run. The tests in admin and faults start separate processes, whose coverage is not
// recorded, so they are left out; the slow ones would take too long.
const tests = values.tests ?? ["test/!(admin|faults)/**/!(*.slow).test.ts", "test/*.test.ts"];

// This runs for hours on a shared machine. Child processes and the database inherit the low priority.
setPriority(15);
const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());
const server = await openTestServer();
try {
  const results = await runSweep({
    root,
    folders,
    tests,
    count,
    seed,
    resultsFile: resolve(values.results),
    cacheFolder: resolve(root, "data/tmp/mutate/coverage"),
    environment: server.environment,
    signal: stopping.signal,
    slackMs: 20_000,
    say: (sentence) => console.log(sentence),
    tidy: server.tidy,
  });
  console.log(`\nseed ${seed}\n\n${buildSweepTable(results)}`);
} catch (error) {
  if (!stopping.signal.aborted) throw error;
  console.error("Stopped. Run the same command again to continue.");
  process.exitCode = 130;
} finally {
  await server.close();
}
