import { readFileSync } from "node:fs";
import type { Language } from "../lexicon-entry.ts";
import { type HashedWeights, readHashedWeights } from "../tagger/hashed-weights.ts";
import layout from "./weights/model.json" with { type: "json" };

/** What the title editor has learned: which words go, and which edits are right. */
export type EditorWeights = {
  runs: HashedWeights;
  edits: HashedWeights;
  /** How often each operation of the rules was met in other headlines (operations.ts). */
  seen: Int8Array;
  /** From this probability on a run of words goes. */
  runFrom: number;
  /** From this probability on an edit is made. */
  editFrom: number;
};

const known = new Map<Language, EditorWeights>();

/** Read once per language, when the first loaded title of that language comes. */
export function readEditorWeights(language: Language): EditorWeights {
  const read = known.get(language);
  if (read) return read;
  const { arrays, runFrom, editFrom } = layout.languages[language];
  const hashed = readHashedWeights(readFileSync(new URL(`./weights/${language}.bin`, import.meta.url)), arrays);
  const [runs, edits, seen] = ["runs", "edits", "seen"].map((name) => hashed.get(name)!);
  const weights = { runs: runs!, edits: edits!, seen: seen!.values, runFrom, editFrom };
  known.set(language, weights);
  return weights;
}
