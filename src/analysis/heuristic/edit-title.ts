import { attentionPrefix } from "./attention-prefix.ts";
import { capitalised } from "./capitalised.ts";
import { findPhrases, type PhraseMatch } from "./find-phrases.ts";
import { findShouting } from "./find-shouting.ts";
import type { Lexicon } from "./lexicon.ts";
import { isInside } from "./quoted-ranges.ts";
import { readText, type ReadText } from "./read-text.ts";
import type { Token } from "./tokenize.ts";

export type EditedTitle = { title: string; reasons: string[] };

type TitleStep = {
  reason: string;
  apply: (title: ReadText, lexicon: Lexicon, texts: readonly ReadText[]) => string;
};

const restWordsMin = 3;

// Only edits that cannot change what is said: nothing inside quotation marks, no number, no name, no negation. Free
// deletion of loaded words left 6 of 14 titles ungrammatical; these leave some words standing.
const steps: readonly TitleStep[] = [
  { reason: "Attention prefix removed.", apply: removeAttentionPrefix },
  { reason: "Capitals calmed.", apply: calmCapitals },
  { reason: "Exclamation marks removed.", apply: removeExclamations },
  { reason: "Loaded verb replaced by a plain one.", apply: replaceVerbs },
  { reason: "Loaded adjective removed.", apply: removeAdjectives },
];

export function editTitle(title: string, lexicon: Lexicon, texts: readonly ReadText[]): EditedTitle {
  const edited: EditedTitle = { title, reasons: [] };
  for (const { reason, apply } of steps) {
    const next = apply(readText("title", edited.title), lexicon, texts);
    if (next !== edited.title) edited.reasons.push(reason);
    edited.title = next;
  }
  return edited;
}

function removeAttentionPrefix(title: ReadText, lexicon: Lexicon): string {
  const prefix = attentionPrefix(title, lexicon);
  if (!prefix) return title.text;
  const restWords = title.tokens.filter(({ start }) => start >= prefix.restStart).length;
  return restWords >= restWordsMin ? capitalised(title.text.slice(prefix.restStart)) : title.text;
}

function calmCapitals(title: ReadText, lexicon: Lexicon, texts: readonly ReadText[]): string {
  const shouted = findShouting(title, texts, lexicon);
  return splice(
    title.text,
    shouted.map(({ start, end, calm }) => ({ start, end, text: calm })),
  );
}

// One mark in the middle may belong to a name ("Yahoo! shares rise"); a Spanish title opens what it closes.
function removeExclamations(title: ReadText): string {
  if (title.text.includes("¡")) return title.text;
  const changes = [...title.text.matchAll(/[!?]+/gu)]
    .map((match) => ({ mark: match[0], start: match.index, end: match.index + match[0].length }))
    .filter(({ mark, start, end }) => mark.includes("!") && !isInside(title.quotes, start, end))
    .flatMap(({ mark, start, end }) => {
      const isLast = title.text.slice(end).trim() === "";
      if (mark.includes("?")) return [{ start, end, text: "?" }];
      if (isLast) return [{ start, end, text: "" }];
      return mark.length > 1 ? [{ start, end, text: "." }] : [];
    });
  return splice(title.text, changes);
}

function replaceVerbs(title: ReadText, lexicon: Lexicon): string {
  const literal = findPhrases(title.text, title.tokens, lexicon.literalWords);
  const changes = findPhrases(title.text, title.tokens, lexicon.titleReplacements).flatMap((verb) => {
    const { label, start, end } = verb;
    if (label === null || isInside(title.quotes, start, end) || !isSpeech(title, verb, literal, lexicon)) return [];
    return [{ start, end, text: /^\p{Lu}/u.test(title.text.slice(start, end)) ? capitalised(label) : label }];
  });
  return splice(title.text, changes);
}

// "Slams" is speech unless something in the title is hit or hits: a bus does, a mayor who slams a bus plan does not.
// "Blast" is speech only between a speaker and what can only be spoken of: a factory blast report is none.
function isSpeech(
  title: ReadText,
  { firstToken, lastToken, start }: PhraseMatch<unknown>,
  literal: readonly PhraseMatch<null>[],
  lexicon: Lexicon,
): boolean {
  const { text, tokens } = title;
  const isNoun = lexicon.nounVerbs.has(tokens[firstToken]!.word);
  if (literal.length === 0 && !isNoun) return true;
  const object = nounPhraseAfter(title, lastToken, lexicon).at(-1);
  if (!object || !lexicon.spokenNouns.has(object.word)) return false;
  const before = tokens[firstToken - 1];
  const hasSpeaker = before !== undefined && lexicon.speakers.has(before.word) && text.slice(before.end, start) === " ";
  return hasSpeaker || (!isNoun && literal.every((word) => word.start > start));
}

// The words up to the next function word or mark: "the bus plan" of "slams the bus plan for Leeds".
function nounPhraseAfter({ text, tokens }: ReadText, position: number, lexicon: Lexicon): Token[] {
  const following = tokens.slice(position + 1);
  const end = following.findIndex(({ word, start }, offset) => {
    const isFunctionWord = lexicon.functionWords.has(word) && !lexicon.determiners.has(word);
    return isFunctionWord || text.slice(tokens[position + offset]!.end, start) !== " ";
  });
  return end === -1 ? following : following.slice(0, end);
}

export function removeAdjectives(title: ReadText, lexicon: Lexicon): string {
  const removable = findPhrases(title.text, title.tokens, lexicon.deletableAdjectives).filter((adjective) =>
    canGo(title, adjective, lexicon),
  );
  const edited = splice(
    title.text,
    removable.map(({ start, lastToken }) => ({ start, end: title.tokens[lastToken + 1]!.start, text: "" })),
  );
  return removable[0]?.firstToken === 0 ? capitalised(edited) : edited;
}

// An adjective goes where it stands for sure before its noun and nothing leans on it: "a shocking report", "shameful rent
// hike", but not "the most shocking report", "truly shocking reports", "after stunning Madrid" or "Epic Games lawsuit".
function canGo(title: ReadText, { firstToken, lastToken, start, end }: PhraseMatch<null>, lexicon: Lexicon): boolean {
  const [before, next] = [title.tokens[firstToken - 1], title.tokens[lastToken + 1]];
  if (!next || !describesNoun(title, lastToken, lexicon) || isInside(title.quotes, start, end)) return false;
  if (!before) return title.text.slice(0, start).trim() === "";
  if (lexicon.keepAdjectiveAfter.has(before.word) || before.word.endsWith("ly")) return false;
  if (title.text.slice(before.end, start) !== " ") return false;
  return !/^an?$/u.test(before.word) || startsWithVowel(title.text[start]!) === startsWithVowel(next.word);
}

function describesNoun(title: ReadText, adjective: number, lexicon: Lexicon): boolean {
  const phrase = nounPhraseAfter(title, adjective, lexicon);
  const noun = phrase.findIndex(({ word }) => lexicon.describedNouns.has(word));
  const isPlain = ({ word, start }: Token) => /\p{Ll}/u.test(title.text[start]!) && !lexicon.functionWords.has(word);
  return noun !== -1 && phrase.slice(0, noun).every(isPlain);
}

function startsWithVowel(word: string): boolean {
  return /^[aeiou]/iu.test(word);
}

function splice(text: string, changes: readonly { start: number; end: number; text: string }[]): string {
  let edited = text;
  for (const change of changes.toReversed()) {
    edited = edited.slice(0, change.start) + change.text + edited.slice(change.end);
  }
  return edited;
}
