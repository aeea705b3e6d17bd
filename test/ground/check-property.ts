import fc from "fast-check";

// The same cases in every run of `npm test`: a machine that draws an unlucky one must not stop anybody. `npm run fuzz`
// draws others, and many more of them; what it finds becomes a fixed case.
export const fuzzSeed = Number(process.env["PLAINWIRE_FUZZ_SEED"] ?? 20_260_101);
const times = Number(process.env["PLAINWIRE_FUZZ_TIMES"] ?? 1);

/** Holds a property to so many drawn cases. */
export function checkProperty<Case>(property: fc.IAsyncProperty<Case>, runs?: number): Promise<void>;
export function checkProperty<Case>(property: fc.IProperty<Case>, runs?: number): void;
export function checkProperty<Case>(
  property: fc.IAsyncProperty<Case> | fc.IProperty<Case>,
  runs: number = 100,
): Promise<void> | void {
  const drawn = { seed: fuzzSeed, numRuns: runs * times };
  return property.isAsync()
    ? fc.assert(property as fc.IAsyncProperty<Case>, drawn)
    : fc.assert(property as fc.IProperty<Case>, drawn);
}
