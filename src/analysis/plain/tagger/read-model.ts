import { readFileSync } from "node:fs";
import type { Language } from "../lexicon-entry.ts";
import { type HashedWeights, readHashedWeights } from "./hashed-weights.ts";
import layout from "./weights/model.json" with { type: "json" };

export type DenseWeights = { bias: number; weights: readonly number[] };

export type TaggerModel = {
  word: HashedWeights;
  strong: HashedWeights;
  drop: HashedWeights;
  slight: HashedWeights;
  clear: HashedWeights;
  letters: HashedWeights;
  clickbait: HashedWeights;
  kinds: HashedWeights[];
  second: DenseWeights;
  secondDrop: DenseWeights;
  title: DenseWeights;
  markFrom: number;
  /** AUC on headlines that were not trained on: for clearly loaded titles, and for teasers. */
  measured: { loaded: number; teaser: number };
};

const models = new Map<Language, TaggerModel>();

/** Read once per language, when the first title of that language comes. */
export function readModel(language: Language): TaggerModel {
  const known = models.get(language);
  if (known) return known;
  const bytes = readFileSync(new URL(`./weights/${language}.bin`, import.meta.url));
  const { arrays, ...small } = layout.languages[language];
  const hashed = readHashedWeights(bytes, arrays);
  const named = (name: string) => {
    const weights = hashed.get(name);
    if (!weights) throw new Error(`The weights of ${language} have no "${name}". Run npm run train.`);
    return weights;
  };
  const model: TaggerModel = {
    word: named("word"),
    strong: named("strong"),
    drop: named("drop"),
    slight: named("slight"),
    clear: named("clear"),
    letters: named("letters"),
    clickbait: named("clickbait"),
    kinds: arrays.filter(({ name }) => name.startsWith("kind ")).map(({ name }) => named(name)),
    ...small,
  };
  models.set(language, model);
  return model;
}
