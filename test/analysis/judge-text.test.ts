import assert from "node:assert/strict";
import { test } from "node:test";
import { analyseByWords } from "../../src/analysis/heuristic/analyse-by-words.ts";
import { checkTexts } from "../../src/analysis/llm/check-texts.ts";
import { loadSmallPrompts } from "../../src/analysis/llm/load-prompt.ts";
import type { RefusedText } from "../../src/items/analyzer-result.ts";

const prompts = loadSmallPrompts();
type Published = { title: string; body?: string; language?: string };

const bridges: Published = {
  title: "Council slams shocking report on 14 city bridges",
  body:
    "The council of Harlow Bay criticized a report on 14 bridges on Monday. The report says that 3 of them could close. " +
    "“We did not see this coming,” mayor Ann Orr said. The council will vote on 2 million euros in May.",
};

function check({ title, body = "", language = "en" }: Published, answer: { title?: string; summary?: string }) {
  const item = { title, description: "", body, language };
  const byWords = analyseByWords({ ...item, kind: "article", languageHint: language, now: new Date(0) });
  const texts = {
    title_corrected: answer.title ?? "",
    title_correction_reason: "",
    description_corrected: "",
    description_correction_reason: "",
    summary: answer.summary ?? "",
  };
  const prompt = `${prompts.title.text}\n${prompts.summary.text}`;
  return { byWords, checked: checkTexts(texts, { item, isSuspect: false, prompt }, byWords) };
}

function assertRefused(published: Published, title: string, why: RefusedText["why"], words: string[] = []): void {
  const { byWords, checked } = check(published, { title });
  assert.deepEqual(checked.refused, [{ field: "title", why, words }]);
  assert.equal(checked.title_corrected, byWords.title_corrected);
  assert.equal(checked.title_source, byWords.title_source);
}

function assertTaken(published: Published, title: string, shown = title): void {
  const { checked } = check(published, { title });
  assert.deepEqual(checked.refused, []);
  assert.deepEqual([checked.title_corrected, checked.title_source], [shown, "llm"]);
}

test("a plain title from the words of title and article is taken", () => {
  assertTaken(bridges, "Council criticizes report on 14 city bridges");
  assertTaken(bridges, "Harlow Bay council criticized report that 3 bridges could close");
});

const bad: [what: string, title: string, why: RefusedText["why"], words?: string[]][] = [
  [
    "a name of nobody in the article",
    "Council of Westfield criticizes report on 14 city bridges",
    "name",
    ["Westfield"],
  ],
  ["another number", "Council criticizes report on 15 city bridges", "number", ["15"]],
  ["an invented quotation", "Council criticizes “useless” report on 14 city bridges", "quotation"],
  ["a quotation mark around words nobody quoted", "Council criticizes “report” on 14 city bridges", "quotation"],
  ["two new words", "Council hides secret report on 14 city bridges", "new_words", ["hides", "secret"]],
  ["a “not” that was not there", "Council slams not shocking report on 14 city bridges", "negation"],
  ["a louder wording", "Council slams shocking report on city bridges", "louder"],
  ["the published title again, which words made plainer", bridges.title, "louder"],
  ["an introduction", "Here is the plain headline: Council criticizes report on bridges", "talk"],
  ["our instructions", "Say what happened, in the words of the headline and its article", "prompt"],
  ["an order to the reader", "Council report: click here for your 14 city bridges", "command"],
  ["an address", "Council criticizes report, see bridges.example", "command"],
  ["a word that repeats for ever", "Council council council council report report report report", "repeats"],
  ["markup alone", "<b></b>", "empty"],
  [
    "a whole paragraph",
    "Council of Harlow Bay criticized a report on 14 bridges on Monday, the report says that 3 of them could close, the mayor said",
    "too_long",
  ],
  ["another language", "Der Rat der Stadt hat einen Bericht über die vierzehn Brücken kritisiert", "language"],
];
for (const [what, title, why, words] of bad) {
  test(`a title with ${what} is refused: ${why}`, () => assertRefused(bridges, title, why, words));
}

test("one new word may stand where a loaded one went, and nowhere else", () => {
  const loaded = { title: "Mayor slams plan for new harbour in Leeds" };
  assertTaken(loaded, "Mayor opposes plan for new harbour in Leeds");
  const plain = { title: "Mayor presents plan for new harbour in Leeds" };
  assertRefused(plain, "Mayor opposes plan for new harbour in Leeds", "new_words", ["opposes"]);
});

test("what a person said does not become our own statement", () => {
  const quoted = { title: "Minister on rival: “He stole the money”" };
  assertRefused(quoted, "Minister: rival stole the money", "quotation");
});

test("a lost “not” is noticed in three languages", () => {
  assertRefused(
    { title: "Court does not allow tram line in Leeds" },
    "Court does allow tram line in Leeds",
    "negation",
  );
  const german = { title: "Gericht erlaubt die neue Straßenbahn in Ulm nicht", language: "de" };
  assertRefused(german, "Gericht erlaubt die neue Straßenbahn in Ulm", "negation");
  const polish = { title: "Wójt nie sprzeda lasu koło Borów", language: "pl" };
  assertRefused(polish, "Wójt sprzeda lasu koło Borów", "negation");
});

test("endings may differ: Polish inflects names", () => {
  const polish = {
    title: "SZOK! Burmistrz zrobił to w środku nocy",
    body: "Burmistrz Warszawy Jan Kowalski zamknął most. Prace w Warszawie potrwają do maja.",
    language: "pl",
  };
  assertTaken(polish, "Burmistrz Warszawy Kowalski zamknął most");
});

test("quotation marks around the whole answer are taken off", () => {
  const plain = "Council criticizes report on 14 city bridges";
  for (const wrapped of [`"${plain}"`, `“${plain}”`, `„${plain}“`, `'${plain}'`]) assertTaken(bridges, wrapped, plain);
});

test("a title that was plain already may be repeated", () => {
  const plain = { title: "Council votes on 2 million euros for bridges" };
  const { checked } = check(plain, { title: plain.title });
  assert.deepEqual([checked.refused, checked.title_source], [[], "original"]);
});

const summaries: [summary: string, why: RefusedText["why"]][] = [
  ["The council will vote on 9 million euros in May.", "number"],
  ["The council criticized a report, said Boris Quigley.", "name"],
  ["“We knew it all along,” mayor Ann Orr said.", "quotation"],
  ["The engineers drowned while nobody watched and the children cried.", "new_words"],
  ["Here is the summary: The council criticized a report.", "talk"],
  ["The council will not vote on 2 million euros in May.", "negation"],
  ["The council will vote on 2 million euros in May. ".repeat(3), "repeats"],
];
for (const [summary, why] of summaries) {
  test(`a summary is refused by the same rules: ${why}`, () => {
    const { byWords, checked } = check(bridges, { summary });
    assert.deepEqual(
      checked.refused.map(({ field, why: reason }) => [field, reason]),
      [["summary", why]],
    );
    assert.deepEqual([checked.summary, checked.summary_source], [byWords.summary, "words"]);
  });
}

test("a summary in the words of the article is taken and named as the model's", () => {
  const summary =
    "The council of Harlow Bay criticized a report on 14 bridges. A vote on 2 million euros follows in May.";
  const { checked } = check(bridges, { summary });
  assert.deepEqual([checked.summary, checked.summary_source, checked.refused], [summary, "llm", []]);
});

test("a text that was not asked for is not refused", () => {
  assert.deepEqual(check(bridges, {}).checked.refused, []);
});
