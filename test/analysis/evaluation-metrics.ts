// The share of pairs (positive, negative) that the score orders rightly; a tie counts half.
export function areaUnderCurve(scored: readonly { score: number; isPositive: boolean }[]): number {
  const ordered = scored.toSorted((a, b) => a.score - b.score);
  const positives = ordered.filter(({ isPositive }) => isPositive).length;
  let rankSum = 0;
  for (let from = 0; from < ordered.length;) {
    let to = from;
    while (to < ordered.length && ordered[to]!.score === ordered[from]!.score) to += 1;
    const meanRank = (from + 1 + to) / 2;
    rankSum += meanRank * ordered.slice(from, to).filter(({ isPositive }) => isPositive).length;
    from = to;
  }
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * (ordered.length - positives));
}

export function share<Value>(values: readonly Value[], holds: (value: Value) => boolean): number {
  return mean(values.map((value) => (holds(value) ? 1 : 0)));
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 1 : values.reduce((total, value) => total + value, 0) / values.length;
}
