import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { chooseMutants } from "./choose-mutants.ts";
import { copyTree } from "./copy-tree.ts";
import { applyEdit, findMutants, type Mutant } from "./find-mutants.ts";
import { closureOf } from "./import-graph.ts";
import { type MeasuredTest, measureTests } from "./measure-tests.ts";
import { runTestFile } from "./run-test-file.ts";
import { hashText, openResults, type Result } from "./sweep-results.ts";

export type Sweep = {
  root: string;
  /** Source folders, such as src/feeds. */
  folders: string[];
  /** Patterns of test files. */
  tests: string[];
  count: number;
  seed: number;
  resultsFile: string;
  cacheFolder: string;
  environment: NodeJS.ProcessEnv;
  signal: AbortSignal;
  /** Added to three times the normal duration of a test file. */
  slackMs: number;
  say: (sentence: string) => void;
  /** Runs after every test file and removes what it left in the database. */
  tidy: () => Promise<void>;
};

/** Changes one line after another in a copy of the tree, and runs the tests that cover it until one fails. */
export async function runSweep(sweep: Sweep): Promise<Result[]> {
  const tree = copyTree(sweep.root);
  try {
    const sources = readSources(tree, sweep.folders);
    const chosen = chooseMutants(findMutants(sources), sweep.count, sweep.seed);
    const tests = await measureTests(findTests(tree, sweep), { ...sweep, tree });
    await sweep.tidy();
    return await judgeAll(chosen, { sweep, tree, sources, tests });
  } finally {
    rmSync(tree, { recursive: true, force: true, maxRetries: 5 });
  }
}

function readSources(tree: string, folders: string[]): Record<string, string> {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: tree })).toSorted();
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(tree, file), "utf8")]));
}

/** Only the test files that can load one of the sources. */
function findTests(tree: string, { tests, folders }: Sweep): string[] {
  const files = new Set(tests.flatMap((pattern) => globSync(pattern, { cwd: tree })));
  const isSwept = (path: string) => folders.some((folder) => path.startsWith(`${folder}/`));
  return [...files].filter((file) => closureOf(tree, file).some(isSwept)).toSorted();
}

type Judging = { sweep: Sweep; tree: string; sources: Record<string, string>; tests: MeasuredTest[] };

async function judgeAll(mutants: Mutant[], judging: Judging): Promise<Result[]> {
  const { sweep, sources, tests } = judging;
  const known = openResults(sweep.resultsFile);
  const results: Result[] = [];
  for (const mutant of mutants) {
    const covering = findCovering(tests, mutant);
    const question = {
      mutant,
      source: hashText(sources[mutant.file] ?? ""),
      tests: hashText(
        covering
          .map(({ key }) => key)
          .toSorted()
          .join(),
      ),
    };
    let result = known.find(question);
    if (result === undefined) {
      const { file, start, line, rule, before, after } = mutant;
      const judged = await judge(mutant, covering, judging);
      result = { file, start, line, rule, before, after, ...judged, source: question.source, tests: question.tests };
      known.add(result);
      const by = result.by === null ? "" : ` by ${result.by}`;
      sweep.say(`${results.length + 1}/${mutants.length} ${result.outcome}${by}: ${file}:${line} ${rule}`);
    }
    results.push(result);
  }
  return results;
}

// Fifty tests may run through one line; running them all would take four minutes for each survivor.
const othersMax = 10;

/**
 * Tests in the file's own folder come first, then a limited number of others; in both groups the fastest first. Top-level
 * code runs in every importer, so there only tests count that also call a function of the file, if there are any.
 */
function findCovering(tests: MeasuredTest[], { file, start, isTopLevel }: Mutant): MeasuredTest[] {
  const folder = `${dirname(file).replace(/^src/, "test")}/`;
  const covering = tests
    .filter(({ executed }) => executed[file]?.parts.some(([from, to]) => from <= start && start < to))
    .toSorted((one, other) => one.ms - other.ms);
  const callers = covering.filter(({ executed }) => executed[file]?.wasCalled);
  const asked = isTopLevel && callers.length > 0 ? callers : covering;
  const isOwn = (test: MeasuredTest) => test.file.startsWith(folder);
  return [...asked.filter(isOwn), ...asked.filter((test) => !isOwn(test)).slice(0, othersMax)];
}

async function judge(
  mutant: Mutant,
  covering: MeasuredTest[],
  { sweep, tree, sources }: Judging,
): Promise<Pick<Result, "outcome" | "by">> {
  if (covering.length === 0) return { outcome: "not covered", by: null };
  const path = join(tree, mutant.file);
  const text = sources[mutant.file] ?? "";
  writeFileSync(path, applyEdit(text, mutant));
  try {
    for (const { file, ms } of covering) {
      const { kind } = await runTestFile(file, { ...sweep, tree, timeoutMs: 3 * ms + sweep.slackMs });
      await sweep.tidy();
      if (kind !== "passed") return { outcome: kind === "failed" ? "killed" : "timed out", by: file };
    }
    return { outcome: "survived", by: null };
  } finally {
    writeFileSync(path, text);
  }
}
