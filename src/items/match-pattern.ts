import { foldText } from "./fold-text.ts";

/**
 * Whether a title has these words in this order, `*` standing for any characters; upper case and accents do not matter.
 * "car" finds no "scar", "*car" does. A person's pattern is never a regular expression, of which some take for ever: here
 * each piece is searched once, from the end of the one before.
 */
export function matchesPattern(pattern: string, title: string): boolean {
  const spaced = ` ${wordsOf(title.replaceAll("*", " "))} `;
  let from = 0;
  for (const piece of ` ${wordsOf(pattern)} `.split("*")) {
    const at = spaced.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return true;
}

/** Whether there is anything to look for in it: punctuation alone is not. */
export function isPattern(text: string): boolean {
  return wordsOf(text) !== "";
}

function wordsOf(text: string): string {
  return foldText(text)
    .replace(/[^\p{L}\p{N}*]+/gu, " ")
    .trim();
}
