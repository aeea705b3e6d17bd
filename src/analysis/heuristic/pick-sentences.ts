import { factsMax, type AnalyzerResult } from "../../items/analyzer-result.ts";
import { removeAdjectives } from "./edit-title.ts";
import { findTechniques } from "./find-techniques.ts";
import type { Lexicon } from "./lexicon.ts";
import { contentWords, type RankedSentence } from "./rank-sentences.ts";
import { readText, type ReadText } from "./read-text.ts";
import { contributors } from "./score-findings.ts";

const summarySentencesMax = 3;
const titleCharsMin = 30;
const titleCharsMax = 160;

// Sentences of the item, never new ones: what is quoted cannot be invented. All that goes is a loaded adjective that a
// title would lose too. A loaded sentence is taken only where no other is, and so is one whose faults outweigh it.
export function pickSummary(sentences: readonly RankedSentence[], lexicon: Lexicon): string {
  // A quotation may run over several sentences with a mark in none of them: where anybody is quoted, nothing is edited.
  const isQuoting = sentences.some(({ text }) => /["“”„«»‹›‘‚]/u.test(text));
  const edit = (sentence: RankedSentence) => (isQuoting ? sentence : withoutAdjectives(sentence, lexicon));
  const worthy = sentences.filter(({ rank }) => rank > 0).map(edit);
  const calm = worthy.filter((sentence) => !isLoaded(sentence));
  if (calm.length > 0) return joined(best(calm, summarySentencesMax));
  return joined(worthy.length > 0 ? best(worthy, summarySentencesMax) : best(sentences, 1));
}

function withoutAdjectives(sentence: RankedSentence, lexicon: Lexicon): RankedSentence {
  if (!isLoaded(sentence)) return sentence;
  const text = removeAdjectives(readText(sentence.field, sentence.text), lexicon);
  if (text === sentence.text) return sentence;
  return { ...sentence, text, findings: findTechniques(readText(sentence.field, text), lexicon) };
}

function isLoaded({ findings }: RankedSentence): boolean {
  return contributors("framing", findings).length > 0;
}

function joined(sentences: readonly RankedSentence[]): string {
  return sentences.map(({ text }) => text).join(" ");
}

export function pickFacts(sentences: readonly RankedSentence[], lexicon: Lexicon): AnalyzerResult["facts"] {
  return best(
    sentences.filter((sentence) => isFactual(sentence, lexicon)),
    factsMax,
  ).map(({ text, field, start, end }) => ({ text, quote: text, span: { field, start, end, text } }));
}

// The sentence that can stand for a title that only teases: about the same thing, short, calm, understood alone.
export function pickTitleSentence(
  sentences: readonly RankedSentence[],
  title: ReadText,
  lexicon: Lexicon,
): RankedSentence | null {
  const titleWords = new Set(contentWords(title.tokens, lexicon));
  const [first] = best(
    sentences.filter(({ text, tokens, findings }) => {
      const fits = text.length >= titleCharsMin && text.length <= titleCharsMax;
      const isCalm = findings.length === 0 && !/[?!:…"“„«]/u.test(text) && !isPersonal(tokens, lexicon);
      const standsAlone = !lexicon.leaningWords.has(tokens[0]?.word ?? "");
      return fits && isCalm && standsAlone && contentWords(tokens, lexicon).some((word) => titleWords.has(word));
    }),
    1,
  );
  return first ?? null;
}

function best(sentences: readonly RankedSentence[], count: number): RankedSentence[] {
  return sentences
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, count)
    .sort((a, b) => a.position - b.position);
}

// A number, or somebody who said so; no hedging, no loaded word, no "you".
function isFactual({ text, tokens, findings }: RankedSentence, lexicon: Lexicon): boolean {
  if (findings.length > 0 || /[?!]/u.test(text) || isPersonal(tokens, lexicon)) return false;
  return /\p{N}/u.test(text) || tokens.some(({ word }) => lexicon.attributionWords.has(word));
}

function isPersonal(tokens: RankedSentence["tokens"], lexicon: Lexicon): boolean {
  return tokens.some(({ word }) => lexicon.personalWords.has(word));
}
