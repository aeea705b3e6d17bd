import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Executed, readCoverage } from "./read-coverage.ts";
import { runTestFile, type TestRunOptions } from "./run-test-file.ts";
import { hashText } from "./sweep-results.ts";

/** One test file run as it is: how long it took, and what of the sources (by path, with their hash) ran in its process. */
export type MeasuredTest = {
  file: string;
  key: string;
  passed: boolean;
  ms: number;
  executed: Record<string, Executed & { source: string }>;
};
type Measuring = Omit<TestRunOptions, "timeoutMs"> & {
  cacheFolder: string;
  folders: string[];
  say: (sentence: string) => void;
};

const baselineMsMax = 600_000;

/** Measured again only when its own text, or a swept source that ran in it, has changed: all of them take half an hour. */
export async function measureTests(files: string[], measuring: Measuring): Promise<MeasuredTest[]> {
  mkdirSync(measuring.cacheFolder, { recursive: true });
  const measured: MeasuredTest[] = [];
  for (const file of files) {
    const key = hashText(file + readFileSync(join(measuring.tree, file), "utf8"));
    const cache = join(measuring.cacheFolder, `${key}.json`);
    const test = readCache(cache, measuring) ?? (await measureTest(file, key, measuring));
    // What failed may have been the machine's load: it is tried again by the next sweep.
    if (test.passed) writeFileSync(cache, JSON.stringify(test));
    else measuring.say(`${file} fails without any mutation and judges none.`);
    measured.push(test);
  }
  return measured.filter(({ passed }) => passed);
}

function readCache(path: string, { tree, folders }: Measuring): MeasuredTest | null {
  if (!existsSync(path)) return null;
  const test: MeasuredTest = JSON.parse(readFileSync(path, "utf8"));
  const swept = Object.entries(test.executed).filter(([file]) =>
    folders.some((folder) => file.startsWith(`${folder}/`)),
  );
  return swept.every(([file, { source }]) => source === hashSource(tree, file)) ? test : null;
}

async function measureTest(file: string, key: string, measuring: Measuring): Promise<MeasuredTest> {
  const folder = mkdtempSync(join(tmpdir(), "plainwire-coverage-"));
  // What comes out of a compile cache counts no blocks.
  const environment = { ...measuring.environment, NODE_V8_COVERAGE: folder, NODE_COMPILE_CACHE: undefined };
  try {
    const run = await runTestFile(file, { ...measuring, environment, timeoutMs: baselineMsMax });
    const executed = Object.entries(readCoverage(folder, run.pid, measuring.tree))
      .filter(([path]) => path.startsWith("src/"))
      .map(([path, parts]) => [path, { ...parts, source: hashSource(measuring.tree, path) }]);
    measuring.say(`${file} measured in ${Math.round(run.durationMs)} ms`);
    const passed = run.kind === "passed";
    return { file, key, passed, ms: Math.round(run.durationMs), executed: Object.fromEntries(executed) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function hashSource(tree: string, file: string): string {
  const path = join(tree, file);
  return existsSync(path) ? hashText(readFileSync(path, "utf8")) : "";
}
