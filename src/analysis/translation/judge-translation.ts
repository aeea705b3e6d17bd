import { isTitleCase } from "../../chat/find-new-words.ts";
import { suspectInjection } from "../../chat/text-checks.ts";
import { readText, tokenize } from "../heuristic/read-text.ts";
import { wordListsFor } from "../heuristic/word-lists.ts";
import { likelyLanguages, likeliestOf } from "../detect-language.ts";
import { judgeForm, type Refused, refused, scoreOf } from "../llm/judge-text.ts";
import { isForeignText } from "../llm/model-answer.ts";
import { numbersIn } from "../measure-support.ts";
import { negationsIn } from "../plain/negations.ts";
import { fold, isNamed } from "./names-abroad.ts";

/** What was translated. `from` and `into` are languages, `prompt` is what the model was told. */
export type Translated = { field: "title" | "summary"; source: string; from: string; into: string; prompt: string };

// Of the pairs in test/analysis/translation/pairs.ts, the longest translation has 1.4 times the letters of its source. A short
// headline may need more.
const longerMax = 1.6;
const charsFree = { title: 60, summary: 120 };
/** A text is loud from here on, as on every page; below it the taggers of two languages are not compared. */
const loudFrom = 0.34;
const repeatedWords = { title: 3, summary: 8 };

/**
 * Why a translation is not shown; null: it is. The words are other ones, so what can be compared is what languages share: numbers,
 * names, quotations, "not", the length and how loaded the wording is.
 */
export function judgeTranslation(text: string, translated: Translated): Refused | null {
  const { field, source, from, into, prompt } = translated;
  if (suspectInjection(source)) return refused("injection");
  if (text.length > Math.max(charsFree[field], source.length * longerMax)) return refused("too_long");
  const byWords = { title_corrected: source, summary: "" };
  const ground = { title: source, byWords, source, language: into, isSuspect: false, prompt };
  return (
    judgeForm(text, ground, repeatedWords[field]) ??
    judgeLanguage(text, translated) ??
    judgeNumbers(text, source) ??
    judgeNames(text, translated) ??
    judgeMarks(text, translated) ??
    (scoreOf(text, into) > Math.max(loudFrom, scoreOf(source, from)) ? refused("louder") : null)
  );
}

/** A text that is mostly the source's own words was not translated. */
function judgeLanguage(text: string, { source, from, into }: Translated): Refused | null {
  if (isForeignText(text, into)) return refused("language");
  const own = wordsOf(text).filter((word) => word.length >= comparedCharsMin);
  const given = new Set(wordsOf(source));
  const kept = own.filter((word) => given.has(word)).length;
  const isMostlyKept = own.length > 0 && kept >= own.length * keptShareMax;
  // Without names: they are of any language.
  const rest = tokenize(text).filter(({ word }) => !given.has(fold(word)) && !/\p{N}/u.test(word));
  const likeliest = likeliestOf(rest.map(({ word }) => word).join(" "), [...new Set([into, from, ...likelyLanguages])]);
  return isMostlyKept || (likeliest !== null && likeliest !== into) ? refused("language") : null;
}

const comparedCharsMin = 3;
const keptShareMax = 0.7;

/** Digits stay digits. "3,5" and "3.5" are one number. */
function judgeNumbers(text: string, source: string): Refused | null {
  const [own, given] = [numbersIn(text), numbersIn(source)];
  const differing = [
    ...own.filter((number) => !given.includes(number)),
    ...given.filter((number) => !own.includes(number)),
  ];
  return differing.length > 0 ? refused("number", differing) : null;
}

function judgeNames(text: string, { source, from, into }: Translated): Refused | null {
  const lost = findLost(source, from, wordsOf(text));
  if (lost !== null) return refused("name", lost);
  const known = wordsOf(source);
  const added = namesIn(text, into).filter((name) => !isNamed(name, known));
  // A noun with a capital there may be a word that has one here, too: "Bundesverfassungsgericht", "Federal Constitutional Court".
  const capitals = isTitleCase(source) ? [] : namesIn(source, from, true);
  const free = capitals.filter((name) => !isNamed(name, wordsOf(text))).length;
  const allowed = Math.max(Math.min(free, addedMax), wordListsFor(into).capitalisesNouns ? 1 : 0);
  return added.length > allowed ? refused("name", added) : null;
}

const addedMax = 3;

/** Names of the source that the translation lacks; null where there are few enough: an office may be paraphrased. */
function findLost(source: string, from: string, words: readonly string[]): string[] | null {
  const names = [...new Set(namesIn(source, from))];
  const lost = names.filter((name) => !isNamed(name, words));
  const share = wordListsFor(from).capitalisesNouns ? lostNounsMax : lostShareMax;
  return lost.length > Math.floor(names.length * share) ? lost : null;
}

const lostShareMax = 0.34;
/** Of two capitals next to each other one may be a noun: "Billionen Euro". */
const lostNounsMax = 0.5;

/**
 * Words with a capital inside a sentence, and abbreviations anywhere. Where nouns have capitals, only those that stand next to
 * each other: "Friedrich Merz", "Deutsche Bahn". Where every word of a title has one, only abbreviations.
 */
function namesIn(text: string, language: string, isEveryCapital = false): string[] {
  const tokens = tokenize(text).map(({ start, end }) => ({ word: text.slice(start, end), start, end }));
  const isInside = (start: number) =>
    start > 0 && !/[.!?:…"“„«»‘‚\n]\s*$/u.test(text.slice(Math.max(0, start - 4), start));
  const isCapital = (word: string | undefined) => word !== undefined && /^\p{Lu}/u.test(word);
  const needsNeighbour = wordListsFor(language).capitalisesNouns && !isEveryCapital;
  const isShouted = isTitleCase(text) && !wordListsFor(language).capitalisesNouns;
  return tokens.flatMap(({ word, start, end }, place) => {
    if (/^\p{Lu}{2,6}$/u.test(word) && !/^\P{Ll}+$/u.test(text)) return [word];
    if (isShouted || !isCapital(word) || !isInside(start) || word.length < nameCharsMin) return [];
    const [before, after] = [tokens[place - 1], tokens[place + 1]];
    const isNext = (other: typeof before, gap: string) =>
      other !== undefined && isCapital(other.word) && isInside(other.start) && gap === " ";
    const hasNeighbour =
      isNext(before, text.slice(before?.end ?? 0, start)) || isNext(after, text.slice(end, after?.start ?? end));
    return !needsNeighbour || hasNeighbour ? [word] : [];
  });
}

const nameCharsMin = 3;

/** As many quotations as before, no exclamation mark more, and "not" where it was. */
function judgeMarks(text: string, { field, source }: Translated): Refused | null {
  const quotations = (one: string) => readText(field === "title" ? "title" : "body", one).quotes.length;
  if (quotations(text) !== quotations(source)) return refused("quotation");
  const shouts = (one: string) => one.match(/!/gu)?.length ?? 0;
  if (shouts(text) > shouts(source)) return refused("louder");
  return negationsIn(text).length > 0 !== negationsIn(source).length > 0 ? refused("negation") : null;
}

function wordsOf(text: string): string[] {
  return tokenize(text).map(({ word }) => fold(word));
}
