import { isInside, type Range } from "../../heuristic/read-text.ts";
import type { TaggedWord } from "../tagger/tag-title.ts";
import type { Unit } from "../tagger/title-units.ts";

/** Where words that may go together stand: a whole segment of the title, or some words of one. */
export const runPlaces = ["first", "last", "middle", "head", "tail", "inside"] as const;
export type RunPlace = (typeof runPlaces)[number];

/** Units from `from` up to `to`, which is not part of it. */
export type Run = { from: number; to: number; place: RunPlace };

const runUnitsMax = 6;
// Below these the tagger is sure that no editor deletes a word. They only keep the number of runs small.
const dropMin = 0.08;
const surestDropMin = 0.2;
// A title of 120 one-word segments is no title.
const segmentsMax = 12;

/** Every run of words that somebody may want to delete. Which of them goes is for the learned weights to say. */
export function droppableRuns(units: readonly Unit[], words: readonly TaggedWord[], quotes: readonly Range[]): Run[] {
  const segments = segmentsOf(units);
  if (segments.length > segmentsMax) return [];
  const whole = segments.length < 2 ? [] : segments.map((segment, at) => wholeSegment(segment, at, segments.length));
  const parts = segments.flatMap((segment) => partsOf(segment, units, words));
  return [...whole, ...parts].filter(({ from, to }) => {
    const [start, end] = [units[from]!.start, units[to - 1]!.end];
    // "Pyro-Wahnsinn": half of a compound is for the lexicon, which knows what may be left of it.
    if (units[from]!.hyphenBefore || units[to - 1]!.hyphenAfter) return false;
    return !isInside(quotes, start, end) && !quotes.some((quote) => quote.start < end && start < quote.end);
  });
}

type Segment = { from: number; to: number };

function segmentsOf(units: readonly Unit[]): Segment[] {
  const segments: Segment[] = [];
  units.forEach(({ segment }, at) => {
    const last = segments.at(-1);
    if (last && units[last.from]!.segment === segment) last.to = at + 1;
    else segments.push({ from: at, to: at + 1 });
  });
  return segments;
}

function wholeSegment({ from, to }: Segment, at: number, count: number): Run {
  return { from, to, place: at === 0 ? "first" : at === count - 1 ? "last" : "middle" };
}

/** Some words of a segment, never all of them: its closing mark alone is no title. */
function partsOf(segment: Segment, units: readonly Unit[], words: readonly TaggedWord[]): Run[] {
  let lastWord = segment.to;
  while (lastWord > segment.from && units[lastWord - 1]!.isMark) lastWord -= 1;
  const runs: Run[] = [];
  for (let { from } = segment; from < lastWord; from += 1) {
    let surest = 0;
    for (let to = from + 1; to <= Math.min(lastWord, from + runUnitsMax); to += 1) {
      const { drop } = words[to - 1]!;
      if (drop < dropMin) break;
      surest = Math.max(surest, drop);
      const isWhole = from === segment.from && to === lastWord;
      if (surest < surestDropMin || isWhole || units[from]!.isMark || units[to - 1]!.isMark) continue;
      runs.push({ from, to, place: from === segment.from ? "head" : to === lastWord ? "tail" : "inside" });
    }
  }
  return runs;
}
