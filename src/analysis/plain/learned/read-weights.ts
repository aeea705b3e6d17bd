import { readFileSync } from "node:fs";
import type { Language } from "../lexicon-entry.ts";
import { type HashedWeights, readHashedWeights } from "../tagger/hashed-weights.ts";
import layout from "./weights/model.json" with { type: "json" };

/** What was learned of which edits of the rules are right. */
export type EditorWeights = {
  edits: HashedWeights;
  /** How often each operation of the rules was met in other headlines (operations.ts). */
  seen: Int8Array;
  /** From this probability on an edit is made. */
  editFrom: number;
};

const known = new Map<Language, EditorWeights>();

/** Read once per language, when the first loaded title of that language comes. */
export function readEditorWeights(language: Language): EditorWeights {
  const read = known.get(language);
  if (read) return read;
  const { arrays, editFrom } = layout.languages[language];
  const hashed = readHashedWeights(readFileSync(new URL(`./weights/${language}.bin`, import.meta.url)), arrays);
  const weights = { edits: hashed.get("edits")!, seen: hashed.get("seen")!.values, editFrom };
  known.set(language, weights);
  return weights;
}
