import { tokenize } from "./tokenize.ts";

const wordsMax = 40;
const lengthMax = 20;

// The features of one title, its outlets blanked, for training and scoring alike: its words, its pairs of words, how it
// begins and ends, how long it is. Case is left out (the training set's two halves are cased differently), and digits keep only their count.
export function clickbaitFeatures(title: string): Set<string> {
  const words = tokenize(title)
    .slice(0, wordsMax)
    .map((token) => token.word.replaceAll(/\p{N}/gu, "#"));

  const features = new Set(words);
  features.add(`<${Math.min(words.length, lengthMax)}`);
  ["^", ...words].forEach((word, position) => features.add(`${word} ${words[position] ?? "$"}`));
  return features;
}
