// Trains what the title editor has learned (src/analysis/plain/learned/weights): node scripts/train-editor.ts FOLDER [en] [de] [pl]
// FOLDER holds, per language, edits of the rules that readers judged (de-judged.tsv) and headlines that nobody read (de-headlines.txt). They
// quote other people's headlines, so only the weights are part of this repository. The same files give the same bytes.
import { readFileSync, writeFileSync } from "node:fs";
import { isTaughtLanguage, type Language } from "../src/analysis/plain/lexicon-entry.ts";
import { countOperations } from "./train-editor/count-operations.ts";
import { fitEdits } from "./train-editor/fit-edits.ts";
import { quantise } from "./train/quantise.ts";

const weightsFolder = new URL("../src/analysis/plain/learned/weights/", import.meta.url);
const modelFile = new URL("model.json", weightsFolder);
/** Chosen on headlines and edits that were not trained on: training/log.md says how. */
const limits: Record<Language, { editFrom: number }> = {
  en: { editFrom: 0.82 },
  de: { editFrom: 0.88 },
  pl: { editFrom: 0.88 },
};

const [folder, ...named] = process.argv.slice(2);
const languages = named.length === 0 ? (["en", "de", "pl"] as const) : named.filter(isTaughtLanguage);
if (folder === undefined || languages.length < named.length) {
  console.error("Usage: node scripts/train-editor.ts FOLDER [en] [de] [pl]");
  process.exit(2);
}

const model = JSON.parse(readFileSync(modelFile, "utf8")) as { about: string; languages: Record<string, unknown> };
for (const language of languages) {
  const { table, counted } = countOperations(`${folder}/${language}-headlines.txt`, language);
  const edits = fitEdits(`${folder}/${language}-judged.tsv`, language, table);
  const { file, arrays } = quantise([{ name: "edits", weights: edits.weights }]);
  writeFileSync(new URL(`${language}.bin`, weightsFolder), Buffer.concat([file, Buffer.from(table.buffer)]));
  model.languages[language] = {
    ...limits[language],
    judged: edits.judged,
    counted,
    arrays: [...arrays, { name: "seen", size: table.length, step: 1 }],
  };
}
writeFileSync(modelFile, `${JSON.stringify(model, null, 2)}\n`);
