import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Mutant } from "./find-mutants.ts";

export type Outcome = "killed" | "timed out" | "survived" | "not covered";

/** `source` is the hash of the file before the change, `tests` of the test files that cover it. */
export type Result = {
  file: string;
  start: number;
  line: number;
  rule: string;
  before: string;
  after: string;
  outcome: Outcome;
  by: string | null;
  source: string;
  tests: string;
};

export type Question = { mutant: Mutant; source: string; tests: string };
export type SweepResults = { find: (question: Question) => Result | undefined; add: (result: Result) => void };

/** Earlier results, one JSON object per line. A line that was cut off by a kill is run again. */
export function openResults(path: string): SweepResults {
  mkdirSync(dirname(path), { recursive: true });
  const known = new Map<string, Result>();
  const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
  for (const result of lines.flatMap(parseLine)) known.set(nameOf(result), result);
  // The rest of a line that was cut off must not merge with the next one.
  if ((lines.at(-1) ?? "") !== "") appendFileSync(path, "\n");

  return {
    find: ({ mutant, source, tests }) => {
      const result = known.get(nameOf({ ...mutant, source }));
      // A killed mutant stays killed while the file is the same. A survivor may be killed by a new test.
      return result !== undefined && (isKilled(result) || result.tests === tests) ? result : undefined;
    },
    add: (result) => {
      known.set(nameOf(result), result);
      appendFileSync(path, `${JSON.stringify(result)}\n`);
    },
  };
}

export function isKilled({ outcome }: Pick<Result, "outcome">): boolean {
  return outcome === "killed" || outcome === "timed out";
}

export function hashText(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 24);
}

function parseLine(line: string): Result[] {
  try {
    return line === "" ? [] : [JSON.parse(line)];
  } catch {
    return [];
  }
}

function nameOf({
  file,
  start,
  rule,
  after,
  source,
}: Pick<Result, "file" | "start" | "rule" | "after" | "source">): string {
  return JSON.stringify([file, start, rule, after, source]);
}
