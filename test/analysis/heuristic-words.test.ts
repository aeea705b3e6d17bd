import assert from "node:assert/strict";
import { test } from "node:test";
import { detectLanguage } from "../../src/analysis/detect-language.ts";
import { findPhrases, indexPhrases } from "../../src/analysis/heuristic/find-phrases.ts";
import { wordListsFor } from "../../src/analysis/heuristic/word-lists.ts";
import { quotedRanges, tokenize } from "../../src/analysis/heuristic/read-text.ts";
import { splitSentences } from "../../src/analysis/heuristic/split-sentences.ts";
import { measureSupport } from "../../src/analysis/measure-support.ts";

test("a phrase is found by word, stem, ending, number and gap, the longest first", () => {
  const index = indexPhrases([
    ["word", ["slams"]],
    ["longer", ["slams into"]],
    ["stem", ["outrag*"]],
    ["ending", ["*skandal"]],
    ["number", ["# _ things", "# things"]],
  ]);
  const found = (text: string) => {
    return findPhrases(text, tokenize(text), index).map(
      ({ label, start, end }) => `${label}: ${text.slice(start, end)}`,
    );
  };
  assert.deepEqual(found("He slams it, slams into it"), ["word: slams", "longer: slams into"]);
  assert.deepEqual(found("Outrageous! Der Bankenskandal"), ["stem: Outrageous", "ending: Bankenskandal"]);
  assert.deepEqual(found("17 odd things, 3 things"), ["number: 17 odd things", "number: 3 things"]);
  assert.deepEqual(found("1,470 things, 1.5 things, in 2026, 7 things"), ["number: 7 things"]);
  assert.deepEqual(found("He slams, into the wall"), ["word: slams"]);
});

test("quotation marks of all three languages enclose, apostrophes and unclosed marks do not", () => {
  const quoted = (text: string) => quotedRanges(text).map(({ start, end }) => text.slice(start, end));
  assert.deepEqual(quoted('He said "yes" and “no”'), ['"yes"', "“no”"]);
  assert.deepEqual(quoted("„Ja“, sagt er, »nein« sie"), ["„Ja“", "»nein«"]);
  assert.deepEqual(quoted("Powiedział „tak” i «nie»"), ["„tak”", "«nie»"]);
  assert.deepEqual(quoted("It's the ministers' plan, don't ask"), []);
  assert.deepEqual(quoted(`An "open ${"x ".repeat(200)}`), []);
});

test("sentences end at full stops, not at abbreviations, initials, ordinals or decimals", () => {
  const split = (language: string, text: string) => {
    return splitSentences(text, wordListsFor(language).abbreviations).map((sentence) => sentence.text);
  };
  assert.deepEqual(split("en", "Dr. J. Smith paid 3.5 million. He left! “Why?” Nobody knows"), [
    "Dr. J. Smith paid 3.5 million.",
    "He left!",
    "“Why?”",
    "Nobody knows",
  ]);
  assert.deepEqual(split("de", "Am 3. Oktober kam Nr. 7. Es regnete."), ["Am 3. Oktober kam Nr. 7. Es regnete."]);
  assert.deepEqual(split("pl", "Mieszka przy ul. Długiej. Ma 40 tys. książek."), [
    "Mieszka przy ul. Długiej.",
    "Ma 40 tys. książek.",
  ]);
  const whole = [
    ["en", "Senator J.D. Vance and Adm. Smith met the F.B.I. Director, Ann Berg, in Columbus."],
    [
      "de",
      "Dr. med. Hans Huber und Mag. Meier vom Tierschutz e.V. Berlin klagen lt. Polizei gegen die Huber GmbH & Co. KG.",
    ],
    ["pl", "Aż 45 proc. Polaków zna ministra ds. Unii Europejskiej i film pt. „Kler” w reż. Jana Nowaka."],
    ["pl", "Abp. Nowak i ppłk. Kowal mówili ws. Ukrainy w gm. Brzeg, pow. Nysa, woj. Opole."],
  ] as const;
  for (const [language, sentence] of whole) assert.deepEqual(split(language, sentence), [sentence]);
  assert.deepEqual(split("en", "A line\nthat wraps\n\nA paragraph"), ["A line\nthat wraps", "A paragraph"]);
  assert.deepEqual(split("ja", "雨です。風です。"), ["雨です。", "風です。"]);
});

test("the text decides its language, and the feed's hint only what the text leaves open", () => {
  assert.equal(detectLanguage("Der Bundestag beschließt den Haushalt für das kommende Jahr", "en-US"), "de");
  assert.equal(detectLanguage("Sejm przyjął budżet na przyszły rok po długiej debacie", null), "pl");
  assert.equal(detectLanguage("Minister slams plan", null), "en");
  assert.equal(detectLanguage("Minister slams plan", "nl"), "nl");
  assert.equal(detectLanguage("Mayor slams bus plan", "en"), "en");
  assert.equal(detectLanguage("2026", "pl_PL"), "pl");
  assert.equal(detectLanguage("2026", null), "und");
});

test("a number or name that the source does not have is seen, an inflected one is not missed", () => {
  const source = "W Warszawie spotkało się 4 500 osób. Mówił Jan Kowalski.";
  assert.deepEqual(measureSupport("Tam był Kowalski, w Warszawa, 4500 osób", source), {
    share: 1,
    missingNumbers: [],
    missingNames: [],
  });
  assert.deepEqual(measureSupport("Tam był Nowak i 4600 osób", source), {
    share: 0,
    missingNumbers: ["4600"],
    missingNames: ["Nowak"],
  });
});

test("a decimal is another number without its mark, and the same with the mark of another language", () => {
  const missing = (text: string, source: string) => measureSupport(text, source).missingNumbers;
  assert.deepEqual(missing("Prices rose by 45 percent", "Prices rose by 4.5 percent"), ["45"]);
  assert.deepEqual(missing("Es kostet 1,5 Millionen", "It costs 15 million"), ["1.5"]);
  assert.deepEqual(missing("Die Preise stiegen um 4,5 Prozent", "Prices rose by 4.5 percent"), []);
  assert.deepEqual(missing("1.234,56 und 1.500.000 und 4 500", "1,234.56 and 1,500,000 and 4,500"), []);
});
