import type { FeatureList } from "./features.ts";

/** Weights of one model over hashed features, as whole numbers times a step. */
export type HashedWeights = { values: Int8Array; mask: number; step: number };

export type WeightsLayout = { name: string; size: number; step: number };

/** The models of one file, one after the other. */
export function readHashedWeights(bytes: Buffer, arrays: readonly WeightsLayout[]): Map<string, HashedWeights> {
  let offset = 0;
  return new Map(
    arrays.map(({ name, size, step }) => {
      const values = new Int8Array(bytes.buffer, bytes.byteOffset + offset, size);
      offset += size;
      return [name, { values, mask: size - 1, step }] as const;
    }),
  );
}

/** The logit of what is in the list. */
export function sumOf({ buckets, count }: FeatureList, { values, mask, step }: HashedWeights): number {
  let total = 0;
  for (let at = 0; at < count; at += 1) total += values[buckets[at]! & mask]!;
  return total * step;
}
