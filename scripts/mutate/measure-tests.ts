import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { closureOf, hashFiles } from "./import-graph.ts";
import { type Executed, readCoverage } from "./read-coverage.ts";
import { runTestFile, type TestRunOptions } from "./run-test-file.ts";

/** One test file run as it is: how long it took, and what of the sources ran in its own process. */
export type MeasuredTest = {
  file: string;
  key: string;
  passed: boolean;
  ms: number;
  executed: Record<string, Executed>;
};
type Measuring = Omit<TestRunOptions, "timeoutMs"> & { cacheFolder: string; say: (sentence: string) => void };

const baselineMsMax = 600_000;

/** Once per content of a test file and all that it imports: the cache outlives the sweep. */
export async function measureTests(files: string[], measuring: Measuring): Promise<MeasuredTest[]> {
  mkdirSync(measuring.cacheFolder, { recursive: true });
  const measured: MeasuredTest[] = [];
  for (const file of files) {
    const key = hashFiles(measuring.tree, closureOf(measuring.tree, file));
    const cached = join(measuring.cacheFolder, `${key}.json`);
    const known: MeasuredTest = existsSync(cached)
      ? JSON.parse(readFileSync(cached, "utf8"))
      : await measureTest(file, key, measuring);
    // What failed may have been the machine's load: it is tried again by the next sweep.
    if (known.passed) writeFileSync(cached, JSON.stringify(known));
    else measuring.say(`${file} fails without any mutation and judges none.`);
    measured.push(known);
  }
  return measured.filter(({ passed }) => passed);
}

async function measureTest(file: string, key: string, measuring: Measuring): Promise<MeasuredTest> {
  const folder = mkdtempSync(join(tmpdir(), "plainwire-coverage-"));
  // What comes out of a compile cache counts no blocks.
  const environment = { ...measuring.environment, NODE_V8_COVERAGE: folder, NODE_COMPILE_CACHE: undefined };
  try {
    const run = await runTestFile(file, { ...measuring, environment, timeoutMs: baselineMsMax });
    const executed = Object.entries(readCoverage(folder, run.pid, measuring.tree));
    measuring.say(`${file} measured in ${Math.round(run.durationMs)} ms`);
    return {
      file,
      key,
      passed: run.kind === "passed",
      ms: Math.round(run.durationMs),
      executed: Object.fromEntries(executed.filter(([path]) => path.startsWith("src/"))),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
