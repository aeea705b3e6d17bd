import type { AnalyzerResult } from "../items/analyzer-result.ts";
import { currentAnalysis, type PublishedItem } from "../items/published-item.ts";

export type PresentedAnalysis = Pick<AnalyzerResult, "analyzer" | "language" | "category" | "summary" | "warnings"> & {
  version: string;
  model: string | null;
  input: AnalyzerResult["input_kind"];
  facts: string[];
  titleReason: string;
  /** The overall score first, then the five it is made of. */
  scores: [PresentedScore, ...PresentedScore[]];
};

export type PresentedScore = { name: string; score: number; confidence: number | null; reason: string };

const traits = ["framing", "clickbait", "persuasive", "hyper_stimulus", "speculative"] as const;

export function presentAnalysis(result: AnalyzerResult): PresentedAnalysis {
  return {
    analyzer: result.analyzer,
    version: result.analyzer_version,
    model: result.llm_model ?? null,
    input: result.input_kind,
    language: result.language,
    category: result.category,
    summary: result.summary || result.description_corrected,
    warnings: result.warnings,
    facts: result.facts.map(({ text }) => text),
    titleReason: result.title_correction_reason,
    scores: [
      { name: "overall", score: publishedScore(result.overall), confidence: null, reason: result.overall_reason },
      ...traits.map((name) => presentTrait(name, result)),
    ],
  };
}

function presentTrait(name: (typeof traits)[number], result: AnalyzerResult): PresentedScore {
  return {
    name,
    score: publishedScore(result[name]),
    confidence: publishedScore(result.confidence[name]),
    reason: result[`${name}_reason`],
  };
}

/** Items without a score stay in, marked as pending: no score is not a bad score. */
export function filterByScore(items: PublishedItem[], maxScore: number): PublishedItem[] {
  const max = publishedScore(maxScore);
  return items.filter((item) => {
    const analysis = currentAnalysis(item);
    return analysis === null || publishedScore(analysis.overall) <= max;
  });
}

/**
 * Two decimals, as readers see it and `max_score` is written. Stored scores have three, and half a hundredth goes up as
 * in the database's numeric: 0.285 × 100 alone would be 28.499….
 */
export function publishedScore(score: number): number {
  return Math.round(Math.round(score * 1_000) / 10) / 100;
}
