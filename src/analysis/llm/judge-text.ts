import { findNewNames, findNewWords, isTitleCase } from "../../chat/find-new-words.ts";
import { isHarmless } from "../../chat/text-checks.ts";
import { turnsRound } from "../../chat/turns-round.ts";
import {
  type AnalyzerResult,
  type RefusedText,
  refusedWordCharsMax,
  refusedWordsMax,
} from "../../items/analyzer-result.ts";
import { readText, type ReadText, tokenize } from "../heuristic/read-text.ts";
import { splitSentences } from "../heuristic/split-sentences.ts";
import { wordListsFor } from "../heuristic/word-lists.ts";
import { measureSupport } from "../measure-support.ts";
import { negationsIn } from "../plain/negations.ts";
import { tagTitle } from "../plain/tagger/tag-title.ts";
import { isForeignText } from "./model-answer.ts";

export type Refused = Pick<RefusedText, "why" | "words">;

/**
 * What a model's text is checked against. `isSuspect`: the item contains an injection. Then no text of the model is used: the
 * injection may have told it to say something else with the item's own words.
 */
export type Ground = {
  /** As published; the plain title that words made of it. */
  title: string;
  byWords: Pick<AnalyzerResult, "title_corrected" | "summary">;
  source: string;
  language: string;
  isSuspect: boolean;
  /** What the model was told. */
  prompt: string;
};

// Measured on 2,021 headlines with a plain title by a human editor, and on the same titles with words exchanged; the
// figures are in docs/models.md. A new word may only stand where a loaded one went.
const newWordsMax = 1;
const knownShareMin = 2 / 3;
/** From this probability on a word of the title counts as loaded, so that another may replace it. */
const loadedFrom = 0.25;
/** A title below this is plain, even if its score is higher than that of the words' own title. */
const plainBelow = 0.2;
/** Of 2,021 plain titles by human editors 1 % are longer than 1.2 times the published one. A short teaser may need more. */
const longerMax = 1.25;
const titleCharsFree = 100;

/** Why a title by a model is not shown; null: it is. */
export function judgeTitle(text: string, ground: Ground): Refused | null {
  const { title, isSuspect } = ground;
  if (isSuspect) return refused("injection");
  if (text.length > Math.max(titleCharsFree, title.length * longerMax)) return refused("too_long");
  const read = readText("title", text);
  return (
    judgeForm(text, ground, 3) ??
    judgeFacts(text, ground) ??
    judgeQuotes(read, ground) ??
    judgeNegations(text, ground) ??
    judgeNewWords(text, ground) ??
    (isLouder(text, ground) ? refused("louder") : null)
  );
}

/** By the tagger, which also reads the published title and the one that words made of it. */
export function isLouder(text: string, { title, byWords, language }: Ground): boolean {
  const [own, ...others] = [text, title, byWords.title_corrected].map((one) => scoreOf(one, language));
  return own! > Math.max(plainBelow, Math.min(...others));
}

/** A sentence is loud from here on: at this score a title counts as loaded on every page. */
const loudFrom = 0.34;
const proseShareMin = 0.8;
const proseCharsFree = 200;

/** The same for a summary or a description: sentences that must be made of the item's words. */
export function judgeProse(text: string, ground: Ground): Refused | null {
  const { source, language, title, isSuspect } = ground;
  if (isSuspect) return refused("injection");
  if (text.length > Math.max(proseCharsFree, source.length * longerMax)) return refused("too_long");
  const { words, fresh } = findNewWords(text, source, wordListsFor(language).functionWords);
  const isNew = words.length - fresh.length < words.length * proseShareMin;
  const problem =
    judgeForm(text, ground, 8) ??
    judgeFacts(text, ground) ??
    judgeQuotes(readText("body", text), ground) ??
    (isNew ? refused("new_words", fresh) : null) ??
    (turnsRound(text, source, language) ? refused("negation") : null);
  if (problem !== null) return problem;
  const titleScore = scoreOf(title, language);
  const sentences = splitSentences(text, wordListsFor(language).abbreviations);
  const isLoud = sentences.some((one) => scoreOf(one.text, language) > Math.max(loudFrom, titleScore));
  return isLoud ? refused("louder") : null;
}

export function refused(why: Refused["why"], words: readonly string[] = []): Refused {
  const shown = [...new Set(words)].filter((word) => word.length <= refusedWordCharsMax);
  return { why, words: shown.slice(0, refusedWordsMax) };
}

// A model that talks about its answer instead of giving it.
const talk =
  /^(?:here(?:’s|'s| is| are)|sure[,!.:]|okay[,!.:]|certainly[,!.:]|of course[,!.:]|(?:the )?(?:plain|neutral|corrected|rewritten|new)? ?(?:headline|title|summary)(?: is)?:|hier (?:ist|sind|kommt)|gerne?[,!.:]|natürlich[,!.:]|(?:die |der )?(?:neutrale |schlichte )?(?:überschrift|schlagzeile|titel|zusammenfassung)(?: lautet)?:|oto |jasne[,!.:]|oczywiście[,!.:]|(?:neutralny )?(?:tytuł|nagłówek|streszczenie|podsumowanie)(?: to)?:)/iu;
const machineText = /\{\s*"|```|\bas an? (?:ai|language model)\b|<\/?item-/iu;

export function judgeForm(
  text: string,
  { title, source, language, prompt }: Ground,
  repeatedWords: number,
): Refused | null {
  if (text === "") return refused("empty");
  if (machineText.test(text) || (talk.test(text) && !talk.test(title))) return refused("talk");
  if (isForeignText(text, language) && !isForeignText(title, language)) return refused("language");
  if (!isHarmless(text, source)) return refused("command");
  const runs = runsOf(text, leakedWords);
  const [told, known] = [runsOf(prompt, leakedWords), runsOf(`${title}\n${source}`, leakedWords)];
  if ([...runs].some((run) => told.has(run) && !known.has(run))) return refused("prompt");
  return repeats(text, repeatedWords) && !repeats(title, repeatedWords) ? refused("repeats") : null;
}

function repeats(text: string, words: number): boolean {
  return runsOf(text, words).size < tokenize(text).length - words + 1;
}

/** Five words in the order of our prompt are no chance. */
const leakedWords = 5;

function runsOf(text: string, length: number): Set<string> {
  const words = tokenize(text).map(({ word }) => word);
  return new Set(words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(" ")));
}

function judgeFacts(text: string, { title, source, language }: Ground): Refused | null {
  const { missingNumbers } = measureSupport(text, source);
  if (missingNumbers.length > 0) return refused("number", missingNumbers);
  if (isTitleCase(title) && isTitleCase(text)) return null;
  const names = findNewNames(text, source);
  // Where nouns have capitals, one new noun ("Brand" for "gebrannt") is no sign of invention.
  const allowed = wordListsFor(language).capitalisesNouns
    ? Math.max(1, Math.floor(tokenize(text).length / wordsPerNoun))
    : 0;
  return names.length > allowed ? refused("name", names) : null;
}

const wordsPerNoun = 10;

/** What stands in quotation marks is quoted in the item, too; what the title quotes does not become our own statement. */
function judgeQuotes({ text, quotes }: ReadText, { title, source, language }: Ground): Refused | null {
  const quotedInTitle = quotesIn("title", title);
  const given = quotedInTitle.concat(quotesIn("body", source));
  const own = quotes.map(({ start, end }) => bare(text.slice(start, end)));
  const isInvented = own.some((quote) => quote !== "" && !given.some((other) => other.includes(quote)));
  const said = quotes.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
  const isUnmarked = quotedInTitle.some((quote) => {
    const { words, fresh } = findNewWords(quote, said, wordListsFor(language).functionWords);
    return words.length >= quotedWordsMin && fresh.length === 0;
  });
  return isInvented || isUnmarked ? refused("quotation") : null;
}

/** One word in quotation marks is often the outlet's own doubt. */
const quotedWordsMin = 2;

function quotesIn(field: "title" | "body", given: string): string[] {
  const { text, quotes } = readText(field, given);
  return quotes.map(({ start, end }) => bare(text.slice(start, end)));
}

function bare(text: string): string {
  return tokenize(text)
    .map(({ word }) => word)
    .join(" ");
}

/** A title that is mostly the published one says "not" as often. One that tells the article instead may differ. */
const sameTitleShare = 0.7;

function judgeNegations(text: string, { title, language }: Ground): Refused | null {
  const { words, fresh } = findNewWords(text, title, wordListsFor(language).functionWords);
  const isSameTitle = words.length - fresh.length >= words.length * sameTitleShare;
  return isSameTitle && negationsIn(text).length !== negationsIn(title).length ? refused("negation") : null;
}

function judgeNewWords(text: string, ground: Ground): Refused | null {
  const { title, source, language, byWords } = ground;
  const support = `${source}\n${byWords.title_corrected}`;
  const { words, fresh } = findNewWords(text, support, wordListsFor(language).functionWords);
  const allowed = losesLoadedWord(text, title, language) ? newWordsMax : 0;
  const isNew = fresh.length > allowed || words.length - fresh.length < words.length * knownShareMin;
  return isNew ? refused("new_words", fresh) : null;
}

/** Whether a loaded word of the title is gone. In a language that the tagger does not read, any word may be one. */
function losesLoadedWord(text: string, title: string, language: string): boolean {
  const tagged = tagTitle(readText("title", title), language);
  if (tagged === null) return true;
  return tagged.words.some(({ start, end, loaded }) => {
    return loaded >= loadedFrom && findNewWords(title.slice(start, end), text).fresh.length > 0;
  });
}

export function scoreOf(text: string, language: string): number {
  return tagTitle(readText("title", text), language)?.loaded ?? 0;
}
