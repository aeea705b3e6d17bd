import type { AnalyzerResult } from "../items/analyzer-result.ts";

/** A feed as its readers are to see it. `selfUrl` is where this document of ours is served. */
export type PublishedFeed = {
  url: string;
  title: string | null;
  siteUrl: string | null;
  description: string | null;
  language: string | null;
  selfUrl: string;
};

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
};

/** An edited item is pending again while its row still holds what was said of its former text: that no longer counts. */
export function currentAnalysis({ analysis, analysisStatus }: PublishedItem): AnalyzerResult | null {
  return analysisStatus === "pending" ? null : analysis;
}
