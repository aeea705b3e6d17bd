import { isInside } from "../heuristic/quoted-ranges.ts";
import type { ReadText } from "../heuristic/read-text.ts";
import type { EditLimits, PlainTitle } from "./edit-limits.ts";
import type { Language } from "./lexicon-entry.ts";
import { isInTitleCase, tidy } from "./replace-words.ts";
import type { TaggedTitle } from "./tagger/tag-title.ts";

type Segment = { start: number; end: number; words: number; loaded: number };

const wordsLeftMin = 4;
const speechCharsMax = 25;
const wordsLeftAskedMin = 6;

/** "Padły mocne słowa", "Jetzt kommt die Quittung!": a segment that carries only loading goes when another one has the news. */
export function removeSegments(
  read: ReadText,
  tagged: TaggedTitle,
  language: Language,
  limits: EditLimits,
): PlainTitle | null {
  const segments = segmentsOf(read, tagged, language);
  if (segments.length < 2) return null;
  const loud = segments.filter(({ loaded, words }) => words > 0 && loaded >= limits.segment);
  const kept = segments.filter((segment) => !loud.includes(segment));
  // "What of the pact? Smith: decide": the question alone names the matter.
  const asksFirst = loud[0]?.start === 0 && /\?\s*$/u.test(read.text.slice(0, loud[0].end));
  if (
    loud.length === 0 ||
    kept.reduce((sum, { words }) => sum + words, 0) < (asksFirst ? wordsLeftAskedMin : wordsLeftMin)
  )
    return null;
  const text = kept.map(({ start, end }) => read.text.slice(start, end)).join("");
  const edited = tidy(text.replace(/[\s:–—|-]+$/u, ""), read.text, language);
  return {
    title: edited,
    reasons: loud.map(({ start, end }) => `“${read.text.slice(start, end).trim()}” removed.`),
  };
}

/** Segments with the mark that closes them and the space after it. The loading is the mean over the words. */
function segmentsOf(read: ReadText, tagged: TaggedTitle, language: Language): Segment[] {
  const { text, quotes } = read;
  const ends = [...text.matchAll(/[:.!?…]+\s+|\s+[–—|-]+\s+/gu)]
    .filter(
      ({ index, 0: mark }) => !isInside(quotes, index, index + mark.trimEnd().length) && !isAbbreviation(text, index),
    )
    .map(({ index, 0: mark }) => index + mark.length);
  return [...ends, text.length].map((end, at, all) => {
    const start = all[at - 1] ?? 0;
    const words = tagged.words.filter(
      (word) => word.start >= start && word.end <= end && /\p{L}/u.test(text.slice(word.start, word.end)),
    );
    const hasQuote = quotes.some((quote) => quote.start >= start && quote.end <= end);
    const loaded =
      hasQuote ||
      namesSomebody(read, start, end, language) ||
      isSpeech(text, start, end) ||
      isLabel(text.slice(start, end)) ||
      /\p{N}/u.test(text.slice(start, end))
        ? 0
        : mean(words.map((word) => word.drop * 0.5 + word.loaded * 0.5));
    return { start, end, words: words.length, loaded };
  });
}

/** "Minister: …" names who says the rest, and a few words behind a colon are what was said. */
function isSpeech(text: string, start: number, end: number): boolean {
  return /:\s*$/u.test(text.slice(start, end)) || (/:\s*$/u.test(text.slice(0, start)) && end - start < speechCharsMax);
}

/** A name that stands nowhere else is news. German nouns look like names, so nothing can be told there. */
function namesSomebody(read: ReadText, start: number, end: number, language: Language): boolean {
  if (language === "de" || isInTitleCase(read, language)) return false;
  const elsewhere = new Set(
    read.tokens.filter((token) => token.end <= start || token.start >= end).map(({ word }) => word),
  );
  return read.tokens
    .filter((token) => token.start > start && token.end <= end && !/^\s*$/u.test(read.text.slice(start, token.start)))
    .some((token) => /^\p{Lu}\p{Ll}/u.test(read.text.slice(token.start)) && !elsewhere.has(token.word));
}

/** ": what we know" is how wire agencies name an overview. */
function isLabel(segment: string): boolean {
  return /^(?:what|who|when|where|how) /iu.test(segment);
}

function isAbbreviation(text: string, at: number): boolean {
  return (
    text[at] === "." &&
    /(?:^|[\s(])(?:\p{L}|[A-Z][a-z]{1,3}|\p{N}+|\p{L}\.\p{L})$/u.test(text.slice(Math.max(0, at - 6), at))
  );
}

function mean(values: number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
