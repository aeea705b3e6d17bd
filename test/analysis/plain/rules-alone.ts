import type { LearnedEditor } from "../../../src/analysis/plain/learned/learned-editor.ts";

/** The title editor without what it has learned: a test of one rule says what that rule does. */
export const rulesAlone: LearnedEditor = { propose: () => [], dropRuns: () => null, isLikelyRight: () => true };
