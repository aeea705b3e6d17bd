/** Weights as bytes, each array with a step of its own, and where each begins. */
export function quantise(hashed: readonly { name: string; weights: Float64Array }[]) {
  const arrays = hashed.map(({ name, weights }) => ({
    name,
    size: weights.length,
    step: Number((weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-6) / 127).toPrecision(6)),
  }));
  const parts = hashed.map(({ weights }, at) =>
    Int8Array.from(weights, (weight) => Math.round(weight / arrays[at]!.step)),
  );
  return { file: Buffer.concat(parts.map((part) => Buffer.from(part.buffer))), arrays };
}
