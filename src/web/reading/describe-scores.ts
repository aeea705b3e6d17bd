import type { AnalyzerResult } from "../../items/analyzer-result.ts";
import { presentAnalysis } from "../../publishing/present-analysis.ts";
import type { ReadingTexts } from "../texts/en-reading.ts";

/** A score as people are told of it: what was found comes first, the number after it. */
export type DescribedScore = { name: string; label: string; score: number; confidence: number; reason: string };

export type DescribedScores = { overall: number; reason: string; analyzer: string; traits: DescribedScore[] };

/** The strongest trait first. A word list is never said to have found framing: it found loaded words. */
export function describeScores(result: AnalyzerResult, texts: ReadingTexts): DescribedScores {
  const labels: Record<string, string> = result.analyzer === "heuristic" ? texts.traitsByWords : texts.traits;
  const { scores, model, analyzer } = presentAnalysis(result);
  const [overall, ...traits] = scores;
  return {
    overall: overall.score,
    reason: overall.reason,
    analyzer: analyzer === "heuristic" ? texts.byWords : texts.byModel(model ?? analyzer),
    traits: traits
      .map(({ name, score, confidence, reason }) => ({
        name,
        label: labels[name] ?? name,
        score,
        confidence: confidence ?? 0,
        reason,
      }))
      .toSorted((a, b) => b.score - a.score),
  };
}
