// Trains the check of the title editor (src/analysis/plain/network/weights/check.json): node scripts/train-check.ts FILE
// A line of FILE is an edit that a reader judged: {"lang", "step", "before", "after", "verdict": "r", "u" or "b"}. They quote other
// people's headlines, so only the weights are part of this repository. Each edit is scored by a regression that had not seen
// it, and the table says how many edits are left, and how many of them are bad, by how sure the check must be.
import { readFileSync, writeFileSync } from "node:fs";
import { readText } from "../src/analysis/heuristic/read-text.ts";
import type { StepName } from "../src/analysis/plain/language-guards.ts";
import type { Language } from "../src/analysis/plain/lexicon-entry.ts";
import { editSigns } from "../src/analysis/plain/network/edit-signs.ts";
import { tagTitle } from "../src/analysis/plain/tagger/tag-title.ts";
import { areaUnderCurve } from "./train/measure.ts";
import { fitDense, scoreDense } from "./train/regression.ts";

type Judged = { lang: Language; step: StepName; before: string; after: string; verdict: "r" | "u" | "b" };

const [penalty, foldCount] = [3, 5];
const languages = ["en", "de", "pl"] as const;

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("Usage: node scripts/train-check.ts FILE");
  process.exit(2);
}

const judged = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Judged);
const rows = judged.map(({ lang, step, before, after }) => {
  const edit = { step, before: readText("title", before), after: readText("title", after) };
  const signs = editSigns(edit, lang, tagTitle);
  // One regression for all languages, and what each of them does differently.
  return Float64Array.from([
    ...signs,
    ...languages.flatMap((of) => [of === lang ? 1 : 0, ...signs.map((sign) => (of === lang ? sign : 0))]),
  ]);
});
// An unneeded edit is not wrong, but nobody asked for it.
const accepted = { r: 1, u: 0.5, b: 0 } as const;
const labels = Float64Array.from(judged, ({ verdict }) => accepted[verdict]);
const size = (rows[0]!.length - languages.length) / (1 + languages.length);
const ownPenalty = (at: number) => (at < size ? penalty : 4 * penalty);

const unseen = new Float64Array(rows.length);
for (let fold = 0; fold < foldCount; fold += 1) {
  const used = rows
    .keys()
    .filter((at) => at % foldCount !== fold)
    .toArray();
  const fitted = fitDense(
    used.map((at) => rows[at]!),
    Float64Array.from(used, (at) => labels[at]!),
    ownPenalty,
  );
  rows.forEach((row, at) => {
    if (at % foldCount === fold) unseen[at] = 1 / (1 + Math.exp(-scoreDense(fitted, row)));
  });
}

for (const language of languages) {
  const own = judged
    .keys()
    .filter((at) => judged[at]!.lang === language)
    .toArray();
  const auc = areaUnderCurve(
    own.map((at) => unseen[at]!),
    own.map((at) => labels[at] !== 0),
  );
  console.log(
    `${language}: ${own.length} judged edits, ${own.filter((at) => labels[at] === 0).length} bad, AUC ${auc.toFixed(3)}`,
  );
  for (const limit of [0, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.95]) {
    const count = (is: (judgedEdit: Judged) => boolean) => {
      const kept = own.filter((at) => unseen[at]! >= limit && is(judged[at]!));
      return `${kept.length} (${kept.filter((at) => judged[at]!.verdict === "r").length} right, ${((100 * kept.filter((at) => labels[at] === 0).length) / Math.max(1, kept.length)).toFixed(1)} % bad)`;
    };
    console.log(
      `  ${limit}: network ${count(({ step }) => step === "network")}, rules ${count(({ step }) => step !== "network")}`,
    );
  }
}

const fitted = fitDense(rows, labels, ownPenalty);
const rounded = (value: number) => Number(value.toFixed(4));
const weightsOf = (language: Language) => {
  const start = size + languages.indexOf(language) * (size + 1);
  return {
    bias: rounded(fitted.bias + fitted.weights[start]!),
    weights: Array.from(fitted.weights.slice(0, size), (weight, at) =>
      rounded(weight + fitted.weights[start + 1 + at]!),
    ),
  };
};
const check = {
  judged: judged.length,
  languages: Object.fromEntries(languages.map((language) => [language, weightsOf(language)])),
};
writeFileSync(
  new URL("../src/analysis/plain/network/weights/check.json", import.meta.url),
  `${JSON.stringify(check, null, 2)}\n`,
);
