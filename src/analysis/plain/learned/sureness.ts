/** A probability as one of a few steps, finer near 0 and 1: -14 to 14. */
export function sureness(probability: number): number {
  return Math.round(Math.log((probability + 1e-4) / (1 - probability + 1e-4)) * 1.5);
}
