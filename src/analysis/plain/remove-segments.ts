import { isInside, type ReadText } from "../heuristic/read-text.ts";
import type { EditLimits } from "./edit-limits.ts";
import { isInTitleCase, type PlainTitle, tidy } from "./edit-step.ts";
import { guardsFor } from "./guards-for.ts";
import type { Segment } from "./language-guards.ts";
import type { Language } from "./lexicon-entry.ts";
import type { TaggedTitle, TaggedWord } from "./tagger/tag-title.ts";

const wordsLeftMin = 4;
const wordsLeftAskedMin = 6;
const speechCharsMax = 25;
const longWordChars = 5;
// What stays must be plainer than this, or the wrong half would go.
const keptLoadedMax = 0.4;

/**
 * Removes a segment that has only loaded words when another segment has the news: "Padły mocne słowa", "Jetzt kommt die
 * Quittung!".
 */
export function removeSegments(
  read: ReadText,
  tagged: TaggedTitle,
  language: Language,
  limits: EditLimits,
): PlainTitle | null {
  const segments = segmentsOf(read, tagged, language);
  const { mayLoseSegment } = guardsFor(language);
  const loud = segments.filter(
    (segment, at) =>
      segment.words > 0 && mayLoseSegment({ read, segment, next: segments[at + 1], limit: limits.segment }),
  );
  const kept = segments.filter((segment) => !loud.includes(segment));
  if (loud.length === 0 || !holdsTheNews(read, kept, loud)) return null;
  const text = kept
    .map(({ start, end }) => read.text.slice(start, end))
    .join("")
    .replace(/[\s:–—|-]+$/u, "")
    .replace(/\.\s+(?=\[[^\]]*\]$)/u, (gap: string) => (read.text.includes(`${gap}[`) ? gap : " "));
  if (!isHeadline(text, read.text, language, kept.length)) return null;
  return {
    title: tidy(text, read.text, language),
    reasons: loud.map(({ start, end }) => `“${read.text.slice(start, end).trim()}” removed.`),
  };
}

/** Enough words are left, and if the first segment goes, the rest is longer and plainer than it was. */
function holdsTheNews({ text }: ReadText, kept: readonly Segment[], loud: readonly Segment[]): boolean {
  const words = kept.reduce((sum, segment) => sum + segment.words, 0);
  const first = loud[0]!;
  if (first.start > 0) return words >= wordsLeftMin;
  // "What of the pact? Smith: decide": the question alone names the matter.
  const isQuestion = /\s[\p{Lu}\p{N}][^?]*\?\W*$/u.test(text.slice(0, first.end));
  const loaded = kept.reduce((sum, segment) => sum + segment.loaded * segment.words, 0) / Math.max(1, words);
  return words >= Math.max(first.words, isQuestion ? wordsLeftAskedMin : wordsLeftMin) && loaded < keptLoadedMax;
}

const germanKicker =
  /^(?:(?:Kurz|Erst|Gleich) )?(?:Mit|Nach|Vor|Bei|Beim|Wegen|Trotz|Für|Aus|Auf|Im|In|Per|Zum|Zur|Von|Vom|vor|nach) /u;

/** Not a question where the title was none, and in German not a kicker alone ("Nach dem Urteil"). */
function isHeadline(text: string, original: string, language: Language, segments: number): boolean {
  if (/\?\W*$/u.test(text) && !/\?\W*$/u.test(original)) return false;
  // "Is it this – or that?" is one question.
  if (original.startsWith(text) && /^\W*(?:oder|or|czy|albo)(?!\p{L})/iu.test(original.slice(text.length)))
    return false;
  return !(language === "de" && segments === 1 && germanKicker.test(text));
}

/** Segments with the mark that closes them and the space after it. */
function segmentsOf(read: ReadText, tagged: TaggedTitle, language: Language): Segment[] {
  const { text, quotes } = read;
  const ends = [...text.matchAll(/[:.!?…]+\s+|\s+[–—|-]+\s+/gu)]
    .filter(
      ({ index, 0: mark }) =>
        !isInside(quotes, index, index + mark.trimEnd().length) &&
        !isAbbreviation(text, index) &&
        // "It goes… so so": a pause, not an end.
        !(/[….]{1,3}\s+$/u.test(mark) && /^\p{Ll}/u.test(text.slice(index + mark.length))),
    )
    .map(({ index, 0: mark }) => index + mark.length);
  return [...ends, text.length].map((end, at, all) => {
    const start = all[at - 1] ?? 0;
    const words = tagged.words.filter(
      (word) => word.start >= start && word.end <= end && /\p{L}/u.test(text.slice(word.start, word.end)),
    );
    const hasQuote = quotes.some((quote) => quote.start >= start && quote.end <= end);
    const isNews = hasQuote || holdsNews(read, { start, end, words }, language);
    return {
      start,
      end,
      words: words.length,
      drop: isNews ? 0 : mean(words.map((word) => (word.drop + word.loaded) / 2)),
      loaded: hasQuote ? 0 : mean(words.map((word) => word.loaded)),
      plainest: Math.min(
        1,
        ...words.filter((word) => word.end - word.start >= longWordChars).map((word) => word.loaded),
      ),
    };
  });
}

type Stretch = { start: number; end: number; words: TaggedWord[] };

/** A number, a name, somebody's words, a label: what must not go, however loud the rest of the segment is. */
function holdsNews(read: ReadText, { start, end, words }: Stretch, language: Language): boolean {
  const segment = read.text.slice(start, end);
  if (/\p{N}/u.test(segment) || isSpeech(read.text, start, end) || isLabel(segment)) return true;
  // "BAMF-Skandal - wer was wusste": the authority.
  if (language === "de" && /(?<!\p{L})\p{Lu}{2,}-?\p{Lu}?\p{Ll}/u.test(segment)) return true;
  if (language !== "de") return namesSomebody(read, start, end, language);
  // German nouns look like names: one that an editor would keep is news.
  return words.some(
    (word) =>
      word.drop < 0.5 &&
      isName(read.text.slice(word.start, word.end), language) &&
      /\p{L}/u.test(read.text.slice(start, word.start)),
  );
}

/** "Minister: …" names who says the rest, and a few words after a colon are what was said. */
function isSpeech(text: string, start: number, end: number): boolean {
  return /:\s*$/u.test(text.slice(start, end)) || (/:\s*$/u.test(text.slice(0, start)) && end - start < speechCharsMax);
}

/** A name that stands nowhere else. */
function namesSomebody(read: ReadText, start: number, end: number, language: Language): boolean {
  if (isInTitleCase(read, language)) return false;
  const elsewhere = new Set(
    read.tokens.filter((token) => token.end <= start || token.start >= end).map(({ word }) => word),
  );
  return read.tokens
    .filter((token) => token.start > start && token.end <= end && !/^\s*$/u.test(read.text.slice(start, token.start)))
    .some((token) => isName(read.text.slice(token.start, token.end), language) && !elsewhere.has(token.word));
}

// "NBP" and "PiS" are names too.
function isName(word: string, language: Language): boolean {
  return language === "en" ? /^\p{Lu}\p{Ll}/u.test(word) : /^\p{Lu}[\p{Ll}\p{Lu}]/u.test(word);
}

const label =
  /^(?:what|who|when|where|how) |^(?:jest|zapadł) (?:prawomocny )?wyrok|^(?:jest|mamy) (?:nowy|najnowszy) sondaż|(?<!\p{L})(?:sondaż|badani[ae]|raport|uwaga na) ?|^jest (?:(?:tylko )?jeden warunek|decyzja|oświadczenie|stanowisko|zgoda|wniosek)|^bij\p{L}+ na alarm|(?:nagrani|zdjęci|wideo)|^przegrał\p{L}* walkę z |^\p{L}+ nie ma(?:ją)? (?:wątpliwości|złudzeń)/iu;

/** ": what we know" is how wire agencies name an overview; a verdict, or whose opinion it is, is news. */
function isLabel(segment: string): boolean {
  return label.test(segment);
}

function isAbbreviation(text: string, at: number): boolean {
  return (
    text[at] === "." &&
    /(?:^|[\s(])(?:\p{L}|[A-Z][a-z]{1,3}|ws|\p{N}+|\p{L}\.\p{L})$/u.test(text.slice(Math.max(0, at - 6), at))
  );
}

function mean(values: number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
