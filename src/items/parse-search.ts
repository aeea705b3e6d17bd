import { foldedWords, wordCharsMax } from "./fold-text.ts";

export const searchCharsMax = 200;
const termsMax = 12;
// Shorter beginnings are those of too many words: "the" would be "their" and "there".
const prefixCharsMin = 4;

/** `tsquery` is text that PostgreSQL reads as a query; "empty" has no word in it that an item could have. */
export type ParsedSearch = { kind: "query"; tsquery: string } | { kind: "empty" };

/**
 * Words that must all be there, "words in this order", and -words that must not. A word finds those that begin with it,
 * so that endings do not matter in any language. Every other sign is a space: there is no wrong search.
 */
export function parseSearch(text: string): ParsedSearch {
  const terms = [
    ...text.slice(0, searchCharsMax).matchAll(/(?<not>(?<!\S)-)?(?:"(?<phrase>[^"]*)"?|(?<word>[^\s"]+))/gu),
  ]
    .map(({ groups }) => toTerm(groups ?? {}))
    .filter(({ query }) => query !== "")
    .slice(0, termsMax);
  if (terms.every(({ isUnwanted }) => isUnwanted)) return { kind: "empty" };
  return {
    kind: "query",
    tsquery: terms.map(({ query, isUnwanted }) => (isUnwanted ? `!${query}` : query)).join(" & "),
  };
}

function toTerm({ not, phrase, word }: Record<string, string | undefined>): { query: string; isUnwanted: boolean } {
  const words = foldedWords(phrase ?? word ?? "").map((one) => one.slice(0, wordCharsMax));
  const lexemes = words.map((one, place) => {
    const mayGoOn = phrase === undefined && place === words.length - 1 && one.length >= prefixCharsMin;
    return mayGoOn ? `'${one}':*` : `'${one}'`;
  });
  return { query: lexemes.length > 1 ? `(${lexemes.join(" <-> ")})` : lexemes.join(""), isUnwanted: not !== undefined };
}
