import {
  probability,
  secondPassInputs,
  titleSummary,
  wholeTitleNumbers,
} from "../../src/analysis/plain/tagger/second-pass.ts";
import { foldCount, type Example } from "./examples.ts";
import { trainFirstPass, type TrainedFirstPass } from "./first-pass.ts";
import { fitDense, scoreDense, type Fitted, type Penalty } from "./regression.ts";

const secondL2 = 1;
// The numbers of single classes and kinds rest on few headlines each.
const titleL2 = (at: number) => (at < wholeTitleNumbers ? 100 : 300);

export type TrainedLanguage = {
  hashed: TrainedFirstPass["hashed"];
  second: Fitted;
  secondDrop: Fitted;
  title: Fitted;
  /** Scores of the training headlines by models that had not seen them. */
  unseen: { example: Example; words: Float64Array; loaded: number }[];
};

/** The second pass is trained on scores of headlines that the first pass had not seen. */
export function trainLanguage(
  examples: readonly Example[],
  clickbaitLogit: (example: Example) => number,
): TrainedLanguage {
  const { hashed, unseen, offsets } = trainFirstPass(examples);
  const titles = examples.flatMap((example, at) =>
    example.label ? [unseenTitle(example, at, unseen, offsets[at]!)] : [],
  );
  for (const title of titles) title.title.clickbait = clickbaitLogit(title.example);

  const inputs = titles.flatMap((title) => secondPassInputs(title).map((row) => Float64Array.from(row)));
  const labels = Float64Array.from(titles.flatMap(({ example }) => [...example.loaded]));
  const folds = titles.flatMap(({ example }) => example.units.map(() => example.fold));
  const scores = unseenDense(inputs, labels, folds, secondL2);

  let from = 0;
  const words = titles.map(({ units }) => scores.subarray(from, (from += units.length)));
  const summaries = titles.map((title, at) => Float64Array.from(titleSummary(title, words[at]!)));
  const levels = Float64Array.from(titles, ({ example }) => (example.level! >= 2 ? 1 : 0));
  const titleFolds = titles.map(({ example }) => example.fold);
  const loaded = unseenDense(summaries, levels, titleFolds, titleL2);
  return {
    hashed,
    second: fitDense(inputs, labels, secondL2),
    secondDrop: fitSecondDrop(titles.map(({ example, drops }, at) => ({ example, drops, scores: words[at]! }))),
    title: fitDense(summaries, levels, titleL2),
    unseen: titles.map(({ example }, at) => ({
      example,
      words: words[at]!.map(probability),
      loaded: probability(loaded[at]!),
    })),
  };
}

function unseenTitle(example: Example, at: number, unseen: TrainedFirstPass["unseen"], offset: number) {
  const { units, signs } = example;
  const ofWords = (logits: Float64Array) => logits.subarray(offset, offset + units.length);
  return {
    example,
    units,
    signs,
    first: ofWords(unseen.first),
    strong: ofWords(unseen.strong),
    drops: ofWords(unseen.drops),
    title: { slight: unseen.slight[at]!, clear: unseen.clear[at]!, letters: unseen.letters[at]!, clickbait: 0 },
  };
}

/** Each row scored by a regression fitted to the other folds. */
function unseenDense(rows: readonly Float64Array[], labels: Float64Array, folds: readonly number[], l2: Penalty) {
  const logits = new Float64Array(rows.length);
  for (let fold = 0; fold < foldCount; fold += 1) {
    const others = rows.flatMap((_, at) => (folds[at] === fold ? [] : [at]));
    const fitted = fitDense(
      others.map((at) => rows[at]!),
      Float64Array.from(others, (at) => labels[at]!),
      l2,
    );
    rows.forEach((row, at) => {
      if (folds[at] === fold) logits[at] = scoreDense(fitted, row);
    });
  }
  return logits;
}

function fitSecondDrop(titles: readonly { example: Example; drops: Float64Array; scores: Float64Array }[]): Fitted {
  const edited = titles.filter(({ example }) => example.drops !== null);
  return fitDense(
    edited.flatMap(({ drops, scores }) => [...scores].map((score, unit) => Float64Array.of(drops[unit]!, score))),
    Float64Array.from(edited.flatMap(({ example }) => [...example.drops!])),
    1,
  );
}
