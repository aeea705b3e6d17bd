import type { ReadText } from "../../heuristic/read-text.ts";
import type { PlainTitle } from "../edit-step.ts";
import type { Language } from "../lexicon-entry.ts";
import { passesCheck } from "../network/passes-check.ts";
import { proposeEdits } from "../network/propose-edits.ts";
import { dropRuns } from "./drop-runs.ts";
import { isLikelyRight } from "./is-likely-right.ts";

/** What the title editor has learned from headlines and edits that people read, next to its rules. */
export type LearnedEditor = {
  /** Changes that the network expects of a human editor. */
  propose: (read: ReadText, language: Language) => PlainTitle[];
  dropRuns: typeof dropRuns;
  isLikelyRight: typeof isLikelyRight;
};

export const learnedEditor: LearnedEditor = {
  propose: proposeEdits,
  dropRuns,
  isLikelyRight: (edit, language, tag) => isLikelyRight(edit, language, tag) && passesCheck(edit, language, tag),
};
