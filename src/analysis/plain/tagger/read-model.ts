import { readFileSync } from "node:fs";
import type { Language } from "../lexicon-entry.ts";
import layout from "./weights/model.json" with { type: "json" };

/** Weights of one model over hashed features, as whole numbers times a step. */
export type HashedWeights = { values: Int8Array; mask: number; step: number };
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
  let offset = 0;
  const hashed = new Map(
    arrays.map(({ name, size, step }) => {
      const values = new Int8Array(bytes.buffer, bytes.byteOffset + offset, size);
      offset += size;
      return [name, { values, mask: size - 1, step }] as const;
    }),
  );
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
