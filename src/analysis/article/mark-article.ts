import { setImmediate as yieldToOthers } from "node:timers/promises";
import { detectLanguage } from "../detect-language.ts";
import { blankInjection } from "../heuristic/read-item.ts";
import { quotedRanges, type Range, type ReadText, tokenize } from "../heuristic/read-text.ts";
import { type Sentence, splitSentences } from "../heuristic/split-sentences.ts";
import { wordListsFor } from "../heuristic/word-lists.ts";
import { findEntries, readLexicon } from "../plain/find-entries.ts";
import { functionWords } from "../plain/function-words.ts";
import { isTaughtLanguage, type Language, type LoadedKind } from "../plain/lexicon-entry.ts";
import { type MarkedSpan, markedSpans } from "../plain/tagger/marked-spans.ts";
import { tagTitle } from "../plain/tagger/tag-title.ts";
import { classesOf, readWordClasses } from "../plain/tagger/word-classes.ts";
import { type Block, nowhere, parseBlocks } from "./parse-blocks.ts";

/**
 * A loaded word or phrase. `start` and `end` count UTF-16 units of the text of the article's HTML: all its text nodes in their
 * order, as textContent in a browser. So they mean the same whatever elements a word runs through.
 */
export type Mark = { start: number; end: number; kind: LoadedKind; plain: string | null };

/** `isRead`: false for a language that the analyzer does not read. */
export type MarkedArticle = { language: string; isRead: boolean; marks: Mark[] };

// As much as the analysis reads of a body.
const charsMax = 40_000;
// A sentence takes some 0.4 ms, an article has 30 of them: this bounds the longest one, once, to a sixth of a second.
const sentencesMax = 400;
const sentenceCharsMax = 1_200;
const marksMax = 200;
// Requests are served in between.
const sentencesPerTurn = 10;
// More than for a title: a sentence of an article has strong words that are only exact.
const markFrom = 0.7;

/**
 * The tagger learnt from titles. "This", "you" and "here" hold something back in a title; in a text they point to the sentence
 * before, and an instruction is what the reader came for.
 */
const titleOnly: ReadonlySet<LoadedKind> = new Set(["teaser", "appeal", "shouting"]);

// For the same reason the tagger alone is not enough for a sentence: it also marked words like "so" and "bottle". The lexicon
// or a word class must know the word as well. With both rules 51 German pages went from 464 marks to 98, and 10 English ones
// from 122 to 47; nobody has labelled them. The classes are attack, awful, great, emotion, size, drama, label and insinuate:
// the lines of tagger/word-classes/*.txt in this order, without tease and slang.
const loadedClasses = 0b11_0011_1111;

/** The loaded words of an article's sanitised HTML: sentence by sentence, none in quotations and none in code. */
export async function markArticle(html: string, languageHint: string | null): Promise<MarkedArticle> {
  const blocks = parseBlocks(html, charsMax);
  const language = detectLanguage(blocks.map(({ text }) => text).join("\n"), languageHint);
  if (!isTaughtLanguage(language)) return { language, isRead: false, marks: [] };

  const { abbreviations } = wordListsFor(language);
  const marks: Mark[] = [];
  let sentences = 0;
  for (const block of blocks) {
    const text = blankInjection(block.text, abbreviations);
    const quotes = findQuotations(text);
    for (const sentence of splitSentences(text, abbreviations)) {
      if (sentences === sentencesMax || marks.length >= marksMax) return { language, isRead: true, marks };
      sentences += 1;
      marks.push(...markSentence(sentence, block, quotes, language));
      if (sentences % sentencesPerTurn === 0) await yieldToOthers();
    }
  }
  return { language, isRead: true, marks };
}

function markSentence(sentence: Sentence, { places }: Block, quotes: readonly Range[], language: Language): Mark[] {
  const { start: at } = sentence;
  const text = sentence.text.slice(0, sentenceCharsMax);
  const own = quotes
    .filter(({ start, end }) => start < at + text.length && at < end)
    .map(({ start, end }) => ({ start: start - at, end: end - at }));
  const read: ReadText = { field: "body", text, tokens: tokenize(text), quotes: own };
  const tagged = tagTitle(read, language);
  if (tagged === null) return [];
  const listed = findEntries(read, readLexicon(language)).filter(({ entry }) => !titleOnly.has(entry.kind));
  const plainWords = functionWords("function", language);
  const classes = readWordClasses(language);
  // Each word by itself, not with its weaker neighbours as in a title: it is to be explained on its own.
  const words = tagged.words.filter(({ loaded, kind, start, end }) => {
    if (loaded < markFrom || titleOnly.has(kind)) return false;
    const word = text.slice(start, end).toLowerCase();
    if (plainWords.has(word)) return false;
    const isListed = listed.some((entry) => entry.start < end && start < entry.end);
    return isListed || (classesOf(word, classes) & loadedClasses) !== 0;
  });
  const spans = markedSpans({ words, markFrom }).filter(
    ({ start, end }) =>
      !own.some((quote) => quote.start < end && start < quote.end) && isMarkable(text, places, at, { start, end }),
  );
  return spans.map((span) => ({
    start: places[at + span.start]!,
    end: places[at + span.end - 1]! + 1,
    kind: span.kind,
    plain: plainWord(span, listed),
  }));
}

/** All of it stands in the article itself; a phrase may run over a line break. */
function isMarkable(text: string, places: readonly number[], at: number, { start, end }: Range): boolean {
  for (let unit = start; unit < end; unit += 1) {
    if (places[at + unit] === nowhere && text[unit] !== "\n") return false;
  }
  return true;
}

/** What the lexicon would say instead of all of it. */
function plainWord({ start, end }: MarkedSpan, entries: ReturnType<typeof findEntries>): string | null {
  return entries.find((entry) => entry.start <= start && end <= entry.end)?.to || null;
}

/**
 * A long quotation runs over paragraphs: each opens it, and only the last one closes it. So an opening mark without its
 * partner holds to the end of the paragraph, and a closing one from its beginning: rather a mark too few.
 */
function findQuotations(text: string): Range[] {
  const ranges = quotedRanges(text);
  const lonely: number[] = [];
  let past = 0;
  for (const { index } of text.matchAll(/["“”„«»]/gu)) {
    while (past < ranges.length && ranges[past]!.end <= index) past += 1;
    if (index < (ranges[past]?.start ?? Infinity)) lonely.push(index);
  }
  const opener = lonely.find((index) => !isWordLike(text[index - 1]) && !isGap(text[index + 1]));
  const closer = lonely.findLast((index) => !isGap(text[index - 1]) && !isWordLike(text[index + 1]));
  if (opener !== undefined) ranges.push({ start: opener, end: text.length });
  if (closer !== undefined) ranges.push({ start: 0, end: closer + 1 });
  return ranges;
}

function isWordLike(char: string | undefined): boolean {
  return char !== undefined && /[\p{L}\p{N}]/u.test(char);
}

function isGap(char: string | undefined): boolean {
  return char === undefined || /\s/u.test(char);
}
