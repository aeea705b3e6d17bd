import fc from "fast-check";

// `npm test` uses the same cases in every run, so that bad luck never blocks anyone. `npm run fuzz` uses different and many
// more cases; what it finds becomes a fixed case.
export const fuzzSeed = Number(process.env["PLAINWIRE_FUZZ_SEED"] ?? 20_260_101);
const times = Number(process.env["PLAINWIRE_FUZZ_TIMES"] ?? 1);

/** Checks a property with this many random cases. */
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

const surrogates = { first: 0xd800, count: 0x800 };

/**
 * Any character of Unicode: the cases of fast-check's `unit: "binary"`. That one builds a map of a million characters first,
 * which takes a second in every test file.
 */
export const anyCharacter = fc.nat(0x10ffff - surrogates.count).map(
  (index) => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count),
  (character) => {
    const code = typeof character === "string" ? character.codePointAt(0) : undefined;
    if (code === undefined || character !== String.fromCodePoint(code)) throw new Error("not one character");
    return code < surrogates.first ? code : code - surrogates.count;
  },
);
