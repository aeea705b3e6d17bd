import type { Tag } from "../edit-step.ts";
import type { TitleEdit } from "../language-guards.ts";
import { isLikelyRight, judgedSteps } from "../learned/is-likely-right.ts";
import type { Language } from "../lexicon-entry.ts";
import { probability } from "../tagger/second-pass.ts";
import { changeOfWords, editSigns } from "./edit-signs.ts";
import { networkLimits } from "./network-limits.ts";
import check from "./weights/check.json" with { type: "json" };

/** Whether human editors change what a rule changes, and a strict reader accepts the edit, of the network or of a rule. */
export function passesCheck(edit: TitleEdit, language: Language, tag: Tag): boolean {
  const { accepted, agreement, ruleAccepted } = networkLimits[language];
  if (edit.step === "network") return likelihood(edit, language, tag) >= accepted;
  if (!judgedSteps.includes(edit.step)) return true;
  if (!isLikelyRight(edit, language, tag) || changeOfWords(edit, language) < agreement) return false;
  return likelihood(edit, language, tag) >= ruleAccepted;
}

/** How likely a strict reader accepts an edit: learned from edits that readers judged. */
export function likelihood(edit: TitleEdit, language: Language, tag: Tag): number {
  const { bias, weights } = check.languages[language];
  return probability(editSigns(edit, language, tag).reduce((sum, sign, at) => sum + sign * weights[at]!, bias));
}
