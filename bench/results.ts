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

const jsonFile = join(import.meta.dirname, "results.json");
const markdownFile = join(import.meta.dirname, "results.md");
/** Written by hand, because no benchmark can say why an aim is missed. */
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
  const missed = all.flatMap(({ name, figures }) =>
    figures.filter((figure) => !isReached(figure)).map((figure) => `${name}: ${figure.name}`),
  );
  return `# Results

Written by \`npm run bench -- --write\` from bench/results.json; \`npm run bench [name]\` repeats any of these. Machines are noisy:
trust CPU and ratios within one run, not wall rates. ${missed.length === 0 ? "Every aim is reached." : `Aims missed: ${missed.join("; ")}.`}

${remarks}
${all.map(sectionOf).join("\n")}`;
}

function sectionOf({ name, date, seconds, machine, versions, figures }: Measured): string {
  const setting = benchmarks.find((benchmark) => benchmark.name === name)?.setting ?? "";
  return `## ${name}

${setting}

${date}, ${versions}, ${machine}; took ${seconds} s.

${tableOf(figures)}
`;
}
