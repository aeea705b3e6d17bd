import { addFeature, hashPair, type FeatureList } from "./hash.ts";
import type { LexiconSigns } from "./lexicon-signs.ts";
import type { Unit } from "./title-units.ts";
import { classCount } from "./word-classes.ts";

const outside = 17;

/** What the tagger knows of one word: the word, its parts, its neighbours, its place, and what the lexicon says. */
export function wordFeatures(units: readonly Unit[], at: number, signs: LexiconSigns, list: FeatureList): void {
  const unit = units[at]!;
  addFeature(list, 0, 0);
  addWords(units, at, list);
  addParts(unit.word, list);
  addPlace(units, at, list);
  addSigns(signs, at, unit.hash, list);
  addClasses(units, at, list);
}

function addWords(units: readonly Unit[], at: number, list: FeatureList): void {
  const hash = (offset: number) => units[at + offset]?.hash ?? outside;
  const [before, word, after] = [hash(-1), hash(0), hash(1)];
  addFeature(list, 1, word);
  addFeature(list, 2, before);
  addFeature(list, 3, after);
  addFeature(list, 4, hash(-2));
  addFeature(list, 5, hash(2));
  addFeature(list, 6, hashPair(before, word));
  addFeature(list, 7, hashPair(word, after));
  addFeature(list, 8, hashPair(before, after));
  addFeature(list, 9, hashPair(hash(-2), before));
  addFeature(list, 10, hashPair(after, hash(2)));
  addFeature(list, 11, hashPair(hashPair(before, word), after));
  const [stem, stemBefore, stemAfter] = [
    units[at]!.stem,
    units[at - 1]?.stem ?? outside,
    units[at + 1]?.stem ?? outside,
  ];
  addFeature(list, 12, stemBefore);
  addFeature(list, 13, stemAfter);
  addFeature(list, 14, hashPair(stemBefore, stem));
  addFeature(list, 15, hashPair(stem, stemAfter));
  addFeature(list, 16, units[at - 1]?.suffix ?? outside);
  addFeature(list, 17, units[at + 1]?.suffix ?? outside);
}

function addParts(word: string, list: FeatureList): void {
  const { length } = word;
  let prefix = 0x811c9dc5;
  for (let size = 1; size <= Math.min(6, length); size += 1) {
    prefix = Math.imul(prefix ^ word.charCodeAt(size - 1), 0x01000193);
    if (size >= 2) addFeature(list, 18 + size, prefix);
  }
  let suffix = 0x811c9dc5;
  for (let size = 1; size <= Math.min(5, length); size += 1) {
    suffix = Math.imul(suffix ^ word.charCodeAt(length - size), 0x01000193);
    if (size >= 2) addFeature(list, 26 + size, suffix);
  }
  for (let start = 0; start < length; start += 1) {
    let part = 0x811c9dc5;
    for (let size = 1; size <= 4 && start + size <= length; size += 1) {
      part = Math.imul(part ^ word.charCodeAt(start + size - 1), 0x01000193);
      if (size >= 2) addFeature(list, 32 + size, part);
    }
  }
}

function addPlace(units: readonly Unit[], at: number, list: FeatureList): void {
  const unit = units[at]!;
  const [before, after] = [units[at - 1], units[at + 1]];
  addFeature(list, 40, unit.shape);
  addFeature(list, 41, unit.shape * 81 + (before?.shape ?? 8) * 9 + (after?.shape ?? 8));
  addFeature(list, 42, Math.min(unit.place, 4) * 8 + Math.min(unit.segment, 3));
  addFeature(list, 43, units.length - at < 4 ? units.length - at : 9);
  addFeature(list, 44, after === undefined || after.segment !== unit.segment ? 1 : 0);
  addFeature(list, 45, (unit.isQuoted ? 1 : 0) + (unit.hyphenBefore ? 2 : 0) + (unit.hyphenAfter ? 4 : 0));
  if (unit.isQuoted) addFeature(list, 46, unit.hash);
  if (unit.hyphenBefore || unit.hyphenAfter) addFeature(list, 47, unit.hash);
  if (unit.place === 0) addFeature(list, 48, hashPair(unit.hash, Math.min(unit.segment, 1)));
  const opener = units[at - unit.place]!;
  addFeature(list, 49, hashPair(opener.hash, Math.min(unit.place, 3)));
  addFeature(list, 50, hashPair(opener.hash, units[at - unit.place + 1]?.hash ?? outside));
  addFeature(list, 51, hashPair(closingMark(units, at), Math.min(unit.place, 2)));
  addFeature(list, 52, Math.min(units.length, 24) >> 2);
  addFeature(list, 53, hashPair(units[0]!.hash, Math.min(at, 5)));
}

function closingMark(units: readonly Unit[], at: number): number {
  for (let next = at; next < units.length && units[next]!.segment === units[at]!.segment; next += 1) {
    if (units[next]!.isMark) return units[next]!.word.charCodeAt(0);
  }
  return 0;
}

function addSigns({ held, form }: LexiconSigns, at: number, hash: number, list: FeatureList): void {
  if (held[at] !== 0) {
    addFeature(list, 60, 0);
    addFeature(list, 61, held[at]!);
    addFeature(list, 62, held[at]! & 15);
  }
  if (form[at] !== 0) {
    addFeature(list, 63, 0);
    addFeature(list, 64, form[at]!);
    if (held[at] === 0) addFeature(list, 65, hash);
  }
  if ((held[at - 1] ?? 0) !== 0) addFeature(list, 66, 0);
  if ((held[at + 1] ?? 0) !== 0) addFeature(list, 67, 0);
}

function addClasses(units: readonly Unit[], at: number, list: FeatureList): void {
  const [before, own, after] = [units[at - 1]?.classes ?? 0, units[at]!.classes, units[at + 1]?.classes ?? 0];
  for (let bit = 0; bit < classCount; bit += 1) {
    const mask = 1 << bit;
    if (own & mask) addFeature(list, 70, bit * 2 + (units[at]!.isQuoted ? 1 : 0));
    if (before & mask) addFeature(list, 71, bit);
    if (after & mask) addFeature(list, 72, bit);
  }
  addFeature(list, 73, own);
  if (own !== 0) {
    addFeature(list, 74, hashPair(own, before));
    addFeature(list, 75, hashPair(own, after));
    addFeature(list, 76, hashPair(own, units[at]!.shape));
    addFeature(list, 77, hashPair(own, units[at]!.suffix));
  }
}
