import { isInside, type ReadText, type Token } from "../heuristic/read-text.ts";
import { functionWords } from "./function-words.ts";
import type { Language } from "./lexicon-entry.ts";

/**
 * What must stand around a loaded word. A condition is a place and a list of words:
 *
 *     "after:plan|deal|bill*"    the next word is one of these
 *     "-after:into|door*"        the next word is none of these
 *     "before:…", "-before:…"    the word before
 *     "title:…", "-title:…"      any other word of the title
 *
 * A word may end or begin with "*". Classes: <start> and <end> of the title or of a segment (after : – — | . ! ? or " - "),
 * <number>, <det> (the, her …), <prep>, <pronoun>, <aux> (is, has, will …), <function> (any of these four), <quote> (the
 * neighbour is in quotation marks), <capital> (a capital letter), <lower> (a small one), <colon> (only with after: a colon follows),
 * <score> (only with title: the result of a match, "3:1"), <news> (only with after: it is a kicker, the news follows behind a colon or a dash).
 */
export type Condition = {
  place: "after" | "before" | "title";
  wanted: boolean;
  written: string;
  /** Null until a title asks, which it does for few: the 58,000 words of the English lexicon would take 3 MB. */
  words: string[] | null;
};

export function parseCondition(text: string): Condition {
  const found = /^(-?)(after|before|title):(.+)$/u.exec(text);
  if (!found)
    throw new Error(`Not a condition: "${text}". Write after:, before: or title: and words separated by "|".`);
  return {
    wanted: found[1] === "",
    place: found[2] as Condition["place"],
    written: found[3]!.toLowerCase(),
    words: null,
  };
}

/** A word or phrase of a title: its first and last token. */
type Place = { title: ReadText; first: number; last: number; language: Language };

export function conditionHolds(condition: Condition, at: Place): boolean {
  const { place, wanted, written } = condition;
  condition.words ??= written.split("|");
  return condition.words.some((word) => standsThere(word, place, at)) === wanted;
}

function standsThere(word: string, place: Condition["place"], { title, first, last, language }: Place): boolean {
  const { text, tokens } = title;
  if (word === "<score>") return place === "title" && /(?<!\d)\d{1,3}:\d{1,3}(?!\d|\sUhr)/u.test(text);
  if (place === "title")
    return tokens.some((token, at) => (at < first || at > last) && isWord(word, token, title, language));
  const neighbour = place === "after" ? tokens[last + 1] : tokens[first - 1];
  if (word === "<news>") return place === "after" && newsFollows.test(text.slice(tokens[last]!.end));
  if (word === "<colon>") return place === "after" && text[tokens[last]!.end] === ":";
  const isApart =
    neighbour === undefined ||
    (place === "after"
      ? endsSegment(text, tokens[last]!.end, neighbour.start)
      : endsSegment(text, neighbour.end, tokens[first]!.start));
  if (word === "<start>" || word === "<end>") return isApart && (word === "<start>") === (place === "before");
  return !isApart && isWord(word, neighbour, title, language);
}

const newsFollows = /^[^:?]{0,50}(?::|!?\s[-–—|])\s(?![„“"»’]).{15,}/u;

const boundary = /[:–—|!?…]|\s-\s/u;
// A full stop after one of these does not end a segment.
const abbreviation =
  /(?:^|[^\p{L}])(?:jr|sr|mr|mrs|ms|dr|st|gen|sen|rep|gov|prof|vs|no|nr|bzw|ca|ok|tys|mln|proc|ul|\p{L})\.$/iu;

function endsSegment(text: string, start: number, end: number): boolean {
  const gap = text.slice(start, end);
  return boundary.test(gap) || (gap.includes(".") && !abbreviation.test(text.slice(Math.max(0, start - 5), start + 1)));
}

function isWord(word: string, token: Token, { text, quotes }: ReadText, language: Language): boolean {
  if (word === "<number>") return /^\p{N}/u.test(token.word);
  if (word === "<quote>") return isInside(quotes, token.start, token.end);
  if (word === "<capital>") return /^\p{Lu}/u.test(text.slice(token.start));
  if (word === "<lower>") return /^\p{Ll}/u.test(text.slice(token.start));
  if (/^<(?:start|end|colon|score|news)>$/u.test(word)) return false;
  if (word.startsWith("<")) return functionWords(word.slice(1, -1), language).has(token.word);
  if (word.endsWith("*")) return token.word.startsWith(word.slice(0, -1));
  return word.startsWith("*") ? token.word.endsWith(word.slice(1)) : token.word === word;
}
