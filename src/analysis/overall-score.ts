import type { AnalyzerResult } from "../items/analyzer-result.ts";

export type Scores = Pick<AnalyzerResult, "framing" | "clickbait" | "persuasive" | "hyper_stimulus" | "speculative">;

// The worst trait decides, the next two add: a mean would let one blatant trait hide behind four clean ones.
export function overallScore(scores: Scores): number {
  const [first, second, third] = [
    scores.framing,
    scores.clickbait,
    scores.persuasive,
    scores.hyper_stimulus,
    scores.speculative,
  ].sort((a, b) => b - a) as [number, number, number];
  return roundScore(0.6 * first + 0.3 * second + 0.1 * third);
}

export function roundScore(score: number): number {
  return Math.round(score * 1_000) / 1_000;
}
