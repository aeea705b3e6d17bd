import { readText } from "../../src/analysis/heuristic/read-text.ts";
import { titleUnits, type Unit } from "../../src/analysis/plain/tagger/title-units.ts";
import type { Labelled } from "./read-material.ts";

/** Which units of the headline the editor deleted without putting anything in their place; null where no plain title exists. */
export function findDrops({
  headline,
  neutral,
  fix,
  language,
}: Pick<Labelled, "headline" | "neutral" | "fix" | "language">): Uint8Array | null {
  const from = titleUnits(readText("title", headline), language);
  if (fix === "keep") return new Uint8Array(from.length);
  if (fix === "article") return null;
  const to = titleUnits(readText("title", neutral), language);
  const kept = longestCommon(from, to);
  const drops = new Uint8Array(from.length);
  let start = 0;
  let startTo = 0;
  for (const [at, atTo] of [...kept, [from.length, to.length] as const]) {
    if (atTo === startTo) drops.fill(1, start, at);
    start = at + 1;
    startTo = atTo + 1;
  }
  return drops;
}

function longestCommon(from: readonly Unit[], to: readonly Unit[]): [number, number][] {
  const lengths = Array.from({ length: from.length + 1 }, () => new Int32Array(to.length + 1));
  for (let a = from.length - 1; a >= 0; a -= 1) {
    for (let b = to.length - 1; b >= 0; b -= 1) {
      lengths[a]![b] =
        from[a]!.word === to[b]!.word
          ? lengths[a + 1]![b + 1]! + 1
          : Math.max(lengths[a + 1]![b]!, lengths[a]![b + 1]!);
    }
  }
  const pairs: [number, number][] = [];
  for (let a = 0, b = 0; a < from.length && b < to.length;) {
    if (from[a]!.word === to[b]!.word) pairs.push([a++, b++]);
    else if (lengths[a + 1]![b]! >= lengths[a]![b + 1]!) a += 1;
    else b += 1;
  }
  return pairs;
}
