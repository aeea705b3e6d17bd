import type { Tag } from "../edit-step.ts";
import type { StepName, TitleEdit } from "../language-guards.ts";
import type { Language } from "../lexicon-entry.ts";
import { probability } from "../tagger/second-pass.ts";
import { changeOfWords, editSigns } from "./edit-signs.ts";
import { networkLimits } from "./network-limits.ts";
import check from "./weights/check.json" with { type: "json" };

// The others only calm capitals and marks.
const rules: readonly StepName[] = ["frame", "segment", "words", "runs"];

/** Whether human editors change the words that a rule changes, and a strict reader accepts what the network proposes. */
export function passesCheck(edit: TitleEdit, language: Language, tag: Tag): boolean {
  const { accepted, agreement } = networkLimits[language];
  if (edit.step === "network") return likelihood(edit, language, tag) >= accepted;
  if (agreement === 0 || !rules.includes(edit.step)) return true;
  return changeOfWords(edit, language) >= agreement;
}

/** How likely a strict reader accepts an edit: learned from edits that readers judged. */
export function likelihood(edit: TitleEdit, language: Language, tag: Tag): number {
  const { bias, weights } = check.languages[language];
  return probability(editSigns(edit, language, tag).reduce((sum, sign, at) => sum + sign * weights[at]!, bias));
}
