import { seededRandom } from "../simulate/seeded-random.ts";
import type { Mutant } from "./find-mutants.ts";

/**
 * Picks the requested number of mutants, always the same for one seed. A file gets a share by its number of possible
 * changes. Within a file they are spread over the rules, because numbers alone are a fifth of all changes.
 */
export function chooseMutants(mutants: Mutant[], count: number, seed: number): Mutant[] {
  const random = seededRandom(seed);
  const ranked = [...Map.groupBy(mutants, ({ file }) => file).values()].flatMap((ofFile) =>
    takeTurns(ofFile, random).map((mutant, index) => ({ mutant, rank: (index + random()) / ofFile.length })),
  );
  return ranked
    .toSorted((one, other) => one.rank - other.rank)
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

/** Takes one of each rule, then the next of each, until none is left. */
function takeTurns(mutants: Mutant[], random: () => number): Mutant[] {
  const shuffled = shuffle(mutants, random);
  const rules = shuffle([...Map.groupBy(shuffled, ({ rule }) => rule).values()], random);
  const rounds = Math.max(...rules.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => rules.flatMap((ofRule) => ofRule.slice(round, round + 1))).flat();
}

function shuffle<Value>(values: Value[], random: () => number): Value[] {
  return values
    .map((value) => ({ value, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ value }) => value);
}
