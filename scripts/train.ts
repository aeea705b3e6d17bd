// Trains the tagger (src/analysis/plain/tagger/weights): node scripts/train.ts [en] [de] [pl] [--joined FILE] [--headlines FILE],
// all three languages if none is named. The first FILE has the labels of training/network with their headlines
// (training/network/join.py); the second has headlines of the archives, one a line, and training/spans says which of their words are
// loaded. The headlines are not part of the repository; only the weights are. The same material gives the same bytes.
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { isTaughtLanguage, type Language } from "../src/analysis/plain/lexicon-entry.ts";
import { markedSpans } from "../src/analysis/plain/tagger/marked-spans.ts";
import { foldCount, readExamples, type Example } from "./train/examples.ts";
import { clickbaitRow, fitClickbait } from "./train/fit-clickbait.ts";
import { sizes } from "./train/first-pass.ts";
import { areaUnderCurve, countMarks } from "./train/measure.ts";
import { quantise } from "./train/quantise.ts";
import { hasMaterial } from "./train/read-material.ts";
import { packRows, scoreSparse, type Fitted } from "./train/regression.ts";
import { trainLanguage, type TrainedLanguage } from "./train/train-language.ts";

const folder = new URL("../src/analysis/plain/tagger/weights/", import.meta.url);
const modelFile = new URL("model.json", folder);
const bytesMax = 5_000_000;
const taught = ["en", "de", "pl"] as const;
const markFrom: Record<Language, number> = { en: 0.38, de: 0.35, pl: 0.35 };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { joined: { type: "string" }, headlines: { type: "string" } },
});
const archives = { joined: values.joined ?? null, headlines: values.headlines ?? null };

function asked(): Language[] {
  const unknown = positionals.find((name) => !isTaughtLanguage(name));
  if (unknown !== undefined)
    throw new Error(`“${unknown}” is not trained. Name en, de or pl, or nothing for all three.`);
  return taught.filter((language) => positionals.length === 0 || positionals.includes(language));
}

function train(): void {
  if (!hasMaterial()) {
    console.log(
      "The labelled headlines (../shared/data) are not here. Nothing was trained, and the weights stay as they are.",
    );
    return;
  }
  if (archives.joined === null || archives.headlines === null)
    console.log(
      "Training without the labels of training/network or those of training/spans, because --joined or --headlines is not given. The shipped weights had both, so these will differ.",
    );
  const languages = {
    ...(JSON.parse(readFileSync(modelFile, "utf8")) as { languages: Record<string, unknown> }).languages,
  };
  for (const language of asked()) {
    const started = performance.now();
    const { training, development } = readExamples(language, archives);
    const clickbait = fitClickbait(language, training, sizes.clickbait, -1);
    const clickbaitLogit = unseenClickbait(language, training);
    const trained = trainLanguage(training, clickbaitLogit);
    const { file, arrays } = quantise([...trained.hashed, { name: "clickbait", weights: clickbait }]);
    writeFileSync(new URL(`${language}.bin`, folder), file);
    languages[language] = {
      trainedOn: training.length,
      development: development.length,
      markFrom: markFrom[language],
      measured: measure(trained, clickbaitLogit),
      second: rounded(trained.second),
      secondDrop: rounded(trained.secondDrop),
      title: rounded(trained.title),
      arrays,
    };
    printUnseen(language, trained);
    console.log(
      `${language}: ${training.length} examples, ${file.length} bytes, ${Math.round((performance.now() - started) / 1_000)} s`,
    );
  }
  const bytes = taught.reduce((sum, language) => sum + statSync(new URL(`${language}.bin`, folder)).size, 0);
  if (bytes > bytesMax) throw new Error(`The weights take ${bytes} bytes; at most ${bytesMax} may ship.`);
  const about =
    "Trained by npm run train on labelled headlines (not part of the repository), the lexicon, training/, and Stop Clickbait " +
    "(Chakraborty, Paranjape, Kakarla, Ganguly 2016; MIT licence).";
  writeFileSync(modelFile, `${JSON.stringify({ about, command: "npm run train", languages }, null, 2)}\n`);
}

function unseenClickbait(language: Language, examples: readonly Example[]): (example: Example) => number {
  const logits = new Map<Example, number>();
  for (let fold = 0; fold < foldCount; fold += 1) {
    const weights = fitClickbait(language, examples, sizes.clickbait, fold);
    for (const example of examples) {
      if (example.fold !== fold) continue;
      logits.set(example, scoreSparse(packRows([clickbaitRow(example.units, sizes.clickbait)]), 0, weights));
    }
  }
  return (example) => logits.get(example) ?? 0;
}

/** AUC on headlines that the models had not seen, cross-validated. */
function measure({ unseen }: TrainedLanguage, clickbaitLogit: (example: Example) => number) {
  const labels = unseen.map(({ example }) => example.label!);
  const auc = (scores: number[], isPositive: boolean[]) => Number(areaUnderCurve(scores, isPositive).toFixed(2));
  return {
    loaded: auc(
      unseen.map(({ loaded }) => loaded),
      labels.map(({ loaded }) => loaded >= 2),
    ),
    teaser: auc(
      unseen.map(({ example }) => clickbaitLogit(example)),
      labels.map(({ kinds }) => kinds.includes("teaser")),
    ),
  };
}

function rounded({ bias, weights }: Fitted) {
  return { bias: Number(bias.toFixed(5)), weights: [...weights].map((weight) => Number(weight.toFixed(5))) };
}

function printUnseen(language: Language, { unseen }: TrainedLanguage): void {
  const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)}`;
  const line = [0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6].map((from) => {
    const scored = unseen.map(({ example, words }) => ({
      label: example.label!,
      spans: markedSpans({
        markFrom: from,
        words: example.units.map(({ start, end }, at) => ({ start, end, loaded: words[at]!, kind: "name", drop: 0 })),
      }),
    }));
    const { found, wanted, right, marked } = countMarks(scored);
    return `${from}: ${percent(found, wanted)}/${percent(right, marked)}`;
  });
  const levels = unseen.map(({ example }) => example.level!);
  const auc = [2, 1].map((from) =>
    areaUnderCurve(
      unseen.map(({ loaded }) => loaded),
      levels.map((level) => level >= from),
    ).toFixed(3),
  );
  console.log(`${language} cross-validated, found/right ${line.join("  ")}  AUC ≥2 ${auc[0]} ≥1 ${auc[1]}`);
}

train();
if (hasMaterial()) {
  // Loaded only now: it reads the weights that were just written.
  const { reportDevelopment } = await import("./train/report-development.ts");
  reportDevelopment();
}
