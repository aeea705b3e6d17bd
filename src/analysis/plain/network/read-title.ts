import type { Language } from "../lexicon-entry.ts";
import { networkWords, type NetworkWord, piecesOf } from "./network-pieces.ts";
import { type Network, type Output, readNetwork } from "./read-network.ts";
import { runNetwork, softmax } from "./run-network.ts";

/** What an editor would do with a word, by how likely. */
export type WordOperation = NetworkWord & {
  keep: number;
  delete: number;
  replace: number;
  /** The likeliest plain words for it, in small letters where the language allows, and how likely they are. */
  by: { text: string; likely: number } | null;
};

/** A title as the network reads it. `isPlain`: how likely an editor prints it as it is; `needsArticle`: only the article could make it plain. */
export type NetworkTitle = { words: WordOperation[]; isPlain: number; needsArticle: number };

// Below this nobody asks what a word would be replaced by.
const replaceMin = 0.1;

const remembered = new Map<string, NetworkTitle>();
const rememberedMax = 32;

/** A title is asked for by several steps of one edit, so the last ones are remembered. */
export function readByNetwork(title: string, language: Language): NetworkTitle {
  const key = `${language} ${title}`;
  const found = remembered.get(key);
  if (found) return found;
  if (remembered.size >= rememberedMax) remembered.clear();
  const read = readTitle(title, language);
  remembered.set(key, read);
  return read;
}

function readTitle(title: string, language: Language): NetworkTitle {
  const network = readNetwork();
  const { width } = network;
  const pieces = piecesOf(networkWords(title), language, network.vocabulary);
  const hidden = runNetwork(network, pieces);
  const ends = new Float32Array(2 * width);
  const words = pieces.words.map((word, at) => {
    const [first, last] = [pieces.first[at]! * width, pieces.last[at]! * width];
    ends.set(hidden.subarray(first, first + width));
    ends.set(hidden.subarray(last, last + width), width);
    const [keep, drop, replace] = probabilities(network.operations, ends) as unknown as [number, number, number];
    const by = replace < replaceMin ? null : likeliest(network, ends, language);
    return { ...word, keep, delete: drop, replace, by };
  });
  const [isPlain, , needsArticle] = probabilities(network.fixes, hidden.subarray(0, width));
  return { words, isPlain: isPlain!, needsArticle: needsArticle! };
}

function probabilities({ rows, bias }: Output, by: Float32Array, from = 0, count = rows.rows): Float32Array {
  const values = Float32Array.from({ length: count }, (_, at) => rows.dot(from + at, by) + bias[from + at]!);
  softmax(values);
  return values;
}

/** The first of a language's words stands for all that are not in the list. */
function likeliest({ replacements, words }: Network, ends: Float32Array, language: Language): WordOperation["by"] {
  const { from, texts } = words[language];
  const values = probabilities(replacements, ends, from, texts.length);
  let best = 1;
  for (let at = 2; at < values.length; at += 1) if (values[at]! > values[best]!) best = at;
  return { text: texts[best]!, likely: values[best]! };
}
