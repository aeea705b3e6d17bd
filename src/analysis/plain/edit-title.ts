import { isInside, readText, type ReadText } from "../heuristic/read-text.ts";
import { attentionPrefix } from "../heuristic/find-techniques.ts";
import { wordListsFor } from "../heuristic/word-lists.ts";
import { calmAllCapitals, calmShouting } from "./calm-shouting.ts";
import { editLimits, type EditLimits, limitsFor } from "./edit-limits.ts";
import { type PlainTitle, type Tag, tidy } from "./edit-step.ts";
import { namePeoplePlainly } from "./german-peoples.ts";
import { guardsFor } from "./guards-for.ts";
import type { StepName, TitleEdit } from "./language-guards.ts";
import { type LearnedEditor, learnedEditor } from "./network/learned-editor.ts";
import type { Language } from "./lexicon-entry.ts";
import { isNegation, wordsOutsideIdioms } from "./negations.ts";
import { removeSegments } from "./remove-segments.ts";
import { isReplacement, replaceLoadedWords } from "./replace-words.ts";
import type { TaggedTitle } from "./tagger/tag-title.ts";
import { turnFrames } from "./turn-frames.ts";

const passesMax = 8;
// A title below this score hardly ever needs what the network proposes, and asking it costs milliseconds.
const networkFrom = 0.3;
const charsMax = 400;

/**
 * A plain title from the title's own words: frames turned round, loaded words replaced or dropped, shouting calmed. What was
 * learned changes more words, and refuses what is likely wrong. Each pass works on what the last one left, until nothing changes: editing an edited title changes nothing more.
 */
export function editTitle(
  title: string,
  language: Language,
  tagAny: Tag,
  learned: LearnedEditor = learnedEditor,
): PlainTitle {
  const tag = tagOnce(tagAny);
  const limits = limitsFor(title, language);
  const edited: PlainTitle = { title, reasons: [] };
  if (title.length > charsMax) return edited;
  const { staysOpen, stillLoud } = guardsFor(language);
  let loudness = 0;
  for (let pass = 0; pass < passesMax; pass += 1) {
    const next = editOnce(edited.title, language, tag, {
      limits: pass === 0 ? limits : { ...limits, marks: 0 },
      loudness,
      learned,
    });
    if (next === null) {
      const isHalfDone = edited.reasons.length > 0 && edited.reasons.every(isReplacement);
      const isLoud = isHalfDone && scoreOf(readText("title", edited.title), language, tag) >= stillLoud;
      return isLoud ? { title, reasons: [] } : edited;
    }
    if (pass === 0 && staysOpen) loudness = scoreOf(readText("title", title), language, tag);
    edited.title = next.title;
    edited.reasons.push(...next.reasons.filter((reason) => !edited.reasons.includes(reason)));
  }
  // Still changing: something goes back and forth, so nothing is changed.
  return { title, reasons: [] };
}

/** An edited title is read to compare its score, to judge the edit and as the start of the next one. */
function tagOnce(tag: Tag): Tag {
  const known = new Map<string, TaggedTitle | null>();
  return (read, language) => {
    const found = known.get(read.text);
    if (found !== undefined) return found;
    const tagged = tag(read, language);
    known.set(read.text, tagged);
    return tagged;
  };
}

function editOnce(
  title: string,
  language: Language,
  tag: Tag,
  { limits, loudness, learned }: { limits: EditLimits; loudness: number; learned: LearnedEditor },
): PlainTitle | null {
  const read = readText("title", title);
  const own = tag(read, language);
  if (own === null) return null;
  const tagged = { ...own, loaded: Math.max(own.loaded, loudness) };
  const steps: { name: StepName; from: number; step: Step }[] = [
    { name: "prefix", from: 0, step: removeAttentionPrefix },
    { name: "capitals", from: 0, step: calmAllCapitals },
    { name: "frame", from: limits.frame, step: turnFrames },
    { name: "segment", from: limits.title, step: removeSegments },
    { name: "words", from: limits.title, step: namePeoplePlainly },
    { name: "words", from: limits.title, step: replaceLoadedWords },
    { name: "network", from: Math.max(limits.title, networkFrom), step: (before) => learned.propose(before, language) },
    { name: "marks", from: limits.marks, step: calmShouting },
  ];
  for (const { name, from, step } of steps) {
    if (tagged.loaded < from) continue;
    const found = [step(read, tagged, language, limits) ?? []].flat();
    for (const { title: edited, reasons } of found) {
      const next = { title: inCaseOf(title, edited, name, language), reasons };
      const edit = { before: read, after: readText("title", next.title), step: name };
      // What the rules refuse is refused in all its parts; of what is only unlikely, a part may be right.
      if (next.title === title || isUnsafe(edit, language, { tag, own })) break;
      if (learned.accepts(edit, language, tag)) return next;
    }
  }
  return null;
}

function isUnsafe(edit: TitleEdit, language: Language, { tag, own }: { tag: Tag; own: TaggedTitle }): boolean {
  if (!keepsFacts(edit) || losesSpeaker(edit)) return true;
  if (guardsFor(language).titleChecks.some((isWrong) => isWrong(edit))) return true;
  // A prefix and capitals are loud themselves: without them the title can only be calmer.
  const isCalming = edit.step === "prefix" || edit.step === "capitals";
  return !isCalming && scoreOf(edit.after, language, tag) > Math.max(own.loaded, plainBelow);
}

/** A Polish title all in capitals cannot be calmed, names look like words there: what replaces a word is in capitals too. */
function inCaseOf(title: string, edited: string, step: StepName, language: Language): string {
  const isShouted = language === "pl" && /\p{Lu}/u.test(title) && !/\p{Ll}/u.test(title);
  return isShouted && step !== "marks" && step !== "capitals" ? edited.toUpperCase() : edited;
}

/** Several results are ways to do the same step, the one with the most changes first. */
type Step = (
  read: ReadText,
  tagged: TaggedTitle,
  language: Language,
  limits: EditLimits,
) => PlainTitle | PlainTitle[] | null;

// A title below this score is plain, even if its score has risen.
const plainBelow = 0.1;

function scoreOf(read: ReadText, language: Language, tag: Tag): number {
  return tag(read, language)?.loaded ?? 1;
}

const wordsLeftMin = 3;

/** Not too short, and quotations, numbers and negations as they were. A person approved each frame with the negation it drops. */
function keepsFacts({ after, before, step }: TitleEdit): boolean {
  const withNegations = step !== "frame";
  if (after.tokens.length < Math.max(2, Math.min(wordsLeftMin, before.tokens.length - 1))) return false;
  // "Exclusive: read this" without its first word is no headline.
  if (after.tokens.length < wordsLeftMin && before.text.includes(": ") && !after.text.includes(": ")) return false;
  if (!after.quotes.every(({ start, end }) => before.text.includes(after.text.slice(start, end)))) return false;
  if (isOnlyQuotation(after) && !isOnlyQuotation(before)) return false;
  if (openMarks(after.text) !== openMarks(before.text)) return false;
  // "Vier (!) Platzverweise": what stood in the brackets went.
  if (/\(\s*\)/u.test(after.text) && !/\(\s*\)/u.test(before.text)) return false;
  return factsOf(after, withNegations).join(" ") === factsOf(before, withNegations).join(" ");
}

/** Brackets and straight quotation marks that nothing closes: "All are alive (but the mom". */
function openMarks(text: string): string {
  const count = (mark: string): number => text.split(mark).length - 1;
  return `${count("(") - count(")")} ${count("[") - count("]")} ${count('"') % 2}`;
}

/** A quotation without a word on who said it or what it is about. A tag in square brackets says neither. */
function isOnlyQuotation({ text, tokens, quotes }: ReadText): boolean {
  const tags = [...text.matchAll(/\[[^\]]*\]/gu)].map(({ index, 0: tag }) => ({
    start: index,
    end: index + tag.length,
  }));
  return tokens.every(({ start, end }) => isInside(quotes, start, end) || isInside(tags, start, end));
}

/** "„Alles gut“ – Minister im Interview": without its tail nobody says the quotation any more. */
function losesSpeaker({ after, before }: TitleEdit): boolean {
  if (!/[“”"»«’]\W*$/u.test(after.text) || !before.text.startsWith(after.text)) return false;
  const tail = before.text.slice(after.text.length);
  // "17 Tweets About “Rome” That Will Make You Cry": the quotation is a name, and nobody says it.
  if (/^\s(?:that|which|who|you)\b/iu.test(tail)) return false;
  return /\s\p{Lu}/u.test(tail.replace(/^\W*\p{L}+/u, ""));
}

/** Numbers and negations, in their order: losing one turns the news round. */
function factsOf({ text }: ReadText, withNegations: boolean): string[] {
  return wordsOutsideIdioms(text).filter((word) => /\p{N}/u.test(word) || (withNegations && isNegation(word)));
}

/** "BREAKING: …". An exclusive report is a fact about the report, so that word stays. */
function removeAttentionPrefix(read: ReadText, _tagged: TaggedTitle, language: Language): PlainTitle | null {
  const prefix = attentionPrefix(read, wordListsFor(language));
  if (!prefix) return null;
  const words = read.text.slice(prefix.phrase.start, prefix.phrase.end);
  const rest = read.text.slice(prefix.restStart);
  // "WoW: Midnight gets a date": a game.
  if (/\p{Ll}\p{Lu}/u.test(words)) return null;
  if (/^(?:exclusive|exklusiv|wyłącznie|live)/iu.test(words) || readText("title", rest).tokens.length < wordsLeftMin)
    return null;
  return { title: tidy(rest, read.text, language), reasons: [`“${words}” removed.`] };
}

/** For a sentence of an article: only words go, nothing is turned round. */
export function dropLoadedWords(read: ReadText, language: Language, tag: Tag): string {
  const tagged = tag(read, language);
  if (tagged === null) return read.text;
  const [edited] = replaceLoadedWords(read, tagged, language, editLimits[language]);
  if (edited === undefined) return read.text;
  return keepsFacts({ before: read, after: readText(read.field, edited.title), step: "words" })
    ? edited.title
    : read.text;
}
