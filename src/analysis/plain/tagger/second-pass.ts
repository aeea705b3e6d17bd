import { loadedKinds } from "../lexicon-entry.ts";
import type { LexiconSigns, Unit } from "./title-units.ts";
import { classCount } from "./word-classes.ts";

/** Logits of the models that read a title as a whole: slightly loaded or more, clearly loaded (by words, by letters), clickbait. */
type TitleLogits = { slight: number; clear: number; letters: number; clickbait: number };

const logitMax = 6;

/** What the first pass says of a title: the logit of each unit, the lexicon's signs, and the models of the whole title. */
type FirstPass = {
  units: readonly Unit[];
  first: Float64Array;
  strong: Float64Array;
  signs: LexiconSigns;
  title: TitleLogits;
};

/**
 * What the second pass sees of each word: what the first pass says of it, of its neighbours and of the whole title. The probability of
 * a word is asked by all others, so it is computed once.
 */
export function secondPassInputs(pass: FirstPass): number[][] {
  const clipped = pass.first.map(clip);
  const known = { clipped, loaded: pass.first.map(probability), sure: clipped.map(probability) };
  return pass.units.map((_, at) => inputsOf(pass, at, known));
}

type KnownLogits = Record<"clipped" | "loaded" | "sure", Float64Array>;

const outside = probability(-logitMax);

function inputsOf(
  { units, strong, signs, title }: FirstPass,
  at: number,
  { clipped, loaded, sure }: KnownLogits,
): number[] {
  const { held, form } = signs;
  const logit = (offset: number) => clipped[at + offset] ?? -logitMax;
  const chance = (offset: number) => sure[at + offset] ?? outside;
  const own = logit(0);
  const unit = units[at]!;
  let others = 0;
  let best = -logitMax;
  let bestInSegment = -logitMax;
  for (let other = 0; other < units.length; other += 1) {
    if (other === at) continue;
    others += loaded[other]!;
    best = Math.max(best, clipped[other]!);
    if (units[other]!.segment === unit.segment) bestInSegment = Math.max(bestInSegment, clipped[other]!);
  }
  return [
    own,
    chance(0),
    logit(-1),
    logit(1),
    chance(-1),
    chance(1),
    Math.max(logit(-2), logit(2)),
    chance(-2),
    chance(2),
    best,
    bestInSegment,
    Math.min(others, 4),
    clip(title.slight),
    clip(title.clear),
    clip(title.clickbait),
    held[at] === 0 ? 0 : 1,
    form[at] === 0 ? 0 : 1,
    unit.isQuoted ? 1 : 0,
    unit.isMark ? 1 : 0,
    unit.word.length < 4 ? 1 : 0,
    unit.hyphenBefore || unit.hyphenAfter ? 1 : 0,
    clip(title.slight) * chance(0),
    clip(strong[at]!),
  ];
}

/** What the second pass sees of the title: how many words are loaded and how surely, next to what the title's own models say. */
export function titleSummary({ units, strong, signs, title }: FirstPass, words: Float64Array): number[] {
  const loaded = words.map(probability);
  const sorted = loaded.toSorted().reverse();
  const sum = sorted.reduce((total, value) => total + value, 0);
  const none = sorted.reduce((total, value) => total * (1 - Math.min(value, 0.99)), 1);
  const strongest = strong.map(probability).sort().reverse();
  const strongSum = strongest.reduce((total, value) => total + value, 0);
  const noneStrong = strongest.reduce((total, value) => total * (1 - Math.min(value, 0.99)), 1);
  const capitals = units.filter(({ shape }) => shape === 2).length;
  return [
    logitOf(sorted[0] ?? 0),
    sorted[0] ?? 0,
    sorted[1] ?? 0,
    sorted[2] ?? 0,
    logitOf(1 - none),
    Math.min(sum, 6),
    Math.log1p(sum),
    sum / Math.max(1, units.length),
    clip(title.slight),
    clip(title.clear),
    clip(title.clickbait),
    Math.min(capitals, 6),
    units.some(({ word, isMark }) => isMark && word.startsWith("!")) ? 1 : 0,
    units.some(({ word, isMark }) => isMark && word.startsWith("?")) ? 1 : 0,
    units.some(({ isQuoted }) => isQuoted) ? 1 : 0,
    Math.min(units.length, 30),
    logitOf(strongest[0] ?? 0),
    strongest[0] ?? 0,
    strongest[1] ?? 0,
    logitOf(1 - noneStrong),
    Math.log1p(strongSum),
    clip(title.letters),
    ...surestBySort(units, loaded, signs),
  ];
}

/** How many numbers of a summary stand before those of the single classes and kinds. */
export const wholeTitleNumbers = 22;

// The surest word of each class and of each kind in the lexicon, of the marks and of the capitals: "!" weighs less than "slams".
function surestBySort(units: readonly Unit[], loaded: Float64Array, { held }: LexiconSigns): number[] {
  const surest = Array.from({ length: classCount + loadedKinds.length + 3 }, () => 0);
  const raise = (at: number, value: number) => {
    if (value > surest[at]!) surest[at] = value;
  };
  units.forEach(({ classes, isMark, shape }, at) => {
    const value = loaded[at]!;
    raise(isMark ? 0 : shape === 2 ? 1 : 2, value);
    for (let bit = 0; bit < classCount; bit += 1) if (classes & (1 << bit)) raise(3 + bit, value);
    if (held[at] !== 0) raise(3 + classCount + (held[at]! & 15) - 1, value);
  });
  return surest;
}

export function probability(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

function logitOf(value: number): number {
  return clip(Math.log((value + 1e-4) / (1 - value + 1e-4)));
}

function clip(logit: number): number {
  return Math.max(-logitMax, Math.min(logitMax, logit));
}
