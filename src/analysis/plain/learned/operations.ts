import { hashPair } from "../tagger/features.ts";
import type { Unit } from "../tagger/title-units.ts";

/** Words and what stands in their place, as one number. */
export function operationOf(old: readonly Unit[], put: readonly Unit[]): number {
  return hashPair(hashOf(old), hashOf(put));
}

export function hashOf(units: readonly Unit[]): number {
  return units.reduce((hash, unit) => hashPair(hash, unit.hash), 1);
}

const stepsMax = 9;

/** How often an operation was met, in steps: 0, 1, 2–3, 4–7, … One that was hardly ever met is more often wrong. */
export function seenStep(count: number): number {
  return Math.min(stepsMax, Math.floor(Math.log2(1 + count)));
}

/** A table of such steps, by operation. Two operations may share a place: the larger step stays. */
export function seenIn(table: Int8Array, operation: number): number {
  return table[operation & (table.length - 1)]!;
}
