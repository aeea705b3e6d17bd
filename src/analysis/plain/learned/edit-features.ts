import { addFeature, type FeatureList, hashPair } from "../tagger/features.ts";
import type { TaggedTitle } from "../tagger/tag-title.ts";
import type { Unit } from "../tagger/title-units.ts";
import { compareUnits, type Hunk } from "./compare-units.ts";
import { hashOf, operationOf, seenIn } from "./operations.ts";
import { sureness } from "./sureness.ts";

export type SeenTitle = { text: string; units: readonly Unit[]; tagged: TaggedTitle };

const outside = 17;

/** What the model of good edits knows of one: how loaded the titles are, how much changed, and each change with its neighbours. */
export function editFeatures(
  { before, after, step, seen }: { before: SeenTitle; after: SeenTitle; step: number; seen: Int8Array },
  list: FeatureList,
): void {
  const hunks = compareUnits(before.units, after.units);
  const gone = count(hunks, before.units, ({ from, to }) => [from, to]);
  const come = count(hunks, after.units, ({ fromAfter, toAfter }) => [fromAfter, toAfter]);
  const [loud, left] = [sureness(before.tagged.loaded) + 50, sureness(after.tagged.loaded) + 50];
  const loudestLeft = sureness(Math.max(0, ...after.tagged.words.map(({ loaded }) => loaded))) + 50;
  addFeature(list, 0, 0);
  const numbers = [
    step,
    loud,
    left,
    loud * 128 + left,
    Math.min(hunks.length, 4),
    Math.min(gone, 8),
    Math.min(come, 5),
    Math.min(gone, 5) * 8 + Math.min(come, 4),
    Math.min(after.units.length, 12),
    loudestLeft,
    signs(before.text) * 16 + signs(after.text),
    step * 64 + Math.min(gone, 5) * 8 + Math.min(come, 4),
  ];
  numbers.forEach((value, at) => addFeature(list, 1 + at, value));
  for (const hunk of hunks) addHunk(before, after, hunk, list);
  addSeen(
    hunks.map(({ from, to, fromAfter, toAfter }) =>
      seenIn(seen, operationOf(before.units.slice(from, to), after.units.slice(fromAfter, toAfter))),
    ),
    step,
    list,
  );
}

/** How often the rarest of the operations was met in other headlines. */
function addSeen(steps: readonly number[], step: number, list: FeatureList): void {
  const rarest = Math.min(9, ...steps);
  addFeature(list, 60, rarest * 8 + step);
  addFeature(list, 61, (rarest * 4 + Math.min(steps.length, 3)) * 8 + step);
  for (let least = 0; least < rarest; least += 1) addFeature(list, 62, least * 8 + step);
}

function count(hunks: readonly Hunk[], units: readonly Unit[], ends: (hunk: Hunk) => [number, number]): number {
  return hunks.reduce((sum, hunk) => sum + units.slice(...ends(hunk)).filter(({ isMark }) => !isMark).length, 0);
}

/** A kicker, a quotation, a question, a shout. */
function signs(text: string): number {
  const kicker = /^[^:]{3,40}(?:: | - )/u.test(text) ? 1 : 0;
  return kicker + (/["“„»]/u.test(text) ? 2 : 0) + (text.includes("?") ? 4 : 0) + (text.includes("!") ? 8 : 0);
}

function addHunk(before: SeenTitle, after: SeenTitle, { from, to, fromAfter, toAfter }: Hunk, list: FeatureList): void {
  const old = before.units.slice(from, to);
  const put = after.units.slice(fromAfter, toAfter);
  const sort = (put.length === 0 ? 0 : old.length === 0 ? 1 : 2) * 8 + Math.min(4, old.length);
  const [oldWords, putWords] = [hashOf(old), hashOf(put)];
  const [left, right] = [before.units[from - 1], before.units[to]];
  const [wordLeft, wordRight] = [left?.hash ?? outside, right?.hash ?? outside];
  const tagged = before.tagged.words.slice(from, to);
  const loaded = sureness(Math.max(0, ...tagged.map(({ loaded: value }) => value))) + 50;
  const drop = sureness(Math.max(0, ...tagged.map((word) => word.drop))) + 50;
  const place = from === 0 ? 0 : to === before.units.length ? 1 : 2;
  const [lastOld, lastPut] = [old.at(-1)?.suffix ?? outside, put.at(-1)?.suffix ?? outside];
  const features = [
    sort,
    oldWords,
    hashPair(oldWords, putWords),
    putWords,
    loaded * 64 + sort,
    drop * 64 + sort,
    wordLeft,
    wordRight,
    hashPair(wordLeft, sort),
    hashPair(wordRight, sort),
    hashPair(oldWords, wordRight),
    hashPair(wordLeft, oldWords),
    place * 64 + sort,
    hashPair(lastOld, sort),
    hashPair(right?.suffix ?? outside, sort),
    hashPair(lastPut, right?.suffix ?? outside),
    ((left?.shape ?? 9) * 10 + (right?.shape ?? 9)) * 64 + sort,
    hashPair((left?.segment === old[0]?.segment ? 1 : 0) * 2 + (right?.segment === old[0]?.segment ? 1 : 0), sort),
  ];
  features.forEach((value, at) => addFeature(list, 20 + at, value));
  addRest(before, { from, to }, sort, list);
  for (const { hash } of old) addFeature(list, 40, hash);
  [left, right, old[0], put[0]].forEach((unit, at) => {
    if (!unit?.groups) return;
    addFeature(list, 41 + at, unit.groups.wide + 2);
    addFeature(list, 45 + at, (unit.groups.widest + 2) * 64 + sort);
  });
}

/** What is left of the segment when these words go: how much, and how its words end. */
function addRest(
  { units, tagged }: SeenTitle,
  { from, to }: Pick<Hunk, "from" | "to">,
  sort: number,
  list: FeatureList,
): void {
  const [left, right] = [units[from - 1], units[to]];
  const segment = (units[from] ?? left)?.segment;
  const rest = units.flatMap((unit, at) =>
    unit.segment === segment && (at < from || at >= to) && !unit.isMark ? [unit] : [],
  );
  addFeature(list, 50, Math.min(rest.length, 8) * 64 + sort);
  addFeature(list, 51, hashPair(left?.hash ?? outside, right?.hash ?? outside));
  addFeature(list, 52, hashPair(left?.suffix ?? outside, right?.suffix ?? outside));
  addFeature(list, 53, ((units[from]?.shape ?? 9) * 10 + (right?.shape ?? 9)) * 64 + sort);
  for (const { suffix } of rest) addFeature(list, 54, hashPair(suffix, sort >> 3));
  const dropOf = (at: number) => sureness(tagged.words[at]?.drop ?? 0) + 50;
  addFeature(list, 55, dropOf(from - 1) * 64 + sort);
  addFeature(list, 56, dropOf(to) * 64 + sort);
}
