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

/** No fact leans on a sentence that is not there, and none is told twice. */
export function pickFacts(sentences: readonly RankedSentence[], lexicon: Lexicon): AnalyzerResult["facts"] {
  const able = sentences.filter((sentence) => isFactual(sentence, lexicon) && !isDangling(sentence, lexicon));
  return best(withoutRepeated(able, lexicon), factsMax).map(({ text, field, start, end }) => ({
    text,
    quote: text,
    span: { field, start, end, text },
  }));
}

/** "But it failed", "She said so"; but not the article in "Das Gericht entschied". */
function isDangling({ text, tokens }: RankedSentence, lexicon: Lexicon): boolean {
  return lexicon.leaningWords.has(tokens[0]?.word ?? "") && !/^Das \p{Lu}/u.test(text);
}

// Of the words of the shorter of two sentences.
const repeatedShare = 0.8;

/** Of sentences that say the same with the same numbers, the best ranked. */
function withoutRepeated(sentences: readonly RankedSentence[], lexicon: Lexicon): RankedSentence[] {
  const kept: { sentence: RankedSentence; words: Set<string>; numbers: Set<string> }[] = [];
  for (const sentence of sentences.toSorted((a, b) => b.rank - a.rank)) {
    if (kept.length === factsMax) break;
    const words = new Set(contentWords(sentence.tokens, lexicon));
    const numbers = new Set(sentence.text.match(/\p{N}+/gu));
    const isRepeated = kept.some((known) => {
      const sharedMin = repeatedShare * Math.min(known.words.size, words.size);
      return numbers.isSubsetOf(known.numbers) && words.size > 0 && known.words.intersection(words).size >= sharedMin;
    });
    if (!isRepeated) kept.push({ sentence, words, numbers });
  }
  return kept.map(({ sentence }) => sentence);
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
