export const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;

/** In lower case. */
export function wordsIn(text: string): string[] {
  return text.toLowerCase().match(wordPattern) ?? [];
}

const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** In scripts without spaces between words, comparing words says nothing. */
export function isUnspaced(word: string): boolean {
  return unspaced.test(word);
}
