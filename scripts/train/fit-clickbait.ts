import { readText } from "../../src/analysis/heuristic/read-text.ts";
import type { Language } from "../../src/analysis/plain/lexicon-entry.ts";
import { clickbaitFeatures, createFeatureList } from "../../src/analysis/plain/tagger/features.ts";
import { titleUnits, type Unit } from "../../src/analysis/plain/tagger/title-units.ts";
import type { Example } from "./examples.ts";
import { readClickbait } from "./read-material.ts";
import { fitSparse, packRows } from "./regression.ts";

const list = createFeatureList();
const publicWeight = 0.15;
const l2 = 4;

/**
 * Teasers of the pool against everything else in it, and in English the Stop Clickbait headlines with little weight: alone
 * they teach BuzzFeed against wire copy. `leftOut` is a fold, or -1.
 */
export function fitClickbait(
  language: Language,
  examples: readonly Example[],
  size: number,
  leftOut: number,
): Float64Array {
  const rows: Int32Array[] = [];
  const labels: number[] = [];
  const weights: number[] = [];
  const add = (units: readonly Unit[], isTeaser: boolean, weight: number) => {
    rows.push(clickbaitRow(units, size));
    labels.push(isTeaser ? 1 : 0);
    weights.push(weight);
  };
  for (const { units, label, fold, level, weight } of examples) {
    if (fold === leftOut && leftOut >= 0) continue;
    if (label) add(units, label.kinds.includes("teaser"), 1);
    else if (level === 0) add(units, false, weight);
  }
  if (language === "en") {
    for (const [at, { title, isClickbait }] of readClickbait().entries()) {
      // In cross-validation a quarter of them will do.
      if (leftOut >= 0 && at % 4 !== leftOut % 4) continue;
      add(titleUnits(readText("title", title), language), isClickbait, publicWeight);
    }
  }
  return fitSparse(packRows(rows), Float64Array.from(labels), Float64Array.from(weights), {
    size,
    l2,
    occurrencesMin: 2,
  });
}

export function clickbaitRow(units: readonly Unit[], size: number): Int32Array {
  list.count = 0;
  clickbaitFeatures(units, list);
  return list.buckets.slice(0, list.count).map((bucket) => bucket & (size - 1));
}
