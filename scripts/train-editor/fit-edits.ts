import { readFileSync } from "node:fs";
import { readText } from "../../src/analysis/heuristic/read-text.ts";
import type { StepName } from "../../src/analysis/plain/language-guards.ts";
import { fillEdit } from "../../src/analysis/plain/learned/is-likely-right.ts";
import type { Language } from "../../src/analysis/plain/lexicon-entry.ts";
import { tagTitle } from "../../src/analysis/plain/tagger/tag-title.ts";
import { areaUnderCurve } from "../train/measure.ts";
import { fitUnseen, percent, type Rows } from "./fit-unseen.ts";

const l2 = 14;

/** Which edits a reader finds right. A line is: step, 1 or 0 (right or bad), title before, title after. */
export function fitEdits(file: string, language: Language, seen: Int8Array): { weights: Float64Array; judged: number } {
  const rows: Rows = { features: [], labels: [], folds: [] };
  const lines = readFileSync(file, "utf8").trim().split("\n");
  lines.forEach((line, at) => {
    const [step, right, before, after] = line.split("\t");
    const edit = {
      before: readText("title", before!),
      after: readText("title", after!),
      step: step as StepName,
    };
    const list = fillEdit(edit, { language, tag: tagTitle, seen });
    rows.features.push(list.buckets.slice(0, list.count));
    rows.labels.push(Number(right));
    rows.folds.push(at);
  });
  const { weights, unseen } = fitUnseen(rows, l2);
  const auc = areaUnderCurve(
    [...unseen],
    rows.labels.map((label) => label === 1),
  );
  console.log(`${language}: ${lines.length} judged edits, AUC ${auc.toFixed(3)}. Bad, by how sure an edit must be:`);
  const table = [0, 0.8, 0.85, 0.9, 0.93, 0.95].map((from) => {
    const kept = [...lines.keys()].filter((at) => unseen[at]! >= from);
    return `${from}: ${percent(kept.filter((at) => rows.labels[at] === 0).length, kept.length)}`;
  });
  console.log(`  ${table.join("  ")}`);
  return { weights, judged: lines.length };
}
