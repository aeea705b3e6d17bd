/** A true text is mostly made of its source's own words; one that is planted or invented has few of them. */
export const sharedWordsMin = 0.5;

const wordCharsMin = 4;
/** Through endings: "Warszawa" and "Warszawie". */
const stemChars = 5;
const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;

/** Where words are not set apart by spaces, comparing them says nothing. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Whether at least this share of the longer words stands in the source too. */
export function sharesWords(text: string, source: string, shareMin: number): boolean {
  const words = wordsIn(text).filter((word) => word.length >= wordCharsMin && !unspaced.test(word));
  const stems = new Set(wordsIn(source).map((word) => word.slice(0, stemChars)));
  const shared = words.filter((word) => stems.has(word.slice(0, stemChars)));
  return shared.length >= words.length * shareMin;
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(wordPattern) ?? [];
}
