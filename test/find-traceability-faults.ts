import { holdsTitle } from "./find-title.ts";

/** What the rows are checked against. */
export type Evidence = {
  ids: string[];
  decisions: string[];
  /** A file's text by its path in the repository; undefined if it does not exist. */
  read: (path: string) => string | undefined;
  /** The test files that run this one (itself if it is a test). A contract file runs nothing by itself. */
  runners: (path: string) => string[];
};

type Proof = { shownBy: string; title: string };

const wordsMax = 8;
const rowForm = /^\| ([A-Z]+)-(\d+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/;
const frame = /^\|(?: id \| requirement \| test file \| test title |---\|---\|---\|---)\|$/;

/** Everything that is wrong in docs/traceability.md, one sentence each. */
export function findTraceabilityFaults(markdown: string, evidence: Evidence): string[] {
  const faults: string[] = [];
  const seen: string[] = [];
  let [group, before] = ["", 0];
  for (const line of markdown.split("\n")) {
    const heading = /^## ([A-Z]+)/.exec(line)?.[1];
    if (heading !== undefined) [group, before] = [heading, 0];
    if (!line.startsWith("|") || frame.test(line)) continue;

    const [, prefix = "", number = "", requirement = "", shownBy = "", title = ""] = rowForm.exec(line) ?? [];
    if (prefix === "") {
      faults.push(`no row: ${line}`);
      continue;
    }
    const id = `${prefix}-${number}`;
    if (prefix !== group || Number(number) <= before) faults.push(`${id} is out of order`);
    if (requirement.split(" ").length > wordsMax) faults.push(`${id} takes more than ${wordsMax} words`);
    faults.push(...faultsOfProof(id, { shownBy, title }, evidence));
    before = Number(number);
    seen.push(id);
  }
  return [...faults, ...faultsOfIds(seen, evidence.ids)];
}

function faultsOfProof(id: string, { shownBy, title }: Proof, evidence: Evidence): string[] {
  const decision = /^decision (\w+)$/.exec(shownBy)?.[1];
  if (decision !== undefined)
    return evidence.decisions.includes(decision) ? [] : [`${id} names no decision: ${decision}`];

  const source = evidence.read(shownBy);
  if (source === undefined) return [`${id} names no file: ${shownBy}`];
  const runners = evidence.runners(shownBy);
  if (runners.length === 0) return [`${id} names a file that no test runs: ${shownBy}`];
  const givers = [shownBy, ...runners].map((path) => evidence.read(path) ?? "").join("\n");
  return holdsTitle(source, title, givers) ? [] : [`${id} names no test of ${shownBy}: ${title}`];
}

function faultsOfIds(seen: string[], ids: string[]): string[] {
  return [
    ...ids.filter((id) => !seen.includes(id)).map((id) => `${id} is missing`),
    ...seen.filter((id) => !ids.includes(id)).map((id) => `${id} is no requirement`),
  ];
}
