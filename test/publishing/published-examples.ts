import { type AnalyzerResult, analyzerResultSchema } from "../../src/items/analyzer-result.ts";
import type { PublishedItem } from "../../src/items/published-item.ts";
import type { PublishedFeed } from "../../src/publishing/present-feed.ts";

export const updatedAt = new Date("2026-03-04T05:06:07.890Z");

export function exampleFeed(changes: Partial<PublishedFeed> = {}): PublishedFeed {
  return {
    url: "https://harbour.example/feed.xml",
    title: "Harbour Gazette",
    siteUrl: "https://harbour.example/",
    description: "News from the harbour.",
    language: "en",
    selfUrl: "https://plainwire.example/rss?url=https%3A%2F%2Fharbour.example%2Ffeed.xml",
    ...changes,
  };
}

export function exampleItem(changes: Partial<PublishedItem> = {}): PublishedItem {
  return {
    id: "0195a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b",
    url: "https://harbour.example/ferry?page=1&from=feed",
    title: "SHOCK: Ferry & crane in outrageous clash",
    author: "Ida Lund",
    pubDate: new Date("2026-03-03T20:00:00Z"),
    updatedAt: new Date("2026-03-03T21:30:00Z"),
    categories: ["Harbour", "Traffic & Transport"],
    enclosures: [],
    cleanHtml: "<p>A ferry touched a crane on <b>Tuesday</b>.</p>",
    text: "A ferry touched a crane on Tuesday.",
    analysis: exampleResult(),
    analysisStatus: "done",
    ...changes,
  };
}

export function exampleResult(changes: Partial<AnalyzerResult> = {}): AnalyzerResult {
  return analyzerResultSchema.parse({
    schema_version: 2,
    analyzer: "heuristic",
    analyzer_version: "h1",
    language: "en",
    input_kind: "feed",
    input_hash: "b2".repeat(32),
    input_truncated: false,
    analyzed_at: "2026-03-03T20:00:01.000Z",
    title_original: "SHOCK: Ferry & crane in outrageous clash",
    title_corrected: "Ferry & crane in clash",
    title_correction_reason: "Attention word and loaded adjective removed.",
    title_source: "safe_edit",
    description_original: "",
    description_corrected: "",
    description_correction_reason: "",
    summary: "A ferry touched a crane on Tuesday. Nobody was hurt.",
    facts: [{ text: "Nobody was hurt." }, { text: "The crane stands still until 9 March." }],
    framing: 0.3,
    framing_reason: "Loaded words found: 1 (“outrageous”).",
    clickbait: 0.1,
    clickbait_reason: "Not worded like clickbait.",
    persuasive: 0,
    persuasive_reason: "No appeals or calls to action found.",
    hyper_stimulus: 0.6,
    hyper_stimulus_reason: "Loud signs found: 1 (“SHOCK”).",
    speculative: 0,
    speculative_reason: "No hedged wording found.",
    overall: 0.46,
    overall_reason: "Word lists only.",
    confidence: { framing: 0.3, clickbait: 0.9, persuasive: 0.2, hyper_stimulus: 0.8, speculative: 0.5 },
    techniques: [],
    edits: [],
    category: "world",
    warnings: [],
    ...changes,
  });
}
