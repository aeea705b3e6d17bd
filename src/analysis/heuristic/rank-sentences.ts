import type { WordLists } from "./word-lists.ts";
import type { ReadText, Token } from "./read-text.ts";
import type { Finding } from "./find-techniques.ts";
import type { ReadItem } from "./read-item.ts";
import { keepQuotations, type WholeSentence } from "./keep-quotations.ts";
import { splitSentences } from "./split-sentences.ts";

export type RankedSentence = ReadSentence & { rank: number };

const titleWeight = 0.6;
const positionWeight = 0.8;
const findingPenalty = 0.25;
const markPenalty = 0.5;

// Which sentences carry the item: they use its most frequent words and its title's, stand early, and are free of loaded
// wording. LexRank was worth 0.007 ROUGE-1 over the first three sentences and took 19 ms an item,
// so it is left out and an early place counts most.
export function rankSentences(sentences: readonly ReadSentence[], title: ReadText, lists: WordLists): RankedSentence[] {
  const frequencies = wordFrequencies(sentences, lists);
  const highest = Math.max(1, ...frequencies.values());
  const titleWords = new Set(contentWords(title.tokens, lists));
  return sentences.map((sentence) => {
    const words = contentWords(sentence.tokens, lists);
    const central = mean(words.map((word) => (frequencies.get(word) ?? 0) / highest));
    const titled = titleWords.size === 0 ? 0 : new Set(words).intersection(titleWords).size / titleWords.size;
    const early = 1 / (1 + sentence.position);
    const penalty = findingPenalty * sentence.findings.length + (/[?!]/u.test(sentence.text) ? markPenalty : 0);
    return { ...sentence, rank: central + titleWeight * titled + positionWeight * early - penalty };
  });
}

export function contentWords(tokens: ReadSentence["tokens"], lists: WordLists): string[] {
  return tokens.map(({ word }) => word).filter((word) => word.length > 2 && !lists.functionWords.has(word));
}

function wordFrequencies(sentences: readonly ReadSentence[], lists: WordLists): Map<string, number> {
  const frequencies = new Map<string, number>();
  for (const { tokens } of sentences) {
    for (const word of contentWords(tokens, lists)) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
  }
  return frequencies;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((total, value) => total + value, 0) / values.length;
}

export type ReadSentence = WholeSentence & {
  field: ReadText["field"];
  position: number;
  tokens: Token[];
  findings: Finding[];
};

const sentencesMax = 120;
const sentenceCharsMin = 25;
const sentenceCharsMax = 400;

export function readSentences(read: ReadText, { findings, lists, language }: ReadItem): ReadSentence[] {
  const takeTokens = takerOf(read.tokens);
  const takeFindings = takerOf(findings.filter((finding) => finding.read === read));
  const sentences = splitSentences(read.text, lists.abbreviations).slice(0, sentencesMax);
  return keepQuotations(read, sentences, { charsMax: sentenceCharsMax, language }).map((sentence, position) => ({
    ...sentence,
    field: read.field,
    position,
    tokens: takeTokens(sentence.end),
    findings: takeFindings(sentence.end),
  }));
}

// Neither a scrap nor a wall of text, nor half of what somebody says.
export function isQuotable({ text, isHalfQuoted }: ReadSentence): boolean {
  return !isHalfQuoted && text.length >= sentenceCharsMin && text.length <= sentenceCharsMax;
}

// Sentences and what stands in them come in the same order: each call takes what ends by `end` and was not taken yet.
function takerOf<Placed extends { end: number }>(placed: readonly Placed[]): (end: number) => Placed[] {
  let from = 0;
  return (end) => {
    let to = from;
    while (to < placed.length && placed[to]!.end <= end) to += 1;
    const taken = placed.slice(from, to);
    from = to;
    return taken;
  };
}
