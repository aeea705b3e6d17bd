import { median } from "../../bench/statistics.ts";

/** One measurement of everything, by name. */
export type Sample = Record<string, number>;

/** How much more does not count as growth yet: a share of the first value, or at least this much. */
export type Tolerance = { share: number; least: number };

export type Growth = { name: string; before: number; after: number; allowed: number; grows: boolean };

/**
 * Compares the medians of the first and the last third of the samples, because a single sample may coincide with a garbage
 * collection, a checkpoint or a vacuum.
 */
export function judgeGrowth(samples: Sample[], toleranceOf: (name: string) => Tolerance): Growth[] {
  const third = Math.max(1, Math.floor(samples.length / 3));
  return Object.keys(samples[0] ?? {}).map((name) => {
    const values = samples.map((sample) => sample[name] ?? Number.NaN);
    const before = median(values.slice(0, third));
    const after = median(values.slice(-third));
    const { share, least } = toleranceOf(name);
    const allowed = before + Math.max(before * share, least);
    return { name, before, after, allowed, grows: !(after <= allowed) };
  });
}
