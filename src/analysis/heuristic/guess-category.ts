import type { Category } from "../../items/analyzer-result.ts";
import { findPhrases } from "./find-phrases.ts";
import type { Lexicon } from "./lexicon.ts";
import type { ReadText } from "./read-text.ts";

const tokensMax = 400;
const titleWeight = 3;
// One passing word decides nothing; one in the title, or two in the text, do.
const scoreMin = 2;

export function guessCategory(title: ReadText, texts: readonly ReadText[], lexicon: Lexicon): Category {
  const scores = new Map<Category, number>();
  for (const read of [title, ...texts]) {
    for (const { label } of findPhrases(read.text, read.tokens.slice(0, tokensMax), lexicon.categories)) {
      scores.set(label, (scores.get(label) ?? 0) + (read === title ? titleWeight : 1));
    }
  }
  const [best] = [...scores].sort(([, a], [, b]) => b - a);
  return best && best[1] >= scoreMin ? best[0] : "other";
}
