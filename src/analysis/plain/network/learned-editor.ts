import type { ReadText } from "../../heuristic/read-text.ts";
import type { PlainTitle } from "../edit-step.ts";
import type { Language } from "../lexicon-entry.ts";
import { passesCheck } from "./passes-check.ts";
import { proposeEdits } from "./propose-edits.ts";

/** What the title editor has learned from headlines and edits that people read, next to its rules. */
export type LearnedEditor = {
  /** Changes that the network expects of a human editor. */
  propose: (read: ReadText, language: Language) => PlainTitle[];
  /** Whether a strict reader accepts an edit, of the network or of a rule. */
  accepts: typeof passesCheck;
};

export const learnedEditor: LearnedEditor = { propose: proposeEdits, accepts: passesCheck };
