import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { test } from "node:test";
import { type Evidence, findTraceabilityFaults } from "./find-traceability-faults.ts";

const project = resolve(import.meta.dirname, "..");
const requirements = readFileSync(join(project, "docs/spec/requirements.md"), "utf8");
const decisions = readFileSync(join(project, "docs/spec/decisions.md"), "utf8");

const evidence: Evidence = {
  ids: [...requirements.matchAll(/^([A-Z]+-\d+) /gm)].map(([, id = ""]) => id),
  decisions: decisionsIn(decisions),
  read: (path) => readIn(project, path),
  runners,
};

test("docs/traceability.md names for every requirement a test that exists, or the decision that supersedes it", () => {
  const document = readFileSync(join(project, "docs/traceability.md"), "utf8");
  assert.deepEqual(findTraceabilityFaults(document, evidence), []);
});

const sample: Evidence = {
  ids: ["AB-1", "AB-2"],
  decisions: ["C1"],
  read: (path) => files[path],
  runners: (path) => (path === "test/a.test.ts" || path === "test/contract.ts" ? ["test/a.test.ts"] : []),
};
const files: Record<string, string> = {
  "test/a.test.ts":
    '  await t.test(\n    "a title",\n  );\n// test("a comment", x)\ncontract("memory");\ntest(title, f);\nconst rows = [["of a table", 1]];',
  "test/contract.ts": "  test(`${name}: ${what ? `is ${what}` : 1} handed out`, async () => {",
  "test/alone.ts": 'test("a title", f)',
};
const good = "| AB-2 | what it asks | test/a.test.ts | a title |";

const planted: [what: string, rows: string[], fault: RegExp | null][] = [
  ["two rows that are as they should be", [row("AB-1"), good], null],
  ["a title that a table gives", [row("AB-1", "test/a.test.ts", "of a table"), good], null],
  ["a title that a template makes", [row("AB-1", "test/contract.ts", "memory: is contract handed out"), good], null],
  ["a decision", [row("AB-1", "decision C1", "it says so"), good], null],
  ["a missing id", [good], /^AB-1 is missing$/],
  ["an unknown id", [row("AB-1"), good, row("AB-3")], /^AB-3 is no requirement$/],
  ["an id that comes twice", [row("AB-1"), row("AB-1"), good], /^AB-1 is out of order$/],
  ["an id of another group", [row("AB-1"), good, row("XY-3")], /^XY-3 is out of order/],
  ["a range", [row("AB-1"), good.replace("AB-2", "AB-2 to AB-3")], /^no row: \| AB-2 to AB-3/],
  [
    "a long requirement",
    [row("AB-1").replace("what", "one two three four five six seven eight nine"), good],
    /8 words/,
  ],
  ["a file that is not there", [row("AB-1", "test/b.test.ts"), good], /^AB-1 names no file: test\/b/],
  ["a file that nobody runs", [row("AB-1", "test/alone.ts"), good], /^AB-1 names a file that no test runs/],
  ["a title that is not there", [row("AB-1", "test/a.test.ts", "a titl"), good], /^AB-1 names no test of .*: a titl$/],
  ["a title in a comment", [row("AB-1", "test/a.test.ts", "a comment"), good], /^AB-1 names no test/],
  [
    "words that no template can have",
    [row("AB-1", "test/contract.ts", "sqs: is contract handed out"), good],
    /^AB-1 names no test/,
  ],
  ["a decision that is none", [row("AB-1", "decision C2", "it says so"), good], /^AB-1 names no decision: C2$/],
];
for (const [what, rows, fault] of planted) {
  test(`${what}: ${fault === null ? "taken" : "caught"}`, () => {
    const head = ["## AB", "", "| id | requirement | test file | test title |", "|---|---|---|---|"];
    const faults = findTraceabilityFaults([...head, ...rows].join("\n"), sample);
    if (fault === null) assert.deepEqual(faults, []);
    else assert.match(faults.join("\n"), new RegExp(fault, "m"));
  });
}

function row(id: string, shownBy = "test/a.test.ts", title = "a title"): string {
  return `| ${id} | what it asks | ${shownBy} | ${title} |`;
}

function readIn(folder: string, path: string): string | undefined {
  const file = join(folder, path);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/** The ids of its table rows and lessons, and the first words of its sections. */
function decisionsIn(text: string): string[] {
  const rows = [...text.matchAll(/^\| ((?:C\d+(?:, )?)+|holes) \|/gm)].flatMap(([, ids = ""]) => ids.split(", "));
  const lessons = [...text.matchAll(/\bL\d+\b/g)].map(([id]) => id);
  const sections = [...text.matchAll(/^## (?:The )?(\w+)/gm)].map(([, word = ""]) => word);
  return [...rows, ...lessons, ...sections];
}

function runners(path: string): string[] {
  if (path.endsWith(".test.ts")) return [path];
  const folder = dirname(path);
  return readdirSync(join(project, folder))
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join(folder, name))
    .filter((test) => readIn(project, test)?.includes(`"./${basename(path)}"`));
}
