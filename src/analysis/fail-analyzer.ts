import { abortedOutcome } from "./aborted-outcome.ts";
import type { Analyzer } from "./analyzer.ts";

// Fails every time as a broken server would: for trying out what the rest does then.
export const failAnalyzer: Analyzer = {
  name: "fail",
  version: "f1",
  async analyse(_input, signal) {
    if (signal.aborted) return abortedOutcome;
    const message = "AI_TYPE is “fail”: every analysis fails on purpose.";
    return { kind: "failed", failure: { why: "server", message, retryAfterMs: null, usage: null } };
  },
};
