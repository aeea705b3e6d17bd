import { readText } from "../../src/analysis/heuristic/read-text.ts";
import { longestCommon } from "../../src/analysis/plain/longest-common.ts";
import { titleUnits } from "../../src/analysis/plain/tagger/title-units.ts";
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
