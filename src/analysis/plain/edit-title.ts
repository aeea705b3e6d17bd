import { isInside, readText, type ReadText, tokenize } from "../heuristic/read-text.ts";
import { attentionPrefix } from "../heuristic/find-techniques.ts";
import { wordListsFor } from "../heuristic/word-lists.ts";
import { calmAllCapitals, calmShouting } from "./calm-shouting.ts";
import { editLimits, type EditLimits, limitsFor, type PlainTitle, type Tag, tidy } from "./edit-step.ts";
import { polishVerb } from "./function-words.ts";
import type { Language } from "./lexicon-entry.ts";
import { removeSegments } from "./remove-segments.ts";
import { replaceLoadedWords } from "./replace-words.ts";
import { spokenRanges } from "./spoken-ranges.ts";
import type { TaggedTitle } from "./tagger/tag-title.ts";
import { turnFrames } from "./turn-frames.ts";

const passesMax = 8;
const charsMax = 400;

/**
 * A plain title from the title's own words: frames turned round, loaded words replaced or dropped, shouting calmed. Each pass
 * works on what the last one left, until nothing changes: editing an edited title changes nothing more.
 */
export function editTitle(
  title: string,
  language: Language,
  tag: Tag,
  limits = limitsFor(title, language),
): PlainTitle {
  const edited: PlainTitle = { title, reasons: [] };
  if (title.length > charsMax) return edited;
  // A German title that was loud stays open to edits when the first of them has made it calmer. Measured in German only.
  let loudness = 0;
  for (let pass = 0; pass < passesMax; pass += 1) {
    const next = editOnce(edited.title, language, tag, {
      limits: pass === 0 ? limits : { ...limits, marks: 0 },
      loudness,
    });
    if (next === null) return edited;
    if (pass === 0 && language === "de") loudness = scoreOf(readText("title", title), language, tag);
    edited.title = next.title;
    edited.reasons.push(...next.reasons.filter((reason) => !edited.reasons.includes(reason)));
  }
  // Still changing: something goes back and forth, so nothing is changed.
  return { title, reasons: [] };
}

function editOnce(
  title: string,
  language: Language,
  tag: Tag,
  { limits, loudness }: { limits: EditLimits; loudness: number },
): PlainTitle | null {
  const read = readText("title", title);
  const own = tag(read, language);
  if (own === null) return null;
  const tagged = { ...own, loaded: Math.max(own.loaded, loudness) };
  const steps: { from: number; step: Step; skips?: Check }[] = [
    { from: 0, step: removeAttentionPrefix, skips: "loudness" },
    { from: 0, step: calmAllCapitals, skips: "loudness" },
    { from: limits.frame, step: turnFrames, skips: "negations" },
    { from: limits.title, step: removeSegments },
    { from: limits.title, step: replaceLoadedWords },
    { from: limits.marks, step: calmShouting },
  ];
  for (const { from, step, skips } of steps) {
    if (tagged.loaded < from) continue;
    const next = step(read, tagged, language, limits);
    if (next === null || next.title === title) continue;
    const after = readText("title", next.title);
    const isLouder = skips !== "loudness" && scoreOf(after, language, tag) > Math.max(own.loaded, plainBelow);
    if (losesSpeaker(after, read) || (language !== "en" && losesAnswer(after, read))) continue;
    if (isLouder || !keepsFacts(after, read, skips !== "negations")) continue;
    if (language === "pl" && skips !== "loudness" && (!keepsSpeech(after, read) || losesTopic(after, read))) continue;
    if (language === "pl" && step === turnFrames && !keepsNames(after, read)) continue;
    if (language === "pl" && losesSentence(after, read)) continue;
    // "Fans chant: Go home!" The mark belongs to those who shout.
    if (language === "pl" && step === calmShouting && /:\s[^!]*!/u.test(title)) continue;
    return next;
  }
  return null;
}

type Step = (read: ReadText, tagged: TaggedTitle, language: Language, limits: EditLimits) => PlainTitle | null;
/**
 * The check that a step may skip. Loudness: the step can only calm a title. Negations: a person approved each frame together
 * with the negation that it drops.
 */
type Check = "loudness" | "negations";

// A title below this score is plain, even if its score has risen.
const plainBelow = 0.1;

function scoreOf(read: ReadText, language: Language, tag: Tag): number {
  return tag(read, language)?.loaded ?? 1;
}

const wordsLeftMin = 3;

/** Not too short, and quotations, numbers and negations as they were. */
function keepsFacts(after: ReadText, before: ReadText, withNegations: boolean): boolean {
  if (after.tokens.length < Math.max(2, Math.min(wordsLeftMin, before.tokens.length - 1))) return false;
  // "Exclusive: read this" without its first word is no headline.
  if (after.tokens.length < wordsLeftMin && before.text.includes(": ") && !after.text.includes(": ")) return false;
  if (!after.quotes.every(({ start, end }) => before.text.includes(after.text.slice(start, end)))) return false;
  if (isOnlyQuotation(after) && !isOnlyQuotation(before)) return false;
  return factsOf(after, withNegations).join(" ") === factsOf(before, withNegations).join(" ");
}

/** A quotation without a word on who said it or what it is about. A tag in square brackets says neither. */
function isOnlyQuotation({ text, tokens, quotes }: ReadText): boolean {
  const tags = [...text.matchAll(/\[[^\]]*\]/gu)].map(({ index, 0: tag }) => ({
    start: index,
    end: index + tag.length,
  }));
  return tokens.every(({ start, end }) => isInside(quotes, start, end) || isInside(tags, start, end));
}

/** What is left asks, where the title also answered. An order to look it up is no answer. */
function losesAnswer(after: ReadText, before: ReadText): boolean {
  // "… | Herald": the outlet's own name is no answer.
  const [left, whole] = [after.text, before.text].map((text) => text.replace(/\s[|–-]\s[^|–?]{2,30}$/u, "")) as [
    string,
    string,
  ];
  if (!/\?\W*$/u.test(left) || /\?\W*$/u.test(whole) || !whole.startsWith(left)) return false;
  return !/^\W*(?:sprawd|zobacz|wyjaśnia|przekonaj|dowiedz|jetzt|hier)/iu.test(whole.slice(left.length));
}

const sentenceWordsMin = 4;

/** "A new vaccine. We know when production starts": the tail was the only sentence. An order to look is none. */
function losesSentence(after: ReadText, before: ReadText): boolean {
  if (!before.text.startsWith(after.text) || after.tokens.some(({ word }) => polishVerb.test(word))) return false;
  const tail = before.text.slice(after.text.length);
  if (/^\W*(?:sprawd|zobacz|poznaj|dowiedz|przekonaj|oto|szczegół)/iu.test(tail)) return false;
  const gone = before.tokens.filter(({ start }) => start >= after.text.length);
  return gone.length >= sentenceWordsMin && gone.some(({ word }) => polishVerb.test(word));
}

const topicWordChars = 5;
const wordsBeforeQuestionMin = 5;

/** "The bay. Why do fishermen close the harbour?" The question that went was the news, however it was asked. */
function losesTopic(after: ReadText, before: ReadText): boolean {
  const count = ({ text }: ReadText) => text.match(/\?/gu)?.length ?? 0;
  if (count(after) >= count(before)) return false;
  const left = after.tokens.map(({ word }) => word.slice(0, stemChars));
  const gone = before.tokens.filter(
    ({ word }) => word.length >= topicWordChars && !asking.test(word) && !left.includes(word.slice(0, stemChars)),
  );
  // "With the dog to the mall. Is it wise?", "When a dog bites. What to do?": half of one sentence.
  const isHalf =
    after.tokens.length < wordsBeforeQuestionMin ||
    !after.tokens.some(({ word }) => polishVerb.test(word)) ||
    /^(?:gdy|kiedy|jak|jeśli|jeżeli)\s/iu.test(after.text);
  return gone.length > 0 || isHalf || /(?:^|[.!?…]\s+)Czy\s/u.test(before.text.replace(after.text, ""));
}

const asking =
  /^(?:dlaczego|kiedy|jaki\p{L}*|gdzie|czego|czemu|można|mogą|może|będzie|będą|trzeba|warto|teraz|przed|będziem\p{L}|chodzi|dalej|takie\p{L}*|oznacza|właśnie|naprawdę)$/u;

/** "„Alles gut“ – Minister im Interview": without its tail nobody says the quotation any more. */
function losesSpeaker(after: ReadText, before: ReadText): boolean {
  if (!/[“”"»«’]\W*$/u.test(after.text) || !before.text.startsWith(after.text)) return false;
  return /\s\p{Lu}/u.test(before.text.slice(after.text.length).replace(/^\W*\p{L}+/u, ""));
}

function keepsSpeech(after: ReadText, before: ReadText): boolean {
  return spokenRanges(before).every(({ start, end }) => after.text.includes(before.text.slice(start, end)));
}

const stemChars = 4;
// "Zima zaskoczy Polaków": everybody, nobody's name.
const everybody = /^pol(?:ak|ac|sk|sc|k)/u;

/** Each name within a sentence is still there, in whatever form. The first word of a sentence may be any word. */
function keepsNames(after: ReadText, before: ReadText): boolean {
  const left = after.tokens.map(({ word }) => word);
  return before.tokens.every(({ word, start, end }) => {
    const isFirst = /(?:^|[.!?…:]\s+|\s[-–—]\s+)[^\p{L}\p{N}]*$/u.test(before.text.slice(0, start));
    if (isFirst || !/^\p{Lu}\p{L}/u.test(before.text.slice(start, end)) || everybody.test(word)) return true;
    return left.some((other) => other.startsWith(word.slice(0, Math.min(stemChars, word.length))));
  });
}

const negations = new Set(
  "not no never nobody none without cannot can't won't isn't doesn't nicht kein keine keinen keinem keiner nie niemals niemand ohne nie nigdy nikt bez".split(
    " ",
  ),
);

// Idioms that only sound negative.
const figures =
  /\b(?:i nie tylko|nie tylko|nie ma(?:ją)? (?:wątpliwości|złudzeń|litości)|nie pozostawi\p{L}* (?:złudzeń|wątpliwości)|nie gryz\p{L}+ się w język|nie przebiera\p{L}* w słowach|nie do wiary|nie zostawi\p{L}* suchej nitki na|bez (?:precedensu|ogródek|litości|znieczulenia)|no fewer than|no less than|nothing short of|no word on|nicht zu fassen|kein gutes haar)\b/giu;

/** Numbers and negations, in their order: losing one turns the news round. */
function factsOf({ text }: ReadText, withNegations: boolean): string[] {
  return tokenize(text.replaceAll(figures, " "))
    .map(({ word }) => word)
    .filter((word) => /\p{N}/u.test(word) || (withNegations && negations.has(word)));
}

/** "n't" counts as the word it is part of. Idioms do not count. */
export function countNegations(text: string): number {
  const words = tokenize(text.replaceAll(figures, " ")).map(({ word }) => word);
  return words.filter((word) => negations.has(word)).length;
}

/** "BREAKING: …". An exclusive report is a fact about the report, so that word stays. */
function removeAttentionPrefix(read: ReadText, _tagged: TaggedTitle, language: Language): PlainTitle | null {
  const prefix = attentionPrefix(read, wordListsFor(language));
  if (!prefix) return null;
  const words = read.text.slice(prefix.phrase.start, prefix.phrase.end);
  const rest = read.text.slice(prefix.restStart);
  if (/^(?:exclusive|exklusiv|wyłącznie|live)/iu.test(words) || readText("title", rest).tokens.length < wordsLeftMin)
    return null;
  return { title: tidy(rest, read.text, language), reasons: [`“${words}” removed.`] };
}

/** For a sentence of an article: only words go, nothing is turned round. */
export function dropLoadedWords(read: ReadText, language: Language, tag: Tag): string {
  const tagged = tag(read, language);
  if (tagged === null) return read.text;
  const edited = replaceLoadedWords(read, tagged, language, editLimits[language]);
  return edited !== null && keepsFacts(readText(read.field, edited.title), read, true) ? edited.title : read.text;
}
