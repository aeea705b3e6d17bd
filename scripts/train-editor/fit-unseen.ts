import { probability } from "../../src/analysis/plain/tagger/second-pass.ts";
import { fitSparse, packRows, scoreSparse } from "../train/regression.ts";

export type Rows = { features: Int32Array[]; labels: number[]; folds: number[] };

const size = 2 ** 16;
const foldCount = 5;

/** A regression over all rows, and the probability of each row by one that had not seen its fold. */
export function fitUnseen(
  { features, labels, folds }: Rows,
  l2: number,
): { weights: Float64Array; unseen: Float64Array } {
  const rows = packRows(features.map((row) => row.map((bucket) => bucket & (size - 1))));
  const wanted = Float64Array.from(labels);
  const fit = (weightOf: (at: number) => number) =>
    fitSparse(
      rows,
      wanted,
      Float64Array.from(labels, (_, at) => weightOf(at)),
      { size, l2, occurrencesMin: 2 },
    );
  const unseen = new Float64Array(labels.length);
  for (let fold = 0; fold < foldCount; fold += 1) {
    const weights = fit((at) => (folds[at]! % foldCount === fold ? 0 : 1));
    labels.forEach((_, at) => {
      if (folds[at]! % foldCount === fold) unseen[at] = probability(scoreSparse(rows, at, weights));
    });
  }
  return { weights: fit(() => 1), unseen };
}

export function percent(part: number, whole: number): string {
  return `${Math.round((100 * part) / Math.max(1, whole))} % (${part}/${whole})`;
}
