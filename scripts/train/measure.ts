import type { Labelled } from "./read-material.ts";

export type Scored = { label: Labelled; spans: { start: number; end: number }[] };

/** Found: labelled spans that a mark overlaps. Right: marks that overlap a labelled span. */
export function countMarks(scored: readonly Scored[]) {
  const counts = { found: 0, wanted: 0, right: 0, marked: 0 };
  for (const { label, spans } of scored) {
    const overlap = ([a, b]: [number, number], { start, end }: { start: number; end: number }) => a < end && start < b;
    counts.wanted += label.spans.length;
    counts.marked += spans.length;
    counts.found += label.spans.filter((wanted) => spans.some((span) => overlap(wanted, span))).length;
    counts.right += spans.filter((span) => label.spans.some((wanted) => overlap(wanted, span))).length;
  }
  return counts;
}

/** The chance that a random positive scores above a random negative; ties count half. */
export function areaUnderCurve(scores: readonly number[], positives: readonly boolean[]): number {
  const sorted = scores.map((score, at) => ({ score, isPositive: positives[at]! })).sort((a, b) => a.score - b.score);
  let sum = 0;
  let count = 0;
  for (let start = 0; start < sorted.length;) {
    let end = start;
    while (end < sorted.length && sorted[end]!.score === sorted[start]!.score) end += 1;
    for (const { isPositive } of sorted.slice(start, end)) {
      if (!isPositive) continue;
      sum += (start + end + 1) / 2;
      count += 1;
    }
    start = end;
  }
  return (sum - (count * (count + 1)) / 2) / (count * (sorted.length - count));
}
