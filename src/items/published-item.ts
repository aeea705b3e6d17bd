import type { AnalyzerResult } from "./analyzer-result.ts";

/** The feed that an item came in, under the person's own name for it. */
export type ItemSource = { name: string; url: string; siteUrl: string | null };

/** An item as its readers are to see it, whichever document it stands in. */
export type PublishedItem = {
  id: string;
  url: string | null;
  title: string;
  author: string | null;
  pubDate: Date;
  updatedAt: Date;
  categories: string[];
  enclosures: { url: string; type: string | null; bytes: number | null }[];
  cleanHtml: string | null;
  text: string | null;
  analysis: AnalyzerResult | null;
  analysisStatus: "pending" | "done" | "failed" | "skipped";
  /** Only in a document that has items of several feeds. */
  source?: ItemSource | null;
  /** The cleaned text, safe to show, only in documents for one person; "": there is none, or no room for it. */
  fullText?: string;
};

/** An edited item is pending again while its row still holds what was said of its former text: that no longer counts. */
export function currentAnalysis({ analysis, analysisStatus }: PublishedItem): AnalyzerResult | null {
  return analysisStatus === "pending" ? null : analysis;
}

/**
 * Two decimals, as readers see it and `max_score` is written. Stored scores have three, and half a hundredth goes up as
 * in the database's numeric: 0.285 × 100 alone would be 28.499….
 */
export function publishedScore(score: number): number {
  return Math.round(Math.round(score * 1_000) / 10) / 100;
}
