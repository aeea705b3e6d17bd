import { loadedKinds } from "../../src/analysis/plain/lexicon-entry.ts";
import {
  createFeatureList,
  type FeatureList,
  letterFeatures,
  titleFeatures,
  wordFeatures,
} from "../../src/analysis/plain/tagger/features.ts";
import { foldCount, type Example } from "./examples.ts";
import { fitKinds } from "./fit-kinds.ts";
import { fitSparse, packRows, scoreSparse, type SparseRows } from "./regression.ts";

export const sizes = {
  word: 2 ** 18,
  strong: 2 ** 17,
  drop: 2 ** 17,
  title: 2 ** 16,
  letters: 2 ** 16,
  clickbait: 2 ** 17,
  kind: 2 ** 13,
};

export const options = {
  word: { l2: 4, occurrencesMin: 1 },
  strong: { l2: 4, occurrencesMin: 2 },
  drop: { l2: 2, occurrencesMin: 2 },
  title: { l2: 8, occurrencesMin: 2 },
  letters: { l2: 16, occurrencesMin: 2 },
};

export type TrainedFirstPass = {
  hashed: { name: string; weights: Float64Array }[];
  /** Logits of each word and each title by models that had not seen it. */
  unseen: UnseenLogits;
  /** Where the words of an example begin. */
  offsets: number[];
};

type UnseenLogits = Record<"first" | "strong" | "drops" | "slight" | "clear" | "letters", Float64Array>;

const list = createFeatureList();

export function trainFirstPass(examples: readonly Example[]): TrainedFirstPass {
  const words = wordRows(examples);
  const titles = packRows(examples.map((example) => fill((into) => titleFeatures(example.units, into), sizes.title)));
  const letters = packRows(examples.map(({ units }) => fill((into) => letterFeatures(units, into), sizes.letters)));
  return {
    unseen: unseenLogits(examples, words, titles, letters),
    offsets: words.offsets,
    hashed: [
      { name: "word", weights: fitWords(examples, words, -1) },
      { name: "strong", weights: fitStrong(examples, words, -1) },
      { name: "drop", weights: fitDrops(examples, words, -1) },
      { name: "slight", weights: fitTitles(examples, titles, 1, -1) },
      { name: "clear", weights: fitTitles(examples, titles, 2, -1) },
      { name: "letters", weights: fitLetters(examples, letters, -1) },
      ...fitKinds(examples, words.rows, words.offsets, sizes.kind).map((weights, kind) => ({
        name: `kind ${loadedKinds[kind]}`,
        weights,
      })),
    ],
  };
}

type WordRows = { rows: SparseRows; offsets: number[] };

function wordRows(examples: readonly Example[]): WordRows {
  const offsets: number[] = [];
  const rows: Int32Array[] = [];
  for (const { units, signs } of examples) {
    offsets.push(rows.length);
    units.forEach((_, at) => rows.push(fill((into) => wordFeatures(units, at, signs, into), sizes.word)));
  }
  return { rows: packRows(rows), offsets };
}

function fill(add: (into: FeatureList) => void, size: number): Int32Array {
  list.count = 0;
  add(list);
  return list.buckets.slice(0, list.count).map((bucket) => bucket & (size - 1));
}

function unseenLogits(
  examples: readonly Example[],
  words: WordRows,
  titles: SparseRows,
  letterRows: SparseRows,
): UnseenLogits {
  const rowCount = words.rows.starts.length - 1;
  const [first, strong, drops] = [1, 2, 3].map(() => new Float64Array(rowCount)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const [slight, clear, letters] = [1, 2, 3].map(() => new Float64Array(examples.length)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (let fold = 0; fold < foldCount; fold += 1) {
    const wordWeights = fitWords(examples, words, fold);
    const strongWeights = fitStrong(examples, words, fold);
    const dropWeights = fitDrops(examples, words, fold);
    const slightWeights = fitTitles(examples, titles, 1, fold);
    const clearWeights = fitTitles(examples, titles, 2, fold);
    const letterWeights = fitLetters(examples, letterRows, fold);
    examples.forEach((example, at) => {
      if (example.fold !== fold) return;
      slight[at] = scoreSparse(titles, at, slightWeights);
      clear[at] = scoreSparse(titles, at, clearWeights);
      letters[at] = scoreSparse(letterRows, at, letterWeights);
      example.units.forEach((_, unit) => {
        const row = words.offsets[at]! + unit;
        first[row] = scoreSparse(words.rows, row, wordWeights);
        strong[row] = scoreSparse(words.rows, row, strongWeights, sizes.strong - 1);
        drops[row] = scoreSparse(words.rows, row, dropWeights, sizes.drop - 1);
      });
    });
  }
  return { first, strong, drops, slight, clear, letters };
}

function fitWords(examples: readonly Example[], { rows, offsets }: WordRows, leftOut: number): Float64Array {
  const labels = new Float64Array(rows.starts.length - 1);
  const weights = new Float64Array(labels.length);
  examples.forEach(({ units, loaded, fold, weight, isTitleOnly }, at) => {
    if (isTitleOnly || (fold === leftOut && leftOut >= 0)) return;
    units.forEach((_, unit) => {
      labels[offsets[at]! + unit] = loaded[unit]!;
      weights[offsets[at]! + unit] = weight;
    });
  });
  return fitSparse(rows, labels, weights, { size: sizes.word, ...options.word });
}

/** Loaded words of clearly loaded titles only: "!" alone makes no title clearly loaded, "slams" does. */
function fitStrong(examples: readonly Example[], { rows, offsets }: WordRows, leftOut: number): Float64Array {
  const labels = new Float64Array(rows.starts.length - 1);
  const weights = new Float64Array(labels.length);
  examples.forEach(({ level, loaded, fold, units, weight, isTitleOnly }, at) => {
    if (level === null || isTitleOnly || (fold === leftOut && leftOut >= 0)) return;
    units.forEach((_, unit) => {
      labels[offsets[at]! + unit] = level >= 2 ? loaded[unit]! : 0;
      weights[offsets[at]! + unit] = weight;
    });
  });
  const small = { ...rows, features: rows.features.map((bucket) => bucket & (sizes.strong - 1)) };
  return fitSparse(small, labels, weights, { size: sizes.strong, ...options.strong });
}

function fitDrops(examples: readonly Example[], { rows, offsets }: WordRows, leftOut: number): Float64Array {
  const labels = new Float64Array(rows.starts.length - 1);
  const weights = new Float64Array(labels.length);
  examples.forEach(({ drops, fold, units, weight }, at) => {
    if (drops === null || (fold === leftOut && leftOut >= 0)) return;
    units.forEach((_, unit) => {
      labels[offsets[at]! + unit] = drops[unit]!;
      weights[offsets[at]! + unit] = weight;
    });
  });
  const small = { ...rows, features: rows.features.map((bucket) => bucket & (sizes.drop - 1)) };
  return fitSparse(small, labels, weights, { size: sizes.drop, ...options.drop });
}

function fitTitles(examples: readonly Example[], titles: SparseRows, from: number, leftOut: number): Float64Array {
  const { labels, weights } = titleLabels(examples, from, leftOut);
  return fitSparse(titles, labels, weights, { size: sizes.title, ...options.title });
}

function fitLetters(examples: readonly Example[], letters: SparseRows, leftOut: number): Float64Array {
  const { labels, weights } = titleLabels(examples, 2, leftOut);
  return fitSparse(letters, labels, weights, { size: sizes.letters, ...options.letters });
}

function titleLabels(examples: readonly Example[], from: number, leftOut: number) {
  return {
    labels: Float64Array.from(examples, ({ level }) => ((level ?? 0) >= from ? 1 : 0)),
    weights: Float64Array.from(examples, ({ level, fold, weight }) =>
      level === null || (fold === leftOut && leftOut >= 0) ? 0 : weight,
    ),
  };
}
