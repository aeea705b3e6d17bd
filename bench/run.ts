import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { benchmarks } from "./benchmarks.ts";
import { isReached, tableOf } from "./figure.ts";
import { measureApart } from "./measure-apart.ts";
import { saveResults, type Measured } from "./results.ts";

const usage = `npm run bench -- [name …] [--quick] [--json] [--write], or npm run bench -- --page
  --quick   small sizes, to see that it works; the figures mean nothing
  --json    one line of JSON for each benchmark instead of a table
  --write   stores what was measured in bench/results.json and writes bench/results.md from it
  --page    measures nothing: writes bench/results.md again, after a change of bench/remarks.md
Benchmarks: ${benchmarks.map(({ name, isLong }) => (isLong ? `${name} (only when named)` : name)).join(", ")}`;

process.exitCode = await main();

/** Exit codes: 0 done, 1 a benchmark failed, 2 wrong usage. A missed aim is a result, not a failure. */
async function main(): Promise<number> {
  const asked = readArguments();
  if (asked === null) {
    console.error(usage);
    return 2;
  }
  if (asked.isPageOnly) {
    saveResults([]);
    return 0;
  }
  if (!existsSync("/proc/self/stat")) {
    console.error("The benchmarks read CPU times from /proc, so they need Linux.");
    return 2;
  }
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
  const measured: Measured[] = [];
  let failed = 0;
  for (const benchmark of asked.benchmarks) {
    if (stop.signal.aborted) break;
    try {
      const one = await measureApart(benchmark, asked.size, stop.signal);
      measured.push(one);
      console.log(asked.json ? JSON.stringify(one) : `## ${one.name}\n\n${tableOf(one.figures)}\n`);
    } catch (error) {
      failed += 1;
      console.error(`${benchmark.name} failed: ${String(error)}`);
    }
  }
  const missed = measured.flatMap(({ figures }) => figures).filter((figure) => !isReached(figure));
  if (asked.write && !stop.signal.aborted) saveResults(measured);
  if (!asked.json)
    console.log(`${measured.length} benchmarks measured, ${failed} failed, ${missed.length} aims missed.`);
  return failed === 0 ? 0 : 1;
}

function readArguments() {
  const flag = { type: "boolean" } as const;
  const options = { quick: flag, json: flag, write: flag, page: flag };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const { quick = false, json = false, write = false, page = false } = values;
    const chosen = benchmarks.filter(({ name, isLong }) =>
      positionals.length === 0 ? isLong !== true : positionals.includes(name),
    );
    const isUnderstood = positionals.every((name) => benchmarks.some((benchmark) => benchmark.name === name));
    if (!isUnderstood || (quick && write) || (page && (quick || json || write || positionals.length > 0))) return null;
    return { benchmarks: chosen, size: quick ? ("quick" as const) : ("full" as const), json, write, isPageOnly: page };
  } catch {
    return null;
  }
}
