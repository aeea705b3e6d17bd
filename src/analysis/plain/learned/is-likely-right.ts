import type { ReadText } from "../../heuristic/read-text.ts";
import type { Tag } from "../edit-step.ts";
import type { StepName, TitleEdit } from "../language-guards.ts";
import type { Language } from "../lexicon-entry.ts";
import { createFeatureList } from "../tagger/features.ts";
import { sumOf } from "../tagger/hashed-weights.ts";
import { probability } from "../tagger/second-pass.ts";
import { titleUnits } from "../tagger/title-units.ts";
import { editFeatures } from "./edit-features.ts";
import { readEditorWeights } from "./read-weights.ts";

// The others only calm capitals and marks.
export const judgedSteps: readonly StepName[] = ["frame", "segment", "words"];

const list = createFeatureList();

/** Whether a reader would find nothing wrong with this edit: learned from edits that people judged. */
export function isLikelyRight(edit: TitleEdit, language: Language, tag: Tag): boolean {
  if (!judgedSteps.includes(edit.step)) return true;
  const { edits, editFrom, seen } = readEditorWeights(language);
  fillEdit(edit, { language, tag, seen });
  return probability(sumOf(list, edits)) >= editFrom;
}

/** The features of an edit, in a list that the next call fills again. */
export function fillEdit(
  { before, after, step }: TitleEdit,
  { language, tag, seen }: { language: Language; tag: Tag; seen: Int8Array },
): typeof list {
  const titleOf = (read: ReadText) => ({
    text: read.text,
    units: titleUnits(read, language),
    tagged: tag(read, language)!,
  });
  list.count = 0;
  const titles = { before: titleOf(before), after: titleOf(after) };
  editFeatures({ ...titles, step: judgedSteps.indexOf(step), seen }, list);
  return list;
}
