import { currentAnalysis, type PublishedItem } from "../items/published-item.ts";

/** What nobody has scored yet stays in, flagged as pending by the builders: silence is not a bad score. */
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
