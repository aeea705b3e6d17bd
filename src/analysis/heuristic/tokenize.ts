// `word` is lower case with straight apostrophes; start and end count UTF-16 units of the original text.
export type Token = { word: string; start: number; end: number };

// Hyphens separate, so that "Schock-Video" and "jaw-dropping" are found by their parts. The two classes share no
// character, which keeps the expression linear on any input.
const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}\p{N}]+)*/gu;

export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(wordPattern)) {
    tokens.push({
      word: match[0].toLowerCase().replaceAll("’", "'"),
      start: match.index,
      end: match.index + match[0].length,
    });
  }
  return tokens;
}
