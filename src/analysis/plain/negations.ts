import { tokenize } from "../heuristic/read-text.ts";

const negations = new Set(
  "not no never nobody none without cannot can't won't isn't doesn't nicht kein keine keinen keinem keiner nie niemals niemand ohne nie nigdy nikt bez".split(
    " ",
  ),
);

// Idioms that only sound negative.
const figures =
  /\b(?:i nie tylko|nie tylko|nie ma(?:ją)? (?:wątpliwości|złudzeń|litości)|nie pozostawi\p{L}* (?:złudzeń|wątpliwości)|nie gryz\p{L}+ się w język|nie przebiera\p{L}* w słowach|nie do wiary|nie zostawi\p{L}* suchej nitki na|bez (?:precedensu|ogródek|litości|znieczulenia)|no fewer than|no less than|in no time|nothing short of|no word on|nicht zu fassen|kein gutes haar)\b/giu;

export function isNegation(word: string): boolean {
  return negations.has(word);
}

/** "n't" counts as the word it is part of. */
export function wordsOutsideIdioms(text: string): string[] {
  return tokenize(text.replaceAll(figures, " ")).map(({ word }) => word);
}

export function negationsIn(text: string): string[] {
  return wordsOutsideIdioms(text).filter(isNegation);
}
