import { factsMax, type AnalyzerResult } from "../../items/analyzer-result.ts";
import { dropLoadedWords } from "../plain/edit-title.ts";
import { isTaughtLanguage } from "../plain/lexicon-entry.ts";
import { surestLoaded, tagTitle } from "../plain/tagger/tag-title.ts";
import { findTechniques } from "./find-techniques.ts";
import type { WordLists } from "./word-lists.ts";
import { contentWords, type RankedSentence } from "./rank-sentences.ts";
import { readText, type ReadText } from "./read-text.ts";
import { contributors } from "./score-findings.ts";

const summarySentencesMax = 3;
const titleCharsMin = 30;
const titleCharsMax = 160;
// More than for a title: a sentence of an article has strong words that are only exact.
const loadedMin = 0.7;
// Reading a sentence with the tagger costs CPU, and the best of the first dozen are as good.
const readMax = 12;

type Reader = { language: string; lists: WordLists };

/**
 * Sentences of the item, never new ones: what is quoted cannot be invented. All that goes is a loaded word that a title would
 * lose too. No loaded sentence, none that leans on one that is not there, none twice: rather no summary at all.
 */
export function pickSummary(sentences: readonly RankedSentence[], reader: Reader): string {
  // A quotation may run over several sentences with a mark in none of them: where anybody is quoted, nothing is edited.
  const isQuoting = sentences.some(({ text }) => /["“”„«»‹›‘‚]/u.test(text));
  const chosen: RankedSentence[] = [];
  const ranked = sentences.filter(({ rank }) => rank > 0).toSorted((a, b) => b.rank - a.rank);
  for (const sentence of ranked.slice(0, readMax)) {
    if (chosen.length === summarySentencesMax) break;
    const calm = calmed(sentence, reader, isQuoting);
    if (calm !== null && !chosen.some((other) => saysTheSame(other, calm, reader.lists))) chosen.push(calm);
  }
  const inOrder = chosen.sort((a, b) => a.position - b.position);
  return inOrder
    .filter((sentence, at) => {
      return !isDangling(sentence, reader.lists) || inOrder[at - 1]?.position === sentence.position - 1;
    })
    .map(({ text }) => text)
    .join(" ");
}

/** The sentence itself, or without the loaded words that can go; null if it stays loaded. */
function calmed(sentence: RankedSentence, reader: Reader, isQuoting: boolean): RankedSentence | null {
  if (!isLoaded(sentence, reader)) return sentence;
  if (isQuoting || !isTaughtLanguage(reader.language)) return null;
  const text = dropLoadedWords(readText(sentence.field, sentence.text), reader.language, tagTitle);
  const findings = findTechniques(readText(sentence.field, text), reader.lists);
  const edited = { ...sentence, text, findings };
  return text !== sentence.text && !isLoaded(edited, reader) ? edited : null;
}

function isLoaded({ text, field, findings }: RankedSentence, { language }: Reader): boolean {
  if (contributors("framing", findings).length > 0 || text.includes("!")) return true;
  return surestLoaded(readText(field, text), language) >= loadedMin;
}

/** No fact leans on a sentence that is not there, and none is told twice. */
export function pickFacts(sentences: readonly RankedSentence[], lists: WordLists): AnalyzerResult["facts"] {
  const able = sentences.filter((sentence) => isFactual(sentence, lists) && !isDangling(sentence, lists));
  return best(withoutRepeated(able, lists), factsMax).map(({ text, field, start, end }) => ({
    text,
    quote: text,
    span: { field, start, end, text },
  }));
}

/** "But it failed", "She said so", "Dodał, że potrwa"; but not the article in "Das Gericht entschied". */
function isDangling({ text, tokens }: RankedSentence, lists: WordLists): boolean {
  if (polishWithoutSubject.test(text)) return true;
  return lists.leaningWords.has(tokens[0]?.word ?? "") && !/^\P{L}*Das \p{Lu}/u.test(text);
}

const polishWithoutSubject = /^\p{L}+(?:ł|ła|li|ły)(?: (?:też|także|również))?, (?:że|iż|żeby|by)\s/u;

/** Of sentences that say the same, the best ranked. */
function withoutRepeated(sentences: readonly RankedSentence[], lists: WordLists): RankedSentence[] {
  const kept: RankedSentence[] = [];
  for (const sentence of sentences.toSorted((a, b) => b.rank - a.rank)) {
    if (kept.length === factsMax) break;
    if (!kept.some((known) => saysTheSame(known, sentence, lists))) kept.push(sentence);
  }
  return kept;
}

// Of the words of the shorter of two sentences.
const repeatedShare = 0.8;

/** Nearly the same words, and no number that the first one lacks. */
function saysTheSame(known: RankedSentence, other: RankedSentence, lists: WordLists): boolean {
  const [one, two] = [known, other].map(({ tokens }) => new Set(contentWords(tokens, lists))) as [
    Set<string>,
    Set<string>,
  ];
  const [numbers, more] = [known, other].map(({ text }) => new Set(text.match(/\p{N}+/gu))) as [
    Set<string>,
    Set<string>,
  ];
  return (
    two.size > 0 &&
    more.isSubsetOf(numbers) &&
    one.intersection(two).size >= repeatedShare * Math.min(one.size, two.size)
  );
}

/**
 * The sentence that can stand for a title that only teases: the first one, about the same thing, short, calm, understood
 * alone. Anything later told half the news or turned an opinion into a fact: 40 of 75 such titles were bad.
 */
export function pickTitleSentence(
  sentences: readonly RankedSentence[],
  title: ReadText,
  lists: WordLists,
): RankedSentence | null {
  const first = sentences.find(({ position }) => position === 0);
  if (!first) return null;
  const { text, tokens, findings } = first;
  const fits = text.length >= titleCharsMin && text.length <= titleCharsMax;
  const isCalm = findings.length === 0 && !/[?!:…"“„«]/u.test(text) && !isPersonal(tokens, lists);
  const standsAlone = !lists.leaningWords.has(tokens[0]?.word ?? "");
  return fits && isCalm && standsAlone && sharesSubject(first, title, lists) ? first : null;
}

/** All names and numbers of the title, and at least one of its other words. */
function sharesSubject({ tokens }: RankedSentence, title: ReadText, lists: WordLists): boolean {
  const words = new Set(tokens.map(({ word }) => word));
  const isTitleCase = !title.tokens.some(
    ({ start, word }) => word.length > 3 && /^\p{Ll}/u.test(title.text.slice(start)),
  );
  const mustStand = title.tokens.filter(({ word, start }, at) => {
    const isName = !isTitleCase && at > 0 && /^\p{Lu}/u.test(title.text.slice(start));
    return /\p{N}/u.test(word) || isName;
  });
  if (!mustStand.every(({ word }) => words.has(word))) return false;
  return contentWords(title.tokens, lists).some((word) => words.has(word));
}

function best(sentences: readonly RankedSentence[], count: number): RankedSentence[] {
  return sentences
    .toSorted((a, b) => b.rank - a.rank)
    .slice(0, count)
    .sort((a, b) => a.position - b.position);
}

// A number, or somebody who said so; no hedging, no loaded word, no "you".
function isFactual({ text, tokens, findings }: RankedSentence, lists: WordLists): boolean {
  if (findings.length > 0 || /[?!]/u.test(text) || isPersonal(tokens, lists)) return false;
  return /\p{N}/u.test(text) || tokens.some(({ word }) => lists.attributionWords.has(word));
}

function isPersonal(tokens: RankedSentence["tokens"], lists: WordLists): boolean {
  return tokens.some(({ word }) => lists.personalWords.has(word));
}
