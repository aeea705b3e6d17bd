import { longestCommon } from "../longest-common.ts";
import type { Unit } from "../tagger/title-units.ts";

/** Units `from` to `to` of one title stand where `fromAfter` to `toAfter` of the other do; one of the two may be empty. */
export type Hunk = { from: number; to: number; fromAfter: number; toAfter: number };

/** What differs between two titles, word by word. Capitals do not count. */
export function compareUnits(before: readonly Unit[], after: readonly Unit[]): Hunk[] {
  const hunks: Hunk[] = [];
  let [from, fromAfter] = [0, 0];
  for (const [to, toAfter] of [...longestCommon(before, after), [before.length, after.length] as const]) {
    if (to > from || toAfter > fromAfter) hunks.push({ from, to, fromAfter, toAfter });
    [from, fromAfter] = [to + 1, toAfter + 1];
  }
  return hunks;
}
