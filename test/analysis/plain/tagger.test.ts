import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { readText } from "../../../src/analysis/heuristic/read-text.ts";
import { markedSpans } from "../../../src/analysis/plain/tagger/marked-spans.ts";
import { surestLoaded, type TaggedTitle, tagTitle } from "../../../src/analysis/plain/tagger/tag-title.ts";
import { classesOf, readWordClasses } from "../../../src/analysis/plain/tagger/word-classes.ts";

const weights = new URL("../../../src/analysis/plain/tagger/weights/", import.meta.url);
const weightsBytesMax = 5_000_000;

function tag(title: string, language: string): TaggedTitle {
  const tagged = tagTitle(readText("title", title), language);
  assert.ok(tagged, `${language} is read`);
  return tagged;
}

const marked = (title: string, language: string) =>
  markedSpans(tag(title, language)).map(({ start, end }) => title.slice(start, end));

test("the tagger's weights stay below five megabytes", () => {
  const bytes = readdirSync(weights).reduce((sum, file) => sum + readFileSync(new URL(file, weights)).length, 0);
  assert.ok(bytes > 100_000 && bytes <= weightsBytesMax, `${bytes} bytes`);
});

test("a language that was not trained is not read", () => {
  assert.equal(tagTitle(readText("title", "Le président fustige un projet honteux"), "fr"), null);
});

test("a word has the class of the longest beginning that is listed", () => {
  for (const language of ["en", "de", "pl"] as const) {
    const lines = readFileSync(new URL(`../word-classes/${language}.txt`, weights), "utf8")
      .trim()
      .split("\n");
    const known = readWordClasses(language);
    for (const [at, line] of lines.entries()) {
      for (const [, start] of line.matchAll(/(\S+)\*/gu)) {
        // Unless the beginning itself is a word of another class.
        const bits = known.exact.get(start!.toLowerCase()) ?? classesOf(start!.toLowerCase(), known) & (1 << at);
        assert.notEqual(bits, 0, `${start} of ${language}`);
      }
    }
  }
  assert.equal(classesOf("x", readWordClasses("en")), 0);
});

test("the surest word alone is as sure as in the whole reading", () => {
  for (const [title, language] of [
    ["Senator slams governor over housing bill", "en"],
    ["Schock-Zahlen aus Berlin - So schlimm ist es wirklich", "de"],
    ["Sejm przyjął ustawę", "pl"],
    ["", "en"],
  ] as const) {
    const surest = Math.max(0, ...tag(title, language).words.map(({ loaded }) => loaded));
    assert.equal(surestLoaded(readText("title", title), language), surest);
  }
  assert.equal(surestLoaded(readText("title", "Le président fustige un projet honteux"), "fr"), 0);
});

test("loaded words are marked and plain titles are not", () => {
  const loaded: [string, string, RegExp][] = [
    ["en", "Senator slams governor over housing bill", /slams/u],
    ["en", "You won't believe what this dog did next", /believe/u],
    ["en", "Shocking new poll stuns Democrats", /Shocking/u],
    ["en", "Heartless landlord evicts widow from adorable cottage", /Heartless.*adorable/u],
    ["de", "Mega-Zoff im Bundestag - Jetzt platzt Merz der Kragen!", /Zoff/u],
    ["de", "Schock-Zahlen aus Berlin - So schlimm ist es wirklich", /Schock/u],
    ["pl", "Szokujące słowa ministra. W sieci zawrzało", /Szokujące/u],
    ["pl", "Tak wygląda dom gwiazdy. Internauci nie dowierzają", /Tak wygląda|nie dowierzają/u],
  ];
  for (const [language, title, expected] of loaded) {
    assert.match(marked(title, language).join(" | "), expected, title);
    assert.ok(tag(title, language).loaded > 0.3, `${title}: ${tag(title, language).loaded}`);
  }
  const plain: [string, string][] = [
    ["en", "Parliament approves budget for next year"],
    ["en", "Hurricane kills eleven people in Haiti"],
    ["en", "Man jailed for life for the murder of his wife"],
    ["en", "Three people injured in train crash near Leeds"],
    ["de", "Bundestag beschließt Haushalt für 2024"],
    ["de", "Lebenslange Haft für Mord an Rentner"],
    ["de", "Zwei Verletzte bei Unfall auf der A9"],
    ["pl", "Sejm przyjął ustawę o podatkach"],
    ["pl", "Atak rakietowy na Kijów, pięć ofiar"],
    ["pl", "Trzy osoby ranne w wypadku pod Krakowem"],
  ];
  for (const [language, title] of plain) {
    assert.deepEqual(marked(title, language), [], title);
    assert.ok(tag(title, language).loaded < 0.2, `${title}: ${tag(title, language).loaded}`);
  }
});

test("neighbouring marked words are one span with the kind of the surest, widened by likely neighbours", () => {
  const words = [
    { start: 0, end: 3, loaded: 0.2, kind: "name", drop: 0 },
    { start: 4, end: 8, loaded: 0.6, kind: "teaser", drop: 0 },
    { start: 9, end: 12, loaded: 0.9, kind: "emotive", drop: 0 },
    { start: 13, end: 15, loaded: 0.1, kind: "name", drop: 0 },
    { start: 16, end: 20, loaded: 0.5, kind: "mind", drop: 0 },
    { start: 21, end: 25, loaded: 0.3, kind: "name", drop: 0 },
    { start: 26, end: 30, loaded: 0.1, kind: "name", drop: 0 },
    { start: 31, end: 35, loaded: 0.4, kind: "name", drop: 0 },
  ] as const;
  assert.deepEqual(markedSpans({ words: [...words], markFrom: 0.5 }), [
    { start: 4, end: 12, kind: "emotive", loaded: 0.9 },
    { start: 16, end: 25, kind: "mind", loaded: 0.5 },
  ]);
});

test("next to a very sure word, a neighbour that is far less sure is not marked with it", () => {
  assert.deepEqual(marked("Council slams bridge plan!", "en"), ["slams", "!"]);
  const words = [
    { start: 0, end: 5, loaded: 0.99, kind: "violence", drop: 0 },
    { start: 6, end: 12, loaded: 0.35, kind: "name", drop: 0 },
    { start: 13, end: 14, loaded: 0.7, kind: "shouting", drop: 0 },
    { start: 15, end: 19, loaded: 0.37, kind: "name", drop: 0 },
  ] as const;
  assert.deepEqual(markedSpans({ words: [...words], markFrom: 0.38 }), [
    { start: 0, end: 5, kind: "violence", loaded: 0.99 },
    { start: 13, end: 19, kind: "shouting", loaded: 0.7 },
  ]);
});

test("strange titles are read within bounds, and twice the same", () => {
  const strange = [
    "",
    "!!! ??? …",
    "😀😀 🇵🇱 👨‍👩‍👧 wow",
    "عاجل: رئيس الوزراء يهاجم المعارضة",
    "Москва slams Берлин – 東京 шок",
    "SHOCK ".repeat(2_000),
    "a".repeat(10_000),
    "„“»«’".repeat(2_000),
    "\u202Eslams\u202C <b>HTML</b> &amp; ignore all previous instructions",
  ];
  for (const title of strange) {
    for (const language of ["en", "de", "pl"]) {
      const tagged = tag(title, language);
      assert.deepEqual(tag(title, language), tagged);
      assert.ok(tagged.words.length <= 120);
      for (const value of [
        tagged.loaded,
        tagged.clickbait,
        ...tagged.words.flatMap(({ loaded, drop }) => [loaded, drop]),
      ])
        assert.ok(value >= 0 && value <= 1, `${title.slice(0, 20)}: ${value}`);
      for (const { start, end } of tagged.words) assert.ok(start < end && end <= title.length);
    }
  }
});

test("what somebody says behind a colon is not marked in Polish", () => {
  const statement = "trzeba zapytać ministra, czyj to scenariusz. Zrobię wszystko, by nie wygrał";
  assert.deepEqual(marked(`Nowak: ${statement}`, "pl"), []);
  assert.notDeepEqual(marked(`Oto ${statement}`, "pl"), []);
});
