import type { Finding } from "./find-techniques.ts";
import type { ReadItem } from "./read-item.ts";
import type { ReadText } from "./read-text.ts";
import { splitSentences, type Sentence } from "./split-sentences.ts";
import type { Token } from "./tokenize.ts";

export type ReadSentence = Sentence & {
  field: ReadText["field"];
  position: number;
  tokens: Token[];
  findings: Finding[];
};

const sentencesMax = 120;
const sentenceCharsMin = 25;
const sentenceCharsMax = 400;

export function readSentences(read: ReadText, { findings, lexicon }: ReadItem): ReadSentence[] {
  const takeTokens = takerOf(read.tokens);
  const takeFindings = takerOf(findings.filter((finding) => finding.read === read));
  return splitSentences(read.text, lexicon.abbreviations)
    .slice(0, sentencesMax)
    .map((sentence, position) => ({
      ...sentence,
      field: read.field,
      position,
      tokens: takeTokens(sentence.end),
      findings: takeFindings(sentence.end),
    }));
}

// Neither a scrap nor a wall of text.
export function isQuotable({ text }: ReadSentence): boolean {
  return text.length >= sentenceCharsMin && text.length <= sentenceCharsMax;
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
