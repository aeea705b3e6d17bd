import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Executed, readCoverage } from "./read-coverage.ts";
import { runTestFile, type TestRunOptions } from "./run-test-file.ts";
import { hashText } from "./sweep-results.ts";

/** One test file run without mutations: how long it took, and which sources (by path, with their hash) it executed. */
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

/** Measures a file again only if it, or a swept source it executed, has changed: measuring all takes half an hour. */
export async function measureTests(files: string[], measuring: Measuring): Promise<MeasuredTest[]> {
  mkdirSync(measuring.cacheFolder, { recursive: true });
  const measured: MeasuredTest[] = [];
  for (const file of files) {
    const key = hashText(file + readFileSync(join(measuring.tree, file), "utf8"));
    const cache = join(measuring.cacheFolder, `${key}.json`);
    const test = readCache(cache, measuring) ?? (await measureTest(file, key, measuring));
    // A failure may be due to load on the machine, so the next sweep tries again.
    if (test.passed) writeFileSync(cache, JSON.stringify(test));
    else measuring.say(`${file} fails without any mutation, so it is not used.`);
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
  // Code from a compile cache has no block coverage.
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
