// Compares our schedule with other policies on a fake clock, prints the table, writes docs/simulate.md and its picture:
// node scripts/simulate.ts
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { buildComparisonPage } from "./simulate/build-comparison-page.ts";
import { buildComparisonPicture } from "./simulate/build-comparison-picture.ts";
import { buildComparisonTable } from "./simulate/build-comparison-table.ts";
import { buildFrontierPicture } from "./simulate/build-frontier-picture.ts";
import { compareOnThousand, comparePolicies, findFrontier } from "./simulate/compare-policies.ts";
import { frontierVariants } from "./simulate/frontier.ts";
import { judgeComparison, judgeFrontier } from "./simulate/judge-comparison.ts";
import { corpus } from "./simulate/recorded-publishers.ts";

const docs = resolve(import.meta.dirname, "../docs");

const { rows, hasRecorded } = comparePolicies();
const thousand = compareOnThousand();
const frontier = findFrontier(frontierVariants);
const verdicts = [...judgeComparison([...rows, ...thousand]), judgeFrontier(frontier)];

console.log(buildComparisonTable([...thousand, ...rows]));
console.log(buildComparisonTable(frontier));
for (const { claim, broken } of verdicts) {
  console.log(`${broken.length === 0 ? "holds " : "BROKEN"} ${claim}`);
  for (const sentence of broken) console.log(`       ${sentence}`);
}
if (hasRecorded) {
  writeFileSync(resolve(docs, "simulate.md"), buildComparisonPage({ rows, thousand, frontier, verdicts }));
  writeFileSync(resolve(docs, "pictures/simulate.svg"), buildComparisonPicture(rows));
  writeFileSync(resolve(docs, "pictures/simulate-frontier.svg"), buildFrontierPicture(frontier));
  console.log("Written: docs/simulate.md, docs/pictures/simulate.svg, docs/pictures/simulate-frontier.svg");
} else {
  console.warn(`SKIPPED recorded feeds: no corpus at ${corpus}; set PLAINWIRE_SHARED. docs/ is unchanged.`);
}
if (verdicts.some(({ broken }) => broken.length > 0)) process.exitCode = 1;
