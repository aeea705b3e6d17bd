import type { ReadText } from "../../heuristic/read-text.ts";
import { isTaughtLanguage, type Language, loadedKinds, type LoadedKind } from "../lexicon-entry.ts";
import { readLexicon } from "../find-entries.ts";
import {
  clickbaitFeatures,
  createFeatureList,
  type FeatureList,
  letterFeatures,
  titleFeatures,
  wordFeatures,
} from "./features.ts";
import { lexiconSigns, type LexiconSigns, titleUnits, type Unit } from "./title-units.ts";
import { sumOf } from "./hashed-weights.ts";
import { type DenseWeights, readModel, type TaggerModel } from "./read-model.ts";
import { probability, secondPassInputs, titleSummary } from "./second-pass.ts";

/** One word, or a run of "!", "?" and "…". */
export type TaggedWord = {
  start: number;
  end: number;
  /** The probability that it is loaded here. */
  loaded: number;
  /** The likeliest kind, if it is loaded; any if it hardly is. */
  kind: LoadedKind;
  /** The probability that an editor would delete it. */
  drop: number;
};

export type TaggedTitle = {
  words: TaggedWord[];
  /** The calibrated probability that an editor calls the title clearly loaded. */
  loaded: number;
  clickbait: number;
  /** From this probability on a word is marked. */
  markFrom: number;
  /** How well the two scores did on headlines that were not trained on (AUC). */
  measured: { loaded: number; teaser: number };
};

const list = createFeatureList();
// Below what `markedSpans` looks at in any language.
const kindFrom = 0.05;

/** Reads a title or a sentence. Null for a language that was not trained. */
export function tagTitle(read: ReadText, language: string): TaggedTitle | null {
  if (!isTaughtLanguage(language)) return null;
  const model = readModel(language);
  const passes = readWords(read, language, model);
  const { units, signs, title, drops, second } = passes;
  refill(list, () => letterFeatures(units, list));
  title.letters = sumOf(list, model.letters);

  const kindOf = (at: number) => {
    readWord(units, at, signs);
    return likeliestKind(list, model);
  };
  return {
    words: units.map(({ start, end }, at) => {
      const loaded = probability(second[at]!);
      const drop = probability(dense(model.secondDrop, [drops[at]!, second[at]!]));
      // Ten more sums of all features, which only a word that may be marked is worth.
      return { start, end, loaded, kind: loaded < kindFrom ? loadedKinds[0] : kindOf(at), drop };
    }),
    loaded: probability(dense(model.title, titleSummary(passes, second))),
    clickbait: probability(title.clickbait),
    markFrom: model.markFrom,
    measured: model.measured,
  };
}

/** How surely the surest word is loaded, as `tagTitle` says it, for half of the cost. 0 where it says nothing. */
export function surestLoaded(read: ReadText, language: string): number {
  if (!isTaughtLanguage(language)) return 0;
  const { second } = readWords(read, language, readModel(language));
  return second.length === 0 ? 0 : probability(Math.max(...second));
}

/** Both passes over the words: `second` is the logit that each is loaded. */
function readWords(read: ReadText, language: Language, model: TaggerModel) {
  const units = titleUnits(read, language);
  const signs = lexiconSigns(read, units, readLexicon(language));
  const title = { slight: 0, clear: 0, letters: 0, clickbait: 0 };
  refill(list, () => titleFeatures(units, list));
  title.slight = sumOf(list, model.slight);
  title.clear = sumOf(list, model.clear);
  refill(list, () => clickbaitFeatures(units, list));
  title.clickbait = sumOf(list, model.clickbait);

  const first = new Float64Array(units.length);
  const strong = new Float64Array(units.length);
  const drops = new Float64Array(units.length);
  for (let at = 0; at < units.length; at += 1) {
    readWord(units, at, signs);
    first[at] = sumOf(list, model.word);
    strong[at] = sumOf(list, model.strong);
    drops[at] = sumOf(list, model.drop);
  }
  const firstPass = { units, first, strong, signs, title };
  const second = Float64Array.from(secondPassInputs(firstPass), (inputs) => dense(model.second, inputs));
  return { ...firstPass, drops, second };
}

function readWord(units: readonly Unit[], at: number, signs: LexiconSigns): void {
  list.count = 0;
  wordFeatures(units, at, signs, list);
}

function refill(features: FeatureList, fill: () => void): void {
  features.count = 0;
  fill();
}

function dense({ bias, weights }: DenseWeights, values: readonly number[]): number {
  let total = bias;
  for (let at = 0; at < weights.length; at += 1) total += weights[at]! * values[at]!;
  return total;
}

function likeliestKind(features: FeatureList, { kinds }: TaggerModel): LoadedKind {
  let best = 0;
  let bestLogit = -Infinity;
  kinds.forEach((weights, kind) => {
    const logit = sumOf(features, weights);
    if (logit > bestLogit) [best, bestLogit] = [kind, logit];
  });
  return loadedKinds[best]!;
}
