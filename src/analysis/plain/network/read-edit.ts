import type { Language } from "../lexicon-entry.ts";
import { longestCommon } from "../longest-common.ts";
import { probability } from "../tagger/second-pass.ts";
import { mark, type MarkedWord, networkWords, piecesOf } from "./network-pieces.ts";
import { readNetwork } from "./read-network.ts";
import { runNetwork } from "./run-network.ts";

/** How likely a strict reader accepts an edit, by the network, which reads both titles in one row. */
export function acceptanceOf(before: string, after: string, language: Language): number {
  const network = readNetwork();
  const { rows, bias } = network.accepted;
  const first = runNetwork(network, piecesOf(wordsOfEdit(before, after), language, network.vocabulary), 1);
  return probability(rows.dot(0, first) + bias[0]!);
}

/** Whether the network reads all that an edit changes: of a long title it reads the beginning. */
export function readsWholeEdit(before: string, after: string, language: Language): boolean {
  const words = wordsOfEdit(before, after);
  const { words: known } = piecesOf(words, language, readNetwork().vocabulary);
  return words.slice(known.length).every((word) => word.mark === mark.kept);
}

/** The words of both titles: what stays, what goes, and behind it what comes in its place. */
export function wordsOfEdit(before: string, after: string): MarkedWord[] {
  const [old, put] = [networkWords(before), networkWords(after)];
  const small = (words: typeof old) => words.map(({ text }) => ({ word: text.toLowerCase() }));
  const words: MarkedWord[] = [];
  let [from, fromAfter] = [0, 0];
  for (const [to, toAfter] of [...longestCommon(small(old), small(put)), [old.length, put.length] as const]) {
    words.push(...old.slice(from, to).map(({ text }) => ({ text, mark: mark.gone })));
    words.push(...put.slice(fromAfter, toAfter).map(({ text }) => ({ text, mark: mark.come })));
    const kept = put[toAfter];
    if (kept !== undefined) words.push({ text: kept.text, mark: mark.kept });
    [from, fromAfter] = [to + 1, toAfter + 1];
  }
  return words;
}
