import { lackWords, negationWords, withoutHardship } from "../../chat/negation-words.ts";
import { digitsOf, scaleWords } from "../../chat/number-words.ts";
import { findTechniques } from "../heuristic/find-techniques.ts";
import { readText } from "../heuristic/read-text.ts";
import { wordListsFor } from "../heuristic/word-lists.ts";
import { splitSentences } from "../heuristic/split-sentences.ts";
import { extractWords, keyOfNumber } from "./extract-words.ts";
import { isThing } from "./concepts.ts";
import { sharedKeyOf, stemKind } from "./stem-keys.ts";

/**
 * A number as written, with "million" if that follows, and the word it counts: "23 people" and "24 people" are two figures of one
 * thing. `key` is of its value: "1.5 million" is 1,500,000. `isScaled`: thousands or more, in words. What "44 million years" counts are years.
 */
export type Figure = { key: number; digits: string; unit: number | null; isScaled: boolean };

/** What a sentence says, whatever its wording. */
export type Statement = {
  text: string;
  /** All stems, also those of names. */
  words: ReadonlySet<number>;
  /** Of the words, those of concepts that are things: what it is about, in any language. */
  things: ReadonlySet<number>;
  names: ReadonlySet<number>;
  figures: readonly Figure[];
  isNegated: boolean;
  /** "Might", "is believed to": who says so does not say that it is so. */
  isHedged: boolean;
};

const sentencesMax = 400;

export function extractStatements(text: string, language: string): Statement[] {
  return splitSentences(text, wordListsFor(language).abbreviations)
    .slice(0, sentencesMax)
    .map((sentence) => extractStatement(sentence.text, language));
}

export function extractStatement(text: string, language: string): Statement {
  const found = extractWords(spellOut(text, language), language);
  const scaleOf = (at: number) => scalesFor(language).get(found[at]?.key ?? 0) ?? null;
  const words = found.filter(({ digits }) => digits === null);
  return {
    text,
    isNegated: negation.test(withoutHardship(text, language)),
    isHedged: findTechniques(readText("body", text), wordListsFor(language)).some(({ id }) => id === "speculation"),
    words: new Set(words.map(({ key }) => key)),
    things: new Set(words.map(({ key }) => sharedKeyOf(key)).filter(isThing)),
    names: new Set(words.filter(({ key, kind }) => kind === stemKind.name && !dates.has(key)).map(({ key }) => key)),
    figures: found.flatMap(({ key, digits }, at): Figure[] => {
      if (digits === null) return [];
      const scale = scaleOf(at + 1);
      const next = found[scale === null ? at + 1 : at + 2];
      const unit = next?.digits === null ? next.key : null;
      if (scale === null) return [{ key, digits, unit, isScaled: false }];
      return [{ key: keyOfNumber(digits, scale.zeros), digits: `${digits} ${scale.word}`, unit, isScaled: true }];
    }),
  };
}

type Scale = { zeros: number; word: string };

const scales = new Map(
  Object.entries(scaleWords).map(([language, words]) => [
    language,
    new Map(
      Object.entries(words).flatMap(([zeros, same]) => {
        const scale: Scale = { zeros: Number(zeros), word: same.split(" ")[0]! };
        return extractWords(same, "und").map(({ key }): [number, Scale] => [key, scale]);
      }),
    ),
  ]),
);

function scalesFor(language: string): ReadonlyMap<number, Scale> {
  return scales.get(language) ?? scales.get("und")!;
}

const negation = new RegExp(`(?<!\\p{L})(?:${negationWords}|${lackWords})(?!\\p{L})|n['’]t(?!\\p{L})`, "iu");

/** Numbers in digits, and what they count in words, so that "$5m" and "5 million dollars" are one, and "10:30 Uhr" is "10.30 Uhr". */
function spellOut(text: string, language: string): string {
  const words = symbolWords[language];
  const named = words === undefined ? text : nameSymbols(text, words);
  return named
    .replaceAll(timeOfDay, (time) => time.replace(":", "."))
    .replaceAll(/\p{L}+/gu, (word) => digitsOf(word, language) ?? word);
}

const timeOfDay =
  /(?<!\p{N})(\d{1,2}):(\d{2})(?=\s?(?:Uhr|[ap]\.?m)(?!\p{L}))|(?<=(?<!\p{L})(?:godz\.|godzinie|o|at|until|um|ab|bis)\s)(\d{1,2}):(\d{2})(?![\p{N}:])/gu;

/** As each language writes them after a number. */
const symbolWords: Record<string, Record<string, string>> = {
  en: { "%": "percent", $: "dollars", "€": "euros", "£": "pounds", m: "million", bn: "billion" },
  de: { "%": "Prozent", $: "Dollar", "€": "Euro", "£": "Pfund", m: "Millionen", bn: "Milliarden" },
  pl: { "%": "procent", $: "dolarów", "€": "euro", "£": "funtów", m: "milionów", bn: "miliardów", zł: "złotych" },
};

const moneyBefore =
  /([$€£])\s?(\p{N}+(?:[.,]\p{N}+)*)(?:\s?(m|bn|thousand|million|billion|trillion|Mio|Mrd|Millionen|Milliarden|mln|mld)(?!\p{L}))?/gu;

function nameSymbols(text: string, words: Readonly<Record<string, string>>): string {
  return text
    .replaceAll(moneyBefore, (_, sign: string, digits: string, scale = "") =>
      [digits, words[scale] ?? scale, words[sign]].filter(Boolean).join(" "),
    )
    .replaceAll(
      /(?<=\p{N}\s?|(?:mln|mld|Mio\.|Mrd\.|tys\.)\s)(?:[%$€£]|zł(?!\p{L}))/gu,
      (sign) => ` ${words[sign] ?? sign}`,
    )
    .replaceAll(/(?<=\p{N}\s)(?:per cent|proc\.)/gu, words["%"]!);
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
