import { capitalised } from "./capitalised.ts";
import { findPhrases } from "./find-phrases.ts";
import type { Lexicon } from "./lexicon.ts";
import { isInside } from "./quoted-ranges.ts";
import type { ReadText } from "./read-text.ts";
import type { Token } from "./tokenize.ts";

export type ShoutedWord = { start: number; end: number; calm: string };

// "US" and "WHO" are never taken for pronouns, whatever the text below says.
const acronymLettersMax = 3;
const titleWordsMin = 3;
const acronyms = new Set([
  "nasa",
  "nato",
  "opec",
  "fifa",
  "uefa",
  "asean",
  "brics",
  "covid",
  "unesco",
  "unicef",
  "nasdaq",
]);

// Words in capitals for loudness, with their calm spelling. How the item's own text spells a word decides first: it
// knows that NATO is a name and DESTROYS is not.
export function findShouting(title: ReadText, texts: readonly ReadText[], lexicon: Lexicon): ShoutedWord[] {
  const words = title.tokens.filter(({ start, end }) => /\p{L}{2}/u.test(title.text.slice(start, end)));
  const capitals = words.filter((token) => isAllCapitals(spelling(title, token)));
  if (capitals.length === 0) return [];

  const context = {
    lexicon,
    known: knownSpellings(new Set(capitals.map(({ word }) => word)), texts),
    wholeTitle: capitals.length === words.length && words.length >= titleWordsMin,
    titleCase: isTitleCase(words.filter((token) => !capitals.includes(token)).map((token) => spelling(title, token))),
    listed: new Set(findPhrases(title.text, title.tokens, lexicon.techniques).map(({ start }) => start)),
  };
  return capitals
    .filter(({ start, end }) => !isInside(title.quotes, start, end))
    .flatMap((token) => {
      const calm = calmSpelling(token, spelling(title, token), context);
      if (calm === null) return [];
      const isRaised = calm === token.word && (token === title.tokens[0] || context.titleCase);
      return [{ start: token.start, end: token.end, calm: isRaised ? capitalised(calm) : calm }];
    });
}

type TitleContext = {
  lexicon: Lexicon;
  known: ReadonlyMap<string, string>;
  wholeTitle: boolean;
  titleCase: boolean;
  listed: ReadonlySet<number>;
};

function spelling(read: ReadText, { start, end }: Token): string {
  return read.text.slice(start, end);
}

function isAllCapitals(word: string): boolean {
  return word === word.toUpperCase() && word !== word.toLowerCase() && !/\p{N}/u.test(word);
}

// Null: no shouting. Without a text to compare with, a lone word in capitals counts only if our lists know it: of those
// they do not know, NASCAR and ECOWAS outnumber the shouted ones. A title all in capitals becomes Title Case.
function calmSpelling({ word, start }: Token, shouted: string, context: TitleContext): string | null {
  const { lexicon, known, wholeTitle, listed } = context;
  const seen = known.get(word);
  if (seen === shouted) return null;
  if (wholeTitle && lexicon.functionWords.has(word)) return word;
  if (word.length <= acronymLettersMax || acronyms.has(word) || /^[ivxlcdm]+$/u.test(word)) return null;
  if (seen !== undefined) return seen;
  if (wholeTitle) return capitalised(word);
  if (lexicon.functionWords.has(word)) return word;
  // In German a noun keeps a capital and a verb does not, and the lists do not say which is which.
  if (listed.has(start)) return lexicon.capitalisesNouns ? shouted : word;
  return null;
}

// A word that the texts write in capitals too is an acronym; otherwise the quietest spelling counts.
function knownSpellings(words: ReadonlySet<string>, texts: readonly ReadText[]): Map<string, string> {
  const known = new Map<string, string>();
  for (const read of texts) {
    for (const token of read.tokens) {
      if (!words.has(token.word)) continue;
      const [seen, best] = [spelling(read, token), known.get(token.word)];
      const isBetter = best === undefined || (!isAllCapitals(best) && capitalCount(seen) < capitalCount(best));
      if (isAllCapitals(seen) || isBetter) known.set(token.word, seen);
    }
  }
  return known;
}

function capitalCount(word: string): number {
  return word.match(/\p{Lu}/gu)?.length ?? 0;
}

function isTitleCase(words: readonly string[]): boolean {
  const long = words.filter((word) => word.length > acronymLettersMax);
  return long.length >= titleWordsMin && long.filter((word) => /^\p{Lu}/u.test(word)).length / long.length > 0.7;
}
