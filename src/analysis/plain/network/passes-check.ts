import type { Tag } from "../edit-step.ts";
import type { TitleEdit } from "../language-guards.ts";
import { isLikelyRight, judgedSteps } from "../learned/is-likely-right.ts";
import type { Language } from "../lexicon-entry.ts";
import { probability } from "../tagger/second-pass.ts";
import { changeOfWords, editSigns } from "./edit-signs.ts";
import { networkLimits } from "./network-limits.ts";
import { readsWholeEdit } from "./read-edit.ts";
import check from "./weights/check.json" with { type: "json" };

/**
 * Whether human editors change what a rule changes, and a strict reader accepts the edit, of the network or of a rule. A change so late in a
 * title that the network does not read it is refused, because nobody checks it. None of 6,094 headlines drawn at random is that long.
 */
export function passesCheck(edit: TitleEdit, language: Language, tag: Tag): boolean {
  const { accepted, agreement, ruleAccepted } = networkLimits[language];
  const isOfNetwork = edit.step === "network";
  if (!isOfNetwork && !judgedSteps.includes(edit.step)) return true;
  if (!readsWholeEdit(edit.before.text, edit.after.text, language)) return false;
  if (isOfNetwork) return likelihood(edit, language, tag) >= accepted;
  if (!isLikelyRight(edit, language, tag) || changeOfWords(edit, language) < agreement) return false;
  return likelihood(edit, language, tag) >= ruleAccepted;
}

/** How likely a strict reader accepts an edit: learned from edits that readers judged. */
export function likelihood(edit: TitleEdit, language: Language, tag: Tag): number {
  const { bias, weights } = check.languages[language];
  return probability(editSigns(edit, language, tag).reduce((sum, sign, at) => sum + sign * weights[at]!, bias));
}
