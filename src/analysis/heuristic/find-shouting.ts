import { findPhrases } from "./find-phrases.ts";
import type { WordLists } from "./word-lists.ts";
import { isInside, type Range, type ReadText, type Token } from "./read-text.ts";

// "US" and "WHO" are never taken for pronouns, whatever the text below says.
const acronymLettersMax = 3;
const titleWordsMin = 3;
const acronyms = new Set("nasa nato opec fifa uefa asean brics covid unesco unicef nasdaq".split(" "));

// Words in capitals for loudness. How the item's own text spells a word decides first: it knows that NATO is a name and
// DESTROYS is not.
export function findShouting(title: ReadText, texts: readonly ReadText[], lists: WordLists): Range[] {
  const words = title.tokens.filter(({ start, end }) => /\p{L}{2}/u.test(title.text.slice(start, end)));
  const capitals = words.filter((token) => isAllCapitals(spelling(title, token)));
  if (capitals.length === 0) return [];

  const context = {
    lists,
    spellings: findSpellings(new Set(capitals.map(({ word }) => word)), texts),
    wholeTitle: capitals.length === words.length && words.length >= titleWordsMin,
    listed: new Set(findPhrases(title.text, title.tokens, lists.techniques).map(({ start }) => start)),
  };
  return capitals
    .filter(({ start, end }) => !isInside(title.quotes, start, end))
    .filter((token) => isShouted(token, spelling(title, token), context))
    .map(({ start, end }) => ({ start, end }));
}

type TitleContext = {
  lists: WordLists;
  spellings: ReadonlyMap<string, ReadonlySet<string>>;
  wholeTitle: boolean;
  listed: ReadonlySet<number>;
};

function spelling(read: ReadText, { start, end }: Token): string {
  return read.text.slice(start, end);
}

function isAllCapitals(word: string): boolean {
  return word === word.toUpperCase() && word !== word.toLowerCase() && !/\p{N}/u.test(word);
}

// A word that the texts write in capitals too is an acronym. Without a text to compare with, a lone word in capitals counts
// only if our lists know it: of those they do not know, NASCAR and ECOWAS outnumber the shouted ones.
function isShouted({ word, start }: Token, capitals: string, context: TitleContext): boolean {
  const { lists, spellings, wholeTitle, listed } = context;
  const seen = spellings.get(word);
  if (seen?.has(capitals)) return false;
  if (wholeTitle && lists.functionWords.has(word)) return true;
  if (word.length <= acronymLettersMax || acronyms.has(word) || /^[ivxlcdm]+$/u.test(word)) return false;
  return seen !== undefined || wholeTitle || lists.functionWords.has(word) || listed.has(start);
}

/** How the texts write these words. */
function findSpellings(words: ReadonlySet<string>, texts: readonly ReadText[]): Map<string, Set<string>> {
  const spellings = new Map<string, Set<string>>();
  for (const read of texts) {
    for (const token of read.tokens) {
      if (!words.has(token.word)) continue;
      spellings.set(token.word, (spellings.get(token.word) ?? new Set()).add(spelling(read, token)));
    }
  }
  return spellings;
}
