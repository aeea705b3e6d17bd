import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { benchmarks } from "./benchmarks.ts";
import { type Figure, isReached, tableOf } from "./figure.ts";

/** What one run of one benchmark measured, as stored in bench/results.json. */
export type Measured = {
  name: string;
  date: string;
  seconds: number;
  machine: string;
  versions: string;
  figures: Figure[];
};

/** What somebody looks for first who chooses a news engine. */
const atAGlance: { benchmark: string; figure: string; says: string }[] = [
  { benchmark: "life", figure: "304", says: "a feed without anything new (304), from due to served" },
  {
    benchmark: "life",
    figure: "5 new, by words",
    says: "a feed with 5 new items, analysed offline, from due to served",
  },
  { benchmark: "life", figure: "30 new, by words", says: "the same with 30 new items" },
  { benchmark: "serve-rss", figure: "serve-rss 304", says: "one request for a clean feed that has not changed (304)" },
  { benchmark: "reading", figure: "Today", says: "the page Today of a large account" },
  {
    benchmark: "growth",
    figure: "search, two such words",
    says: "a search for two common words: the largest database against the smallest",
  },
  { benchmark: "footprint", figure: "RSS, ready", says: "memory when ready, without PostgreSQL's" },
  { benchmark: "footprint", figure: "RSS, at work", says: "memory at work: 100 feeds fetched for the first time" },
  { benchmark: "footprint", figure: "RSS, idle after work", says: "memory when idle again" },
  { benchmark: "life", figure: "disk per item of 2 KB", says: "disk for an item of 2 KB, indexes included" },
  { benchmark: "start-up", figure: "first start, wall", says: "first start: from an empty folder to ready" },
];

const jsonFile = join(import.meta.dirname, "results.json");
const markdownFile = join(import.meta.dirname, "results.md");
/** Written by hand, because no benchmark can say why an aim is missed: an introduction, then a section for a benchmark. */
const remarksFile = join(import.meta.dirname, "remarks.md");

/** Replaces the results of these benchmarks; the others keep their last figures and dates. */
export function saveResults(measured: Measured[]): void {
  const known: Measured[] = existsSync(jsonFile) ? JSON.parse(readFileSync(jsonFile, "utf8")) : [];
  const all = benchmarks.flatMap(
    ({ name }) => [...measured, ...known].find((candidate) => candidate.name === name) ?? [],
  );
  writeFileSync(jsonFile, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(markdownFile, buildResults(all, readFileSync(remarksFile, "utf8")));
}

/** bench/results.md, built only from the measurements and the remarks. */
export function buildResults(all: Measured[], remarks: string): string {
  const { introduction, sections } = parseRemarks(remarks);
  return `# Results

## At a glance

${tableOf(atAGlance.map((row) => glanceOf(row, all)))}

## How to read the figures

Written by \`npm run bench -- --write\` from bench/results.json; \`npm run bench [name]\` repeats any of these. Machines are noisy:
trust CPU and ratios within one run, not wall rates. ${describeMissed(all)}

${introduction}

${all.map((measured) => sectionOf(measured, sections)).join("\n")}`;
}

type Remark = { name: string; text: string };

function parseRemarks(remarks: string): { introduction: string; sections: Remark[] } {
  const [introduction = "", ...rest] = remarks.split(/^## /m);
  const sections = rest.map((section) => {
    const [name = "", ...lines] = section.split("\n");
    return { name: name.trim(), text: lines.join("\n").trim() };
  });
  for (const { name } of sections)
    if (!benchmarks.some((benchmark) => benchmark.name === name))
      throw new Error(`bench/remarks.md has a section "${name}", but no benchmark has this name: rename or remove it.`);
  return { introduction: introduction.trim(), sections };
}

/** The figure in plain words. What it is called in its own table stands where the others say how they were measured. */
function glanceOf({ benchmark, figure, says }: (typeof atAGlance)[number], all: Measured[]): Figure {
  const found = all.find(({ name }) => name === benchmark)?.figures.find(({ name }) => name === figure);
  if (found === undefined)
    throw new Error(
      `The results have no "${figure}" of ${benchmark}, which is shown at a glance: correct the list in bench/results.ts.`,
    );
  return { ...found, name: says, how: `[${benchmark}](#${benchmark}): ${figure}` };
}

function describeMissed(all: Measured[]): string {
  const missed = all.flatMap(({ name, figures }) => {
    const names = figures.filter((figure) => !isReached(figure)).map((figure) => figure.name);
    return names.length === 0 ? [] : [`- [${name}](#${name}): ${names.join("; ")}`];
  });
  return missed.length === 0 ? "Every aim is reached." : `Aims missed:\n\n${missed.join("\n")}`;
}

function sectionOf({ name, date, seconds, machine, versions, figures }: Measured, sections: Remark[]): string {
  const setting = benchmarks.find((benchmark) => benchmark.name === name)?.setting ?? "";
  const remarks = sections.filter((section) => section.name === name).map(({ text }) => `${text}\n\n`);
  return `## ${name}

${setting}

${remarks.join("")}${date}, ${versions}, ${machine}; took ${seconds} s.

${tableOf(figures)}
`;
}
