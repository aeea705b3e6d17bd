import type { Language } from "../lexicon-entry.ts";

/** A word or a single mark of a title, as the network sees it. */
export type NetworkWord = { text: string; start: number; end: number };

/** What an edit does with a word: nothing, takes it out, puts it in. */
export const mark = { kept: 0, gone: 1, come: 2 } as const;
export type MarkedWord = { text: string; mark: (typeof mark)[keyof typeof mark] };

/** The pieces of a title, and for each word its first and its last piece. */
export type Pieces<Word = NetworkWord> = {
  ids: number[];
  cases: number[];
  marks: number[];
  words: Word[];
  first: number[];
  last: number[];
};

/** The first entries of the vocabulary. A title begins with its language and ends with `end`. */
export const special = { unknown: 1, en: 2, de: 3, pl: 4, end: 5 } as const;
/** A title has 12 words in 18 pieces. What stands behind this many is not read. */
export const piecesMax = 72;
const piecesOfWordMax = 8;
const pieceLettersMax = 24;

export function networkWords(title: string): NetworkWord[] {
  return [...title.matchAll(/[\p{L}\p{N}]+(?:['’]\p{L}+)*|[^\p{L}\p{N}\s]/gu)].map(({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
  }));
}

/** The longest pieces that the vocabulary knows, from the left; a piece inside a word begins with "##". */
export function piecesOf<Word extends { text: string; mark?: number }>(
  words: readonly Word[],
  language: Language,
  vocabulary: ReadonlyMap<string, number>,
): Pieces<Word> {
  const pieces: Pieces<Word> = { ids: [special[language]], cases: [0], marks: [0], words: [], first: [], last: [] };
  for (const word of words) {
    const own = piecesOfWord(word.text, vocabulary);
    if (pieces.ids.length + own.ids.length > piecesMax - 1) break;
    pieces.words.push(word);
    pieces.first.push(pieces.ids.length);
    pieces.ids.push(...own.ids);
    pieces.cases.push(...own.cases);
    pieces.marks.push(...own.ids.map(() => word.mark ?? mark.kept));
    pieces.last.push(pieces.ids.length - 1);
  }
  pieces.ids.push(special.end);
  pieces.cases.push(0);
  pieces.marks.push(mark.kept);
  return pieces;
}

function piecesOfWord(word: string, vocabulary: ReadonlyMap<string, number>): { ids: number[]; cases: number[] } {
  const straight = word.replaceAll(/[„“”»«]/gu, '"').replaceAll(/[’‘‚]/gu, "'");
  const [ids, cases]: [number[], number[]] = [[], []];
  for (const [part] of straight.matchAll(/[\p{L}\p{N}]+|[^\p{L}\p{N}\s]/gu)) {
    const own = piecesOfPart(part.toLowerCase(), vocabulary);
    ids.push(...own);
    cases.push(...own.map(() => caseOf(part)));
  }
  return { ids: ids.slice(0, piecesOfWordMax), cases: cases.slice(0, piecesOfWordMax) };
}

function piecesOfPart(part: string, vocabulary: ReadonlyMap<string, number>): number[] {
  const ids: number[] = [];
  for (let start = 0; start < part.length;) {
    let end = Math.min(part.length, start + pieceLettersMax);
    let id: number | undefined;
    for (; end > start; end -= 1) {
      id = vocabulary.get((start === 0 ? "" : "##") + part.slice(start, end));
      if (id !== undefined) break;
    }
    if (id === undefined) return [special.unknown];
    ids.push(id);
    start = end;
  }
  return ids;
}

/** Small, Capital first, ALL CAPITALS, or mIxed. */
function caseOf(part: string): number {
  if (!/\p{Lu}/u.test(part)) return 0;
  if (/^\p{Lu}\P{Lu}*$/u.test(part)) return 1;
  return /\p{Ll}/u.test(part) ? 3 : 2;
}
