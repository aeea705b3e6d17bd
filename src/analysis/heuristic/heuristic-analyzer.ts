import type { Analyzer } from "../analyzer.ts";
import { abortedOutcome } from "../aborted-outcome.ts";
import { analyseByWords, heuristicVersion } from "./analyse-by-words.ts";

export const heuristicAnalyzer: Analyzer = {
  name: "heuristic",
  version: heuristicVersion,
  async analyse(input, signal) {
    return signal.aborted ? abortedOutcome : { kind: "analysed", result: analyseByWords(input) };
  },
};
