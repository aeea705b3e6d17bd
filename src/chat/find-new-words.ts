import { isUnspaced, wordPattern, wordsIn } from "./words-in.ts";

// What a model's text says that its source does not: the measure behind "no new claim".

const wordCharsMin = 3;
/** Long enough to tell words apart, short enough to ignore endings: "Warszawa" and "Warszawie". */
const stemChars = 5;
/** "kills", "killed" and "killing" share four letters; words that are longer than these must share five. */
const shortStemChars = 4;
const shortWordChars = 7;

export type WordSupport = { words: string[]; fresh: string[] };

/** The words that carry meaning, and those of them that are not in the source in any form. Digits are checked elsewhere. */
export function findNewWords(text: string, source: string, common: ReadonlySet<string> = noWords): WordSupport {
  const stems = stemsOf(source);
  const words = wordsIn(text).filter((word) => {
    return word.length >= wordCharsMin && !/\p{N}/u.test(word) && !isUnspaced(word) && !common.has(word);
  });
  return { words, fresh: words.filter((word) => !isKnown(word, stems)) };
}

const noWords: ReadonlySet<string> = new Set();

/** Names that the source lacks: words with a capital inside a sentence. */
export function findNewNames(text: string, source: string): string[] {
  const stems = stemsOf(source);
  return wordsInside(text).filter(
    (word) => startsCapital.test(word) && word.length >= wordCharsMin && !isKnown(word.toLowerCase(), stems),
  );
}

/** "Council Criticizes Report on Bridges": here a capital says nothing. */
export function isTitleCase(text: string): boolean {
  const long = wordsInside(text).filter((word) => word.length >= shortStemChars);
  return long.length > 1 && long.filter((word) => startsCapital.test(word)).length >= long.length * titleCaseShare;
}

const startsCapital = /^\p{Lu}/u;
const opensSentence = /(?:^|[.!?:…"“„«»‘‚\n])\s*$/u;
const titleCaseShare = 0.6;
/** Enough to see what ends before a word. */
const lookBackChars = 10;

/** Without the first word of each sentence. */
function wordsInside(text: string): string[] {
  return [...text.matchAll(wordPattern)]
    .filter(({ index }) => index > 0 && !opensSentence.test(text.slice(Math.max(0, index - lookBackChars), index)))
    .map(([word]) => word);
}

function stemsOf(source: string): ReadonlySet<string> {
  const stems = new Set<string>();
  for (const word of wordsIn(source)) {
    stems.add(word.slice(0, stemChars));
    if (word.length <= shortWordChars) stems.add(`${word.slice(0, shortStemChars)}-`);
  }
  return stems;
}

function isKnown(word: string, stems: ReadonlySet<string>): boolean {
  const isShort = word.length >= shortStemChars && word.length <= shortWordChars;
  return stems.has(word.slice(0, stemChars)) || (isShort && stems.has(`${word.slice(0, shortStemChars)}-`));
}
