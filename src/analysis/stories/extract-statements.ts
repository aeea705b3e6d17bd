import { findTechniques } from "../heuristic/find-techniques.ts";
import { readText } from "../heuristic/read-text.ts";
import { wordListsFor } from "../heuristic/word-lists.ts";
import { splitSentences } from "../heuristic/split-sentences.ts";
import { extractWords, stemKind } from "./extract-words.ts";

/**
 * A number as written, and the word it counts: "23 people" and "24 people" are two figures of one thing. `isScaled`: millions or
 * more. What "44 million years" counts are years.
 */
export type Figure = { key: number; digits: string; unit: number | null; isScaled: boolean };

/** What a sentence says, whatever its wording. */
export type Statement = {
  text: string;
  /** All stems, also those of names. */
  words: ReadonlySet<number>;
  names: ReadonlySet<number>;
  figures: readonly Figure[];
  isNegated: boolean;
  /** "Might", "is believed to": whoever says so does not say that it is so. */
  isHedged: boolean;
};

const sentencesMax = 400;

export function extractStatements(text: string, language: string): Statement[] {
  return splitSentences(text, wordListsFor(language).abbreviations)
    .slice(0, sentencesMax)
    .map((sentence) => extractStatement(sentence.text, language));
}

export function extractStatement(text: string, language: string): Statement {
  const found = extractWords(inDigits(text), language);
  const words = found.filter(({ digits }) => digits === null);
  return {
    text,
    isNegated: negation.test(text),
    isHedged: findTechniques(readText("body", text), wordListsFor(language)).some(({ id }) => id === "speculation"),
    words: new Set(words.map(({ key }) => key)),
    names: new Set(words.filter(({ key, kind }) => kind === stemKind.name && !dates.has(key)).map(({ key }) => key)),
    figures: found.flatMap(({ key, digits }, at) => {
      if (digits === null) return [];
      const isScaled = scales.has(found[at + 1]?.key ?? 0);
      const next = found[isScaled ? at + 2 : at + 1];
      return [{ key, digits, unit: next?.digits === null ? next.key : null, isScaled }];
    }),
  };
}

const scales = new Set(
  extractWords(
    "million millions Million Millionen mln milion milionów billion billions Milliarde Milliarden mld",
    "und",
  ).map(({ key }) => key),
);

const negation =
  /(?<!\p{L})(?:not|no|never|none|without|nicht|nie|niemals|kein\p{L}*|ohne|brak|bez)(?!\p{L})|n['’]t(?!\p{L})/iu;

/** "Eleven" and "11" are one number. "One" is not here: it seldom counts. */
const numberWords = new Map(
  Object.entries({
    2: "two zwei dwa dwie dwóch dwaj",
    3: "three drei trzy trzech trzej",
    4: "four vier cztery czterech",
    5: "five fünf pięć pięciu",
    6: "six sechs sześć sześciu",
    7: "seven sieben siedem siedmiu",
    8: "eight acht osiem ośmiu",
    9: "nine neun dziewięć dziewięciu",
    10: "ten zehn dziesięć dziesięciu",
    11: "eleven elf jedenaście jedenastu",
    12: "twelve zwölf dwanaście dwunastu",
  }).flatMap(([digits, words]) => words.split(" ").map((word): [string, string] => [word, digits])),
);

function inDigits(text: string): string {
  return text.replaceAll(/\p{L}+/gu, (word) => numberWords.get(word.toLowerCase()) ?? word);
}

// A weekday is not a name: a report that leaves it out tells the same fact. Words and not Intl, whose first use takes 7 MB.
const dates = new Set(
  Object.entries({
    en: "Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April May June July August September October November December",
    de: "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
    pl: "poniedziałek wtorek środa czwartek piątek sobota niedziela styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik listopad grudzień",
  }).flatMap(([language, names]) =>
    names.split(" ").flatMap((name) => extractWords(name, language).map(({ key }) => key)),
  ),
);
