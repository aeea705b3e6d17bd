import { levelScores, type WordingLevel, wordingLevel, wordingLevels } from "../../items/plainness.ts";
import type { Frame } from "../kit/frame.ts";
import { type Html, html } from "../kit/html.ts";

// Pages speak of wording in four words. Addresses and stored rules have scores from 0 to 1: they are older than the words, and
// one between two levels is shown with its number from 0 to 10, the scale of Sources.

type Bound = "from" | "upTo";

/** "loaded", or "loaded (4.5)" for a bound that is not where the level begins or ends. */
export function wordOfBound({ texts, locale }: Pick<Frame, "texts" | "locale">, score: number, bound: Bound): string {
  const level = wordingLevel(score) ?? "plain";
  const word = texts.frame.levels[level];
  if (levelScores[level][bound] === score) return word;
  return `${word} (${(score * 10).toLocaleString(locale, { maximumFractionDigits: 1 })})`;
}

/** The levels on offer; without the one that leaves nothing out. A bound that came in the address stays on the list. */
export function levelOptions(
  frame: Frame,
  { bound, chosen, any }: { bound: Bound; chosen: number | null; any: string },
): Html[] {
  const useless: WordingLevel = bound === "from" ? "plain" : "heavy";
  const offered = wordingLevels.filter((level) => level !== useless).map((level) => levelScores[level][bound]);
  const all = chosen === null ? offered : [...new Set([...offered, chosen])].toSorted((a, b) => a - b);
  return [
    html`<option value="" selected="${chosen === null}">${any}</option>`,
    ...all.map(
      (score) =>
        html`<option value="${score.toFixed(2)}" selected="${score === chosen}">
          ${wordOfBound(frame, score, bound)}
        </option>`,
    ),
  ];
}
