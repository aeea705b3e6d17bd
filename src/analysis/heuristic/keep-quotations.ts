import { quotedRanges, type Range, type ReadText } from "./read-text.ts";
import type { Sentence } from "./split-sentences.ts";

/** `isHalfQuoted`: a quotation begins or ends in the middle of it, or nobody says who speaks. */
export type WholeSentence = Sentence & { isHalfQuoted: boolean };

// Of a speech, which may run over paragraphs.
const quotationCharsMax = 1_000;
const anyMark = /["“”„«»]/gu;

/** Sentences of one quotation stay together: "“We won. They lost,” said Anna Berg" is one sentence, if it does not become too long. */
export function keepQuotations(
  { text }: Pick<ReadText, "text">,
  sentences: readonly Sentence[],
  { charsMax, language }: { charsMax: number; language: string },
): WholeSentence[] {
  const quotations = findQuotations(text);
  const speeches = language === "pl" ? findSpeeches(text, sentences) : [];
  const ranges = [...quotations, ...speeches];
  if (ranges.length === 0 && !text.match(anyMark)) return sentences.map((one) => ({ ...one, isHalfQuoted: false }));

  const joined: Sentence[] = [];
  for (const sentence of sentences) {
    const last = joined.at(-1);
    const isOne =
      last !== undefined &&
      sentence.end - last.start <= charsMax &&
      ranges.some(({ start, end }) => start < last.end && last.end < end) &&
      !text.slice(last.start, sentence.end).includes("\n");
    if (isOne) joined.pop();
    const { start } = isOne ? last : sentence;
    joined.push({ text: text.slice(start, sentence.end), start, end: sentence.end });
  }
  const lonely = findLonely(text, quotations);
  return joined.map((one) => ({ ...one, isHalfQuoted: isHalf(one, ranges, lonely) || isSpeechless(one, speeches) }));
}

function isHalf(sentence: Range, ranges: readonly Range[], lonely: readonly number[]): boolean {
  const isCut = ranges.some(({ start, end }) => {
    const isWhole = sentence.start <= start && end <= sentence.end;
    return start < sentence.end && sentence.start < end && !isWhole;
  });
  return isCut || lonely.some((at) => sentence.start <= at && at < sentence.end);
}

/** Single marks are left out: too many of them are apostrophes. */
function findQuotations(text: string): Range[] {
  return quotedRanges(text, false, quotationCharsMax).filter(
    ({ start }) => /["“„«»‘‚]/u.test(text[start]!) && !isInch(text, start),
  );
}

/** Marks that open or close nothing. */
function findLonely(text: string, quotations: readonly Range[]): number[] {
  return [...quotations, { start: text.length, end: text.length }].flatMap(({ start }, at) => {
    const from = quotations[at - 1]?.end ?? 0;
    const marks = [...text.slice(from, start).matchAll(anyMark)].map(({ index }) => from + index);
    return marks.filter((mark) => !isInch(text, mark));
  });
}

/** 24": an inch. */
function isInch(text: string, at: number): boolean {
  return text[at] === '"' && /\p{N}/u.test(text[at - 1] ?? "");
}

/** "– Most ma 50 lat. Trzeba go zburzyć – powiedział Nowak": a speech in Polish, from the first dash to the one before who says it. */
function findSpeeches(text: string, sentences: readonly Sentence[]): Range[] {
  const speeches: Range[] = [];
  for (const { start } of sentences) {
    if (start < (speeches.at(-1)?.end ?? 0) || !/^[-–—]\s\p{Lu}/u.test(text.slice(start, start + 4))) continue;
    const paragraph = text.slice(start, start + quotationCharsMax).split("\n")[0]!;
    const close = paragraph.slice(1).search(/\s[-–—]\s\p{Ll}/u);
    speeches.push({ start, end: start + (close === -1 ? paragraph.length : close + 1) });
  }
  return speeches;
}

function isSpeechless({ end }: Range, speeches: readonly Range[]): boolean {
  return speeches.some((speech) => speech.end === end);
}
