import { addFeature, hashPair, type FeatureList } from "./hash.ts";
import type { Unit } from "./title-units.ts";
import { classCount } from "./word-classes.ts";

const outside = 17;

/** What the models of a whole title see: its words, pairs of words, how it begins and ends, its capitals and marks. */
export function titleFeatures(units: readonly Unit[], list: FeatureList): void {
  addFeature(list, 100, 0);
  addFeature(list, 101, Math.min(units.length, 30) >> 1);
  let capitals = 0;
  for (let at = 0; at < units.length; at += 1) {
    const unit = units[at]!;
    if (unit.shape === 2) capitals += 1;
    if (unit.isQuoted) {
      addFeature(list, 102, unit.hash);
      continue;
    }
    addFeature(list, 103, unit.hash);
    addFeature(list, 104, unit.stem);
    addFeature(list, 105, hashPair(unit.hash, units[at + 1]?.hash ?? outside));
    addFeature(list, 106, hashPair(unit.hash, units[at + 2]?.hash ?? outside));
    addFeature(
      list,
      107,
      hashPair(hashPair(unit.hash, units[at + 1]?.hash ?? outside), units[at + 2]?.hash ?? outside),
    );
    if (unit.place === 0) {
      addFeature(list, 108, unit.hash);
      addFeature(list, 109, hashPair(unit.hash, units[at + 1]?.hash ?? outside));
      addFeature(list, 110, hashPair(unit.shape, units[at + 1]?.shape ?? outside));
    }
    if (unit.shape === 2 || unit.isMark) addFeature(list, 111, unit.hash);
  }
  const first = units[0];
  const last = units.at(-1);
  if (first) addFeature(list, 112, hashPair(first.hash, first.shape));
  if (last) addFeature(list, 113, last.hash);
  addFeature(list, 114, Math.min(capitals, 4));
  addFeature(list, 115, Math.min(last?.segment ?? 0, 4));
  for (let bit = 0; bit < classCount; bit += 1) {
    const count = units.filter(({ classes, isQuoted }) => !isQuoted && (classes & (1 << bit)) !== 0).length;
    for (let from = 1; from <= Math.min(count, 3); from += 1) addFeature(list, 116, bit * 4 + from);
  }
}

/** The words alone, without capitals: the two halves of the clickbait headlines are written in different cases. */
export function clickbaitFeatures(units: readonly Unit[], list: FeatureList): void {
  const words = units.slice(0, 40);
  addFeature(list, 120, Math.min(words.length, 20));
  addFeature(list, 121, words[0]?.hash ?? outside);
  addFeature(list, 122, words.at(-1)?.hash ?? outside);
  addFeature(list, 124, 0);
  words.forEach(({ hash, stem }, at) => {
    addFeature(list, 123, hash);
    addFeature(list, 125, stem);
    addFeature(list, 126, hashPair(hash, words[at + 1]?.hash ?? outside));
    addFeature(list, 127, hashPair(hashPair(hash, words[at + 1]?.hash ?? outside), words[at + 2]?.hash ?? outside));
  });
}
