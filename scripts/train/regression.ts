import { minimise } from "./minimise.ts";

/** Rows of feature numbers, one row after the other. */
export type SparseRows = { starts: Int32Array; features: Int32Array };

export type Fitted = { bias: number; weights: Float64Array };

export function packRows(rows: readonly (readonly number[] | Int32Array)[]): SparseRows {
  const starts = new Int32Array(rows.length + 1);
  rows.forEach((row, at) => (starts[at + 1] = starts[at]! + row.length));
  const features = new Int32Array(starts.at(-1)!);
  rows.forEach((row, at) => features.set(row, starts[at]));
  return { starts, features };
}

export type FitOptions = { size: number; l2: number; occurrencesMin?: number; iterations?: number };

/** Logistic regression over hashed features. Rows with weight 0 are left out. */
export function fitSparse(
  rows: SparseRows,
  labels: Float64Array,
  rowWeights: Float64Array,
  { size, l2, occurrencesMin = 1, iterations = 40 }: FitOptions,
): Float64Array {
  const used = usedRows(rowWeights);
  const ids = new Int32Array(size).fill(-1);
  const buckets = countedBuckets(rows, used, size, occurrencesMin);
  buckets.forEach((bucket, id) => (ids[bucket] = id));
  const compact = compactRows(rows, used, ids);

  const point = minimise(
    (weights, gradient) => {
      let loss = 0;
      for (let id = 0; id < weights.length; id += 1) {
        loss += 0.5 * l2 * weights[id]! * weights[id]!;
        gradient[id] = l2 * weights[id]!;
      }
      for (let at = 0; at < used.length; at += 1) {
        const row = used[at]!;
        let logit = 0;
        for (let k = compact.starts[at]!; k < compact.starts[at + 1]!; k += 1) logit += weights[compact.features[k]!]!;
        const label = labels[row]!;
        const rowWeight = rowWeights[row]!;
        loss += rowWeight * (softplus(logit) - label * logit);
        const error = rowWeight * (1 / (1 + Math.exp(-logit)) - label);
        for (let k = compact.starts[at]!; k < compact.starts[at + 1]!; k += 1) gradient[compact.features[k]!]! += error;
      }
      return loss;
    },
    buckets.length,
    iterations,
  );
  const weights = new Float64Array(size);
  buckets.forEach((bucket, id) => (weights[bucket] = point[id]!));
  return weights;
}

export function scoreSparse({ starts, features }: SparseRows, row: number, weights: Float64Array, mask = -1): number {
  let logit = 0;
  for (let k = starts[row]!; k < starts[row + 1]!; k += 1) logit += weights[features[k]! & mask]!;
  return logit;
}

/** How strongly weights are held down: all the same, or each by its place. */
export type Penalty = number | ((at: number) => number);

/** Logistic regression over a few numbers per row; the numbers are brought to one scale first. */
export function fitDense(rows: readonly Float64Array[], labels: Float64Array, penalty: Penalty): Fitted {
  const size = rows[0]!.length;
  const penalties = Float64Array.from({ length: size }, (_, at) =>
    typeof penalty === "number" ? penalty : penalty(at),
  );
  const means = new Float64Array(size);
  const spreads = new Float64Array(size);
  for (const row of rows) row.forEach((value, at) => (means[at]! += value / rows.length));
  for (const row of rows) row.forEach((value, at) => (spreads[at]! += (value - means[at]!) ** 2 / rows.length));
  spreads.forEach((value, at) => (spreads[at] = Math.sqrt(value) || 1));
  const point = minimise(
    (weights, gradient) => {
      let loss = 0;
      for (let at = 0; at < size; at += 1) {
        loss += 0.5 * penalties[at]! * weights[at]! * weights[at]!;
        gradient[at] = penalties[at]! * weights[at]!;
      }
      gradient[size] = 0;
      rows.forEach((row, index) => {
        let logit = weights[size]!;
        for (let at = 0; at < size; at += 1) logit += (weights[at]! * (row[at]! - means[at]!)) / spreads[at]!;
        loss += softplus(logit) - labels[index]! * logit;
        const error = 1 / (1 + Math.exp(-logit)) - labels[index]!;
        for (let at = 0; at < size; at += 1) gradient[at]! += (error * (row[at]! - means[at]!)) / spreads[at]!;
        gradient[size]! += error;
      });
      return loss;
    },
    size + 1,
    200,
  );
  const weights = new Float64Array(size);
  let bias = point[size]!;
  for (let at = 0; at < size; at += 1) {
    weights[at] = point[at]! / spreads[at]!;
    bias -= weights[at]! * means[at]!;
  }
  return { bias, weights };
}

export function scoreDense({ bias, weights }: Fitted, row: Float64Array): number {
  let logit = bias;
  for (let at = 0; at < row.length; at += 1) logit += weights[at]! * row[at]!;
  return logit;
}

function softplus(logit: number): number {
  return logit > 0 ? logit + Math.log1p(Math.exp(-logit)) : Math.log1p(Math.exp(logit));
}

function usedRows(rowWeights: Float64Array): number[] {
  const used: number[] = [];
  rowWeights.forEach((weight, row) => weight > 0 && used.push(row));
  return used;
}

function countedBuckets(
  { starts, features }: SparseRows,
  used: readonly number[],
  size: number,
  min: number,
): number[] {
  const counts = new Int32Array(size);
  for (const row of used) for (let k = starts[row]!; k < starts[row + 1]!; k += 1) counts[features[k]!]! += 1;
  const buckets: number[] = [];
  counts.forEach((count, bucket) => count >= min && buckets.push(bucket));
  return buckets;
}

function compactRows({ starts, features }: SparseRows, used: readonly number[], ids: Int32Array): SparseRows {
  const rows = used.map((row) => features.subarray(starts[row], starts[row + 1]).map((bucket) => ids[bucket]!));
  return packRows(rows.map((row) => row.filter((id) => id >= 0)));
}
