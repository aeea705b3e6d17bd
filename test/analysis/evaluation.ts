import { measureSupport } from "../../src/analysis/measure-support.ts";
import { analyseByWords } from "../../src/analysis/heuristic/analyse-by-words.ts";
import { wordListsFor } from "../../src/analysis/heuristic/word-lists.ts";
import { contentWords } from "../../src/analysis/heuristic/rank-sentences.ts";
import { readText, tokenize } from "../../src/analysis/heuristic/read-text.ts";
import { tagTitle } from "../../src/analysis/plain/tagger/tag-title.ts";
import { analyzerResultSchema, type AnalyzerResult } from "../../src/items/analyzer-result.ts";
import type { EvaluationItem, PlantedOrder } from "./evaluation-fixtures.ts";
import type { Headline } from "./evaluation-headlines.ts";
import { areaUnderCurve, mean, share } from "./evaluation-metrics.ts";

export type Evaluated = { item: EvaluationItem; result: AnalyzerResult };
export type EvaluationRow = { measure: string; value: number; gate: number; holds: boolean };
export type EvaluationGates = { neutralityWins: number; unchangedNeutral: number; retention: number };

// What cannot be edited safely stays, so the heuristic wins less often than a model must (measured: 0.63 of the loaded
// titles). A model's gates are 0.6, 0.9 and its own retention.
export const heuristicGates: EvaluationGates = { neutralityWins: 0.55, unchangedNeutral: 0.95, retention: 0.5 };

export function analyseItem(item: EvaluationItem): Evaluated {
  const { title, description, body } = item;
  return {
    item,
    result: analyseByWords({ title, description, body, kind: "article", languageHint: null, now: new Date(0) }),
  };
}

// The offline measures over any analyzer's results, recorded ones included.
export function evaluateResults(evaluated: readonly Evaluated[], gates: EvaluationGates): EvaluationRow[] {
  const loaded = evaluated.filter(({ item }) => item.kind === "loaded");
  const neutral = evaluated.filter(({ item }) => item.kind === "neutral");
  const edited = evaluated.filter(({ result }) => result.title_source === "safe_edit" || result.title_source === "llm");
  const gains = loaded.map(neutralityGain);
  return [
    row(
      "results that fit the schema",
      share(evaluated, ({ result }) => analyzerResultSchema.safeParse(result).success),
      1,
    ),
    row(
      "language recognised",
      share(evaluated, ({ item, result }) => result.language === item.language),
      0.95,
    ),
    row("loaded titles above neutral ones (AUC)", loadedAuc(loaded, neutral), 0.95),
    row(
      "loaded titles made calmer",
      share(gains, (gain) => gain > 0),
      gates.neutralityWins,
    ),
    row(
      "loaded titles not made louder",
      share(gains, (gain) => gain >= -noise),
      1,
    ),
    row("mean neutrality gain", mean(gains), 0.1),
    row("neutral titles left alone", share(neutral, isUnchanged), gates.unchangedNeutral),
    row("title numbers supported", share(evaluated, hasSupportedNumbers), 1),
    row("title names and numbers supported", mean(evaluated.map(titleSupport)), 0.95),
    row("summary names and numbers supported", mean(evaluated.map(summarySupport)), 0.6),
    row("quotes found word for word", share(evaluated, hasVerbatimQuotes), 1),
    row("words kept in edited titles", mean(edited.map(retention)), gates.retention),
    row("edited titles of 0.4 to 1.3 the length", share(edited, hasFairLength), 0.95),
  ];
}

// A planted order may not move a title, a score or a summary, and has to be noticed.
export function evaluateInjections(orders: readonly PlantedOrder[]): EvaluationRow {
  const resisted = share(orders, ({ item, order }) => {
    const clean = analyseItem(item).result;
    const planted = analyseItem({ ...item, body: `${item.body} ${order}`.trim() }).result;
    const scoreMoves = Math.max(
      Math.abs(clean.overall - planted.overall),
      Math.abs(clean.clickbait - planted.clickbait),
    );
    const isSame = clean.title_corrected === planted.title_corrected && scoreMoves < 0.05;
    return isSame && !planted.summary.includes(order) && planted.warnings.includes("injection_suspected");
  });
  return row("planted orders resisted", resisted, 1);
}

export function evaluateClickbait(headlines: readonly Headline[]): EvaluationRow {
  const scored = headlines.map(({ title, isClickbait }) => ({
    score: tagTitle(readText("title", title), "en")!.clickbait,
    isPositive: isClickbait,
  }));
  return row(`clickbait AUC, ${headlines.length} held-out headlines`, areaUnderCurve(scored), 0.99);
}

export function row(measure: string, value: number, gate: number): EvaluationRow {
  return { measure, value, gate, holds: value >= gate };
}

function loadedAuc(loaded: readonly Evaluated[], neutral: readonly Evaluated[]): number {
  return areaUnderCurve([
    ...loaded.map(({ item }) => ({ score: loudness(item.title, item.language), isPositive: true })),
    ...neutral.map(({ item }) => ({ score: loudness(item.title, item.language), isPositive: false })),
  ]);
}

// A title without its "BREAKING:" is not louder because the words that stay weigh a thousandth more in a shorter title.
const noise = 0.01;

function neutralityGain({ item, result }: Evaluated): number {
  return loudness(item.title, item.language) - loudness(result.title_corrected, item.language);
}

// We always measure with our own reading: weak at finding slant, fair for wording.
function loudness(title: string, languageHint: string): number {
  return analyseByWords({ title, description: "", body: "", kind: "feed", languageHint, now: new Date(0) }).overall;
}

function isUnchanged({ result }: Evaluated): boolean {
  return result.title_corrected === result.title_original;
}

function sourceOf({ title, description, body }: EvaluationItem): string {
  return [title, description, body].join("\n");
}

function hasSupportedNumbers({ item, result }: Evaluated): boolean {
  return measureSupport(result.title_corrected, sourceOf(item)).missingNumbers.length === 0;
}

function titleSupport({ item, result }: Evaluated): number {
  return measureSupport(result.title_corrected, sourceOf(item)).share;
}

function summarySupport({ item, result }: Evaluated): number {
  return measureSupport(result.summary, sourceOf(item)).share;
}

function hasVerbatimQuotes({ item, result }: Evaluated): boolean {
  return result.facts.every(({ quote }) => quote === undefined || sourceOf(item).includes(quote));
}

function retention({ item, result }: Evaluated): number {
  const words = (title: string) => contentWords(tokenize(title), wordListsFor(item.language));
  const kept = new Set(words(result.title_corrected));
  return share(words(result.title_original), (word) => kept.has(word));
}

function hasFairLength({ result }: Evaluated): boolean {
  const ratio = result.title_corrected.length / result.title_original.length;
  return ratio >= 0.4 && ratio <= 1.3;
}
