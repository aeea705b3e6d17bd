import { dropRuns } from "./drop-runs.ts";
import { isLikelyRight } from "./is-likely-right.ts";

/** What the title editor has learned from headlines and edits that people read, next to its rules. */
export type LearnedEditor = { dropRuns: typeof dropRuns; isLikelyRight: typeof isLikelyRight };

export const learnedEditor: LearnedEditor = { dropRuns, isLikelyRight };
