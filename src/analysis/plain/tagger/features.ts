import { hashText, type LexiconSigns, type Unit } from "./title-units.ts";
import { classCount } from "./word-classes.ts";

// The neighbour of the first and of the last word.
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
  addGroups(units, at, list);
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

function addGroups(units: readonly Unit[], at: number, list: FeatureList): void {
  const unit = units[at]!;
  if (unit.groups === null) return;
  const { narrow, wide, widest } = unit.groups;
  const [before, after] = [units[at - 1]?.groups, units[at + 1]?.groups];
  addFeature(list, 80, hashGroup(widest));
  if (narrow >= 0) {
    addFeature(list, 81, hashGroup(wide));
    addFeature(list, 82, hashGroup(narrow));
    addFeature(list, 83, hashPair(hashGroup(wide), hashGroup(before?.widest ?? -2)));
    addFeature(list, 84, hashPair(hashGroup(wide), hashGroup(after?.widest ?? -2)));
    addFeature(list, 85, hashPair(hashGroup(wide), unit.shape));
    if (unit.isQuoted) addFeature(list, 86, hashGroup(wide));
    if (unit.hyphenBefore || unit.hyphenAfter) addFeature(list, 87, hashGroup(wide));
  }
  if (before) {
    addFeature(list, 88, hashGroup(before.wide));
    addFeature(list, 89, hashGroup(before.widest));
  }
  if (after) {
    addFeature(list, 90, hashGroup(after.wide));
    addFeature(list, 91, hashGroup(after.widest));
  }
}

/** Small numbers next to each other would end in buckets next to each other. */
function hashGroup(group: number): number {
  return (group + 3) * 7919;
}

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
    addTitleGroups(unit, units[at + 1], list);
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
      addFeature(list, 119, hashPair(unit.stem, Math.min(unit.segment, 2)));
    }
    if (unit.shape === 2 || unit.isMark) addFeature(list, 111, unit.hash);
    addFeature(list, 117, hashPair(unit.stem, units[at + 1]?.stem ?? outside));
    if (unit.classes !== 0) addFeature(list, 118, hashPair(unit.classes, units[at + 1]?.classes ?? 0));
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

function addTitleGroups({ groups }: Unit, next: Unit | undefined, list: FeatureList): void {
  if (groups === null || groups.narrow < 0) return;
  const { narrow, wide, widest } = groups;
  addFeature(list, 140, hashGroup(widest));
  addFeature(list, 141, hashGroup(wide));
  addFeature(list, 142, hashGroup(narrow));
  if (next?.groups) addFeature(list, 143, hashPair(hashGroup(wide), hashGroup(next.groups.wide)));
}

const letterRunMin = 3;
const letterRunMax = 5;

/** Runs of letters: in an inflected language they know a word in a form that training never saw. */
export function letterFeatures(units: readonly Unit[], list: FeatureList): void {
  addFeature(list, 130, 0);
  for (const { word, isQuoted } of units) {
    if (isQuoted) continue;
    const bounded = `^${word}$`;
    for (let start = 0; start < bounded.length; start += 1) {
      const sizeMax = Math.min(letterRunMax, bounded.length - start);
      for (let size = letterRunMin; size <= sizeMax; size += 1)
        addFeature(list, 130 + size, hashText(bounded, start, start + size));
    }
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

/** A growing list of feature numbers, reused for every word: allocation would cost more than the features. */
export type FeatureList = { buckets: Int32Array; count: number };

const featuresMax = 1_024;

export function createFeatureList(): FeatureList {
  return { buckets: new Int32Array(featuresMax), count: 0 };
}

export function hashPair(a: number, b: number): number {
  return Math.imul(a ^ Math.imul(b, 0x9e3779b1), 0x85ebca6b) ^ (b >>> 15);
}

/** The same word in another role ("the word before") is another feature: `role` tells them apart. */
export function addFeature(list: FeatureList, role: number, hash: number): void {
  if (list.count >= featuresMax) return;
  let mixed = Math.imul(hash ^ Math.imul(role + 1, 0x9e3779b1), 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  list.buckets[list.count] = mixed ^ (mixed >>> 16);
  list.count += 1;
}
