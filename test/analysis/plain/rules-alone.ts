import type { LearnedEditor } from "../../../src/analysis/plain/network/learned-editor.ts";

/** The title editor without what it has learned: a test of one rule says what that rule does. */
export const rulesAlone: LearnedEditor = { propose: () => [], accepts: () => true };
