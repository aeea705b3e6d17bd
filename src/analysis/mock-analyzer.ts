import type { AnalyzerResult } from "../items/analyzer-result.ts";
import { cutText } from "../text/characters.ts";
import { abortedOutcome } from "./aborted-outcome.ts";
import type { AnalysisInput, Analyzer } from "./analyzer.ts";
import { detectLanguage } from "./detect-language.ts";
import { overallScore, roundScore, type Scores } from "./overall-score.ts";
import { prepareInput } from "./prepare-input.ts";

// `sleep` resolves early when the signal aborts; it never rejects.
export type MockOptions = { latencyMs: number; sleep: (ms: number, signal: AbortSignal) => Promise<void> };

const version = "m1";
const summaryCharsMax = 280;

// Takes its time like a model and makes up its answer from the input's hash: random scores, as the original's dummy
// had them, make every test a guess.
export function createMockAnalyzer({ latencyMs, sleep }: MockOptions): Analyzer {
  return {
    name: "mock",
    version,
    async analyse(input, signal) {
      await sleep(latencyMs, signal);
      return signal.aborted ? abortedOutcome : { kind: "analysed", result: mockResult(input) };
    },
  };
}

function mockResult(input: AnalysisInput): AnalyzerResult {
  const { title, description, body, hash, truncated } = prepareInput(input);
  const scores = mockScores(hash);
  return {
    schema_version: 2,
    analyzer: "mock",
    analyzer_version: version,
    language: detectLanguage(title, input.languageHint),
    input_kind: input.kind,
    input_hash: hash,
    input_truncated: truncated,
    analyzed_at: input.now.toISOString(),
    title_original: title,
    title_corrected: title,
    title_correction_reason: "Mock: kept as it is.",
    title_source: "original",
    description_original: description,
    description_corrected: description,
    description_correction_reason: "Mock: kept as it is.",
    summary: cutText(body || description || title, summaryCharsMax),
    facts: [],
    ...scores,
    framing_reason: "Mock score.",
    clickbait_reason: "Mock score.",
    persuasive_reason: "Mock score.",
    hyper_stimulus_reason: "Mock score.",
    speculative_reason: "Mock score.",
    overall: overallScore(scores),
    overall_reason: "Mock scores, made from the hash of the input.",
    confidence: { framing: 0, clickbait: 0, persuasive: 0, hyper_stimulus: 0, speculative: 0 },
    techniques: [],
    edits: [],
    category: "other",
    warnings: [],
  };
}

function mockScores(hash: string): Scores {
  const scoreAt = (byte: number) => roundScore(Number.parseInt(hash.slice(2 * byte, 2 * byte + 2), 16) / 255);
  return {
    framing: scoreAt(0),
    clickbait: scoreAt(1),
    persuasive: scoreAt(2),
    hyper_stimulus: scoreAt(3),
    speculative: scoreAt(4),
  };
}
