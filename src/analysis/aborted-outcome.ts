import type { AnalysisOutcome } from "./analyzer.ts";

export const abortedOutcome: AnalysisOutcome = {
  kind: "failed",
  failure: { why: "aborted", message: "The analysis was stopped.", retryAfterMs: null, usage: null },
};
