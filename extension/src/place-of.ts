/**
 * Where a word stands in a text, in any case of its letters; null if it does not. As a word, if it is one there: "war" is none of
 * Warsaw, and "Horror" one half of "Horrorunfall". Found in the text as it is: in lower case some letters are longer (İ), and all places
 * after them would be wrong.
 */
export function placeOf(word: string, text: string): { start: number; end: number } | null {
  if (word === "") return null;
  const written = word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const before = /^[\p{L}\p{N}]/u.test(word) ? "(?<![\\p{L}\\p{N}])" : "";
  const after = /[\p{L}\p{N}]$/u.test(word) ? "(?![\\p{L}\\p{N}])" : "";
  const found = new RegExp(before + written + after, "iu").exec(text) ?? new RegExp(written, "iu").exec(text);
  return found === null ? null : { start: found.index, end: found.index + found[0].length };
}
