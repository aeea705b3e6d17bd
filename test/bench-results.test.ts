import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { buildResults, type Measured } from "../bench/results.ts";

test("bench/results.md is built only from the measurements and the remarks", () => {
  assert.equal(read("results.md"), buildResults(measured(), read("remarks.md")));
});

test("the page begins with the figures that matter most, and says which aims are missed before the introduction", () => {
  const startOf = (ms: number) => buildResults(withFirstStart(ms), "Read this first.\n");
  const row = (ms: string, aim: string) =>
    `| first start: from an empty folder to ready | ${ms} | ms | ${aim} | [start-up](#start-up): first start, wall |\n`;
  assert.match(startOf(2500), /^# Results\n\n## At a glance\n\n\| what \| measured \| unit \| aim \| how \|\n/);
  assert.ok(startOf(2500).includes(row("2500", "≤ 3000")));
  assert.ok(startOf(3500).includes(row("3500", "≤ 3000, **missed**")));
  const missed =
    /Aims missed:\n\n- \[start-up\]\(#start-up\): first start, wall\n(?:- .+\n)*\nRead this first\.\n\n## start-up\n/;
  assert.match(startOf(3500), missed);
  assert.doesNotMatch(startOf(2500), missed);
});

test("a remark stands under the setting of its benchmark, above its table, and nowhere else", () => {
  const page = buildResults(measured(), "Read this.\n\n## poll\n\nMany indexes.\n\n- one\n\n## scale\n\nTwo cores.\n");
  assert.match(page, /\n## poll\n\nThe whole pipeline .+\n\nMany indexes\.\n\n- one\n\n\d{4}-.+\n\n\| what /);
  assert.match(page, /\n## scale\n\n.+\n\nTwo cores\.\n\n\d{4}-.+\n\n\| what /);
  assert.match(page, /\n## parse\n\n.+\n\n\d{4}-.+\n\n\| what /);
  for (const text of ["Read this.", "Many indexes.", "Two cores."]) assert.equal(page.split(text).length, 2, text);
});

test("a remark on a benchmark that does not exist is refused", () => {
  assert.throws(() => buildResults(measured(), "Read this.\n\n## polls\n\nMany indexes.\n"), {
    message: 'bench/remarks.md has a section "polls", but no benchmark has this name: rename or remove it.',
  });
});

test("a figure at a glance that the results do not have is refused", () => {
  const without = measured().map((one) => ({ ...one, figures: one.figures.filter(({ name }) => name !== "Today") }));
  assert.throws(() => buildResults(without, ""), {
    message:
      'The results have no "Today" of reading, which is shown at a glance: correct the list in bench/results.ts.',
  });
});

function read(name: string): string {
  return readFileSync(resolve(import.meta.dirname, "../bench", name), "utf8");
}

function measured(): Measured[] {
  return JSON.parse(read("results.json")) as Measured[];
}

function withFirstStart(ms: number): Measured[] {
  return measured().map((one) => ({
    ...one,
    figures: one.figures.map((figure) =>
      figure.name === "first start, wall" ? { ...figure, value: ms, aim: { atMost: 3000 } } : figure,
    ),
  }));
}
