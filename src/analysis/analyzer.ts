import type { AnalyzerResult, AnalyzerUsage } from "../items/analyzer-result.ts";

// Plain text only, without the publisher, so that no analyzer can judge by an outlet's name.
export type AnalysisInput = {
  title: string;
  description: string;
  body: string;
  kind: "article" | "feed";
  languageHint: string | null;
  now: Date;
  /** The offline result for these texts, if it is known: an analyzer that needs it does not compute it again. */
  byWords?: AnalyzerResult;
};

// An analyzer never throws for external failures; "aborted" means that we stopped, and does not count as a failure.
export type AnalysisOutcome =
  | { kind: "analysed"; result: AnalyzerResult }
  | { kind: "failed"; failure: AnalysisFailure };

export type AnalysisFailure = {
  why:
    | "auth"
    | "payment"
    | "rate_limited"
    | "budget"
    | "loading"
    | "timeout"
    | "network"
    | "server"
    | "truncated"
    | "refusal"
    | "bad_json"
    | "schema"
    | "aborted";
  message: string;
  retryAfterMs: number | null;
  // A failed call may still have cost money.
  usage: AnalyzerUsage | null;
};

export type Analyzer = {
  name: string;
  version: string;
  analyse(input: AnalysisInput, signal: AbortSignal): Promise<AnalysisOutcome>;
};
