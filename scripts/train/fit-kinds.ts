import { loadedKinds } from "../../src/analysis/plain/lexicon-entry.ts";
import type { Example } from "./examples.ts";
import { fitSparse, scoreSparse, type SparseRows } from "./regression.ts";

const rounds = 3;
const l2 = 2;

/**
 * One regression per kind. A headline with two kinds does not say which word is of which kind: each round, a loaded word is
 * shared among its headline's kinds as the last round's models see it.
 */
export function fitKinds(
  examples: readonly Example[],
  rows: SparseRows,
  offsets: readonly number[],
  size: number,
): Float64Array[] {
  const small = { ...rows, features: rows.features.map((bucket) => bucket & (size - 1)) };
  const rowWeights = new Float64Array(rows.starts.length - 1);
  const shares = loadedKinds.map(() => new Float64Array(rowWeights.length));
  const words = examples.flatMap((example, at) =>
    example.kinds.length === 0
      ? []
      : [...example.loaded].flatMap((loaded, unit) => (loaded ? [{ row: offsets[at]! + unit, example }] : [])),
  );
  for (const { row, example } of words) {
    rowWeights[row] = example.weight;
    for (const kind of example.kinds) shares[loadedKinds.indexOf(kind)]![row] = 1 / example.kinds.length;
  }
  let fitted: Float64Array[] = [];
  for (let round = 0; round < rounds; round += 1) {
    fitted = shares.map((labels) => fitSparse(small, labels, rowWeights, { size, l2, iterations: 30 }));
    for (const { row, example } of words) {
      const scores = example.kinds.map((kind) => Math.exp(scoreSparse(small, row, fitted[loadedKinds.indexOf(kind)]!)));
      const total = scores.reduce((sum, score) => sum + score, 0);
      example.kinds.forEach((kind, at) => (shares[loadedKinds.indexOf(kind)]![row] = scores[at]! / total));
    }
  }
  return fitted;
}
