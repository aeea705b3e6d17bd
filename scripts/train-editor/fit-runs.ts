import { readFileSync } from "node:fs";
import { readText } from "../../src/analysis/heuristic/read-text.ts";
import { compareUnits } from "../../src/analysis/plain/learned/compare-units.ts";
import { droppableRuns, type Run } from "../../src/analysis/plain/learned/droppable-runs.ts";
import { runFeatures } from "../../src/analysis/plain/learned/run-features.ts";
import type { Language } from "../../src/analysis/plain/lexicon-entry.ts";
import { createFeatureList } from "../../src/analysis/plain/tagger/features.ts";
import { tagTitle } from "../../src/analysis/plain/tagger/tag-title.ts";
import { titleUnits, type Unit } from "../../src/analysis/plain/tagger/title-units.ts";
import { fitUnseen, percent, type Rows } from "./fit-unseen.ts";

const l2 = 8;
const list = createFeatureList();

/** Which runs of words an editor deletes. A line is: headline, level, fix (keep, edit, article), loaded words, plain title. */
export function fitRuns(file: string, language: Language): { weights: Float64Array; headlines: number } {
  const rows: Rows = { features: [], labels: [], folds: [] };
  const lines = readFileSync(file, "utf8").trim().split("\n");
  lines.forEach((line, at) => {
    const [headline, , fix, , plain] = line.split("\t");
    if (fix === "article") return;
    for (const { features, label } of labelledRuns(headline!, fix === "edit" ? plain! : headline!, language)) {
      rows.features.push(features);
      rows.labels.push(label);
      rows.folds.push(at);
    }
  });
  const { weights, unseen } = fitUnseen(rows, l2);
  const line = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8].map((from) => {
    const sure = rows.labels.filter((_, at) => unseen[at]! >= from);
    return `${from}: ${percent(sure.filter((label) => label === 1).length, sure.length)}`;
  });
  console.log(`${language}: ${lines.length} headlines, ${rows.labels.length} runs; deleted from ${line.join("  ")}`);
  return { weights, headlines: lines.length };
}

function labelledRuns(headline: string, plain: string, language: Language): { features: Int32Array; label: number }[] {
  const read = readText("title", headline);
  const tagged = tagTitle(read, language)!;
  const units = titleUnits(read, language);
  const fates = fatesOf(units, titleUnits(readText("title", plain), language));
  return droppableRuns(units, tagged.words, read.quotes).flatMap((run) => {
    const label = labelOf(run, units, fates);
    if (label === null) return [];
    list.count = 0;
    runFeatures({ units, tagged, text: headline }, run, list);
    return [{ features: list.buckets.slice(0, list.count), label }];
  });
}

type Fate = "kept" | "deleted" | "replaced";

function fatesOf(units: readonly Unit[], plain: readonly Unit[]): Fate[] {
  const fates = units.map((): Fate => "kept");
  for (const { from, to, fromAfter, toAfter } of compareUnits(units, plain)) {
    const isReplaced = plain.slice(fromAfter, toAfter).some(({ isMark }) => !isMark);
    fates.fill(isReplaced ? "replaced" : "deleted", from, to);
  }
  return fates;
}

/** 1 if the editor deleted just this run; null where more went than this, but only whole segments, so that nobody can tell. */
function labelOf({ from, to }: Run, units: readonly Unit[], fates: readonly Fate[]): number | null {
  for (let at = from; at < to; at += 1) if (fates[at] !== "deleted" && !units[at]!.isMark) return 0;
  const neighbours = [
    { next: nextWord(units, from, -1), edge: from },
    { next: nextWord(units, to - 1, 1), edge: to - 1 },
  ].filter(({ next }) => next !== null && fates[next] === "deleted");
  if (neighbours.some(({ next, edge }) => units[next!]!.segment === units[edge]!.segment)) return 0;
  return neighbours.length > 0 ? null : 1;
}

function nextWord(units: readonly Unit[], at: number, step: number): number | null {
  for (let next = at + step; next >= 0 && next < units.length; next += step) if (!units[next]!.isMark) return next;
  return null;
}
