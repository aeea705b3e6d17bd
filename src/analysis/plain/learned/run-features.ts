import { addFeature, type FeatureList, hashPair } from "../tagger/features.ts";
import type { TaggedTitle } from "../tagger/tag-title.ts";
import type { Unit } from "../tagger/title-units.ts";
import { type Run, runPlaces } from "./droppable-runs.ts";
import { sureness } from "./sureness.ts";

// The neighbour of the first and of the last word.
const outside = 17;

export type RunContext = { units: readonly Unit[]; tagged: TaggedTitle; text: string };

/** What the model of deletions knows of a run: how sure the tagger is, its words, its neighbours, and what would be left. */
export function runFeatures(context: RunContext, run: Run, list: FeatureList): void {
  const place = runPlaces.indexOf(run.place);
  addFeature(list, 0, 0);
  addFeature(list, 1, place);
  addSureness(context, run, place, list);
  addContents(context, run, place, list);
  addBorders(context, run, place, list);
  addGroups(context, run, place, list);
}

function addSureness({ units, tagged }: RunContext, { from, to }: Run, place: number, list: FeatureList): void {
  const words = tagged.words.slice(from, to);
  const drops = words.map(({ drop }) => drop);
  const loaded = words.map(({ loaded: value }) => value);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const length = Math.min(to - from, 12);
  const left = Math.min(units.length - (to - from), 10);
  const [meanDrop, leastDrop, mostDrop] = [mean(drops), Math.min(...drops), Math.max(...drops)].map(sureness) as [
    number,
    number,
    number,
  ];
  const [meanLoaded, mostLoaded] = [mean(loaded), Math.max(...loaded)].map(sureness) as [number, number];
  const numbers = [meanDrop, leastDrop, mostDrop, meanLoaded, mostLoaded, sureness(tagged.loaded), length, left];
  numbers.forEach((value, at) => {
    addFeature(list, 2 + at, value + 50);
    addFeature(list, 10 + at, (value + 50) * 8 + place);
  });
  addFeature(list, 18, hashPair(meanDrop + 50, meanLoaded + 50));
  addFeature(list, 19, hashPair(leastDrop + 50, Math.min(length, 5)));
  addFeature(list, 20, hashPair(leastDrop + 50, mostDrop + 50));
}

function addContents({ units, text }: RunContext, { from, to }: Run, place: number, list: FeatureList): void {
  const run = units.slice(from, to);
  const [start, end] = [run[0]!.start, run.at(-1)!.end];
  const inner = text.slice(start, end);
  const next = text.slice(end, end + 2).trimStart();
  const hasNumber = /\p{N}/u.test(inner) ? 1 : 0;
  const names = Math.min(3, run.filter(({ shape, place: at }, index) => shape === 1 && (index > 0 || at > 0)).length);
  const asks = inner.includes("?") || next.startsWith("?") ? 1 : 0;
  const shouts = inner.includes("!") || next.startsWith("!") ? 1 : 0;
  addFeature(list, 30, hasNumber);
  addFeature(list, 31, names * 8 + place);
  addFeature(list, 32, asks * 8 + place);
  addFeature(list, 33, shouts * 8 + place);
  addFeature(list, 34, (asks * 8 + Math.min(names, 2) * 2 + hasNumber) * 8 + place);
  addFeature(list, 35, Math.min(units.at(-1)!.segment, 4) * 8 + place);
  if (run.length <= 4)
    addFeature(
      list,
      36,
      run.reduce((hash, unit) => hashPair(hash, unit.hash), 1),
    );
  for (const unit of run) {
    addFeature(list, 37, unit.hash);
    if (run.length > 2) addFeature(list, 38, unit.stem);
  }
  addFeature(
    list,
    39,
    run.slice(0, 4).reduce((hash, unit) => hash * 9 + unit.shape, place),
  );
  const stems = new Set(units.filter((_, at) => at < from || at >= to).map(({ stem }) => stem));
  addFeature(list, 40, Math.min(3, run.filter(({ stem, word }) => word.length > 3 && stems.has(stem)).length));
}

function addBorders({ units, text }: RunContext, { from, to }: Run, place: number, list: FeatureList): void {
  const [first, last] = [units[from]!, units[to - 1]!];
  const [before, after] = [units[from - 1], units[to]];
  const [wordBefore, wordAfter] = [before?.hash ?? outside, after?.hash ?? outside];
  addFeature(list, 50, wordBefore);
  addFeature(list, 51, wordAfter);
  addFeature(list, 52, first.hash);
  addFeature(list, 53, last.hash);
  addFeature(list, 54, hashPair(first.hash, place));
  addFeature(list, 55, hashPair(last.hash, place));
  addFeature(list, 56, hashPair(wordBefore, first.hash));
  addFeature(list, 57, hashPair(last.hash, wordAfter));
  addFeature(list, 58, hashPair(wordBefore, wordAfter));
  addFeature(list, 59, hashPair(first.hash, units[from + 1]?.hash ?? outside));
  addFeature(list, 60, hashPair(first.suffix, place));
  addFeature(list, 61, last.suffix);
  addFeature(list, 62, after?.suffix ?? outside);
  addFeature(list, 63, hashPair(last.suffix, after?.suffix ?? outside));
  addFeature(list, 64, before?.suffix ?? outside);
  addFeature(list, 65, ((before?.shape ?? 9) * 10 + (after?.shape ?? 9)) * 8 + place);
  const [markBefore, markAfter] = [
    signBefore(text.slice(0, first.start)),
    signAfter(text.slice(last.end, last.end + 4)),
  ];
  addFeature(list, 66, markBefore);
  addFeature(list, 67, markAfter);
  addFeature(list, 68, hashPair(hashPair(markBefore, markAfter), place));
}

function addGroups({ units }: RunContext, { from, to }: Run, place: number, list: FeatureList): void {
  const around = [units[from], units[to - 1], units[to], units[from - 1]];
  const [first, , after, before] = around.map((unit) => unit?.groups?.widest);
  around.forEach((unit, at) => {
    if (!unit?.groups) return;
    addFeature(list, 70 + at, unit.groups.wide + 2);
    addFeature(list, 74 + at, (unit.groups.widest + 2) * 8 + place);
  });
  if (first !== undefined && after !== undefined) addFeature(list, 78, hashPair(first + 2, after + 2));
  if (before !== undefined && after !== undefined) addFeature(list, 79, hashPair(before + 2, after + 2));
}

/** The last sign before a run: a capital, a small letter, a digit, or the mark itself. */
function signBefore(text: string): number {
  return signOf(text.trimEnd().at(-1));
}

function signAfter(text: string): number {
  return signOf(text.trimStart()[0]);
}

function signOf(sign: string | undefined): number {
  if (sign === undefined) return 0;
  if (/\p{Lu}/u.test(sign)) return 1;
  if (/\p{L}/u.test(sign)) return 2;
  return /\p{N}/u.test(sign) ? 3 : sign.codePointAt(0)!;
}
