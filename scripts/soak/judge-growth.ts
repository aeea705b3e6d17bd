import { median } from "../../bench/statistics.ts";

/** One look at everything, by name. */
export type Sample = Record<string, number>;

/** What may be told apart from growth: a share of what was there, or so much at least. */
export type Tolerance = { share: number; least: number };

export type Growth = { name: string; before: number; after: number; allowed: number; grows: boolean };

/**
 * The first third of the samples against the last, by their medians: a single look may fall into a collection, a checkpoint
 * or a vacuum.
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
