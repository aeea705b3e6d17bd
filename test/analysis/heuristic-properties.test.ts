import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { analyseByWords } from "../../src/analysis/heuristic/analyse-by-words.ts";
import { editTitle } from "../../src/analysis/plain/edit-title.ts";
import { tagTitle } from "../../src/analysis/plain/tagger/tag-title.ts";
import { readText, tokenize } from "../../src/analysis/heuristic/read-text.ts";
import german from "../../src/analysis/heuristic/words-de.json" with { type: "json" };
import english from "../../src/analysis/heuristic/words-en.json" with { type: "json" };
import polish from "../../src/analysis/heuristic/words-pl.json" with { type: "json" };
import { checkResult, sampleInput } from "./analyzer-contract.ts";
import { checkProperty } from "../ground/check-property.ts";

const runs = 150;
const lists = { en: english, de: german, pl: polish };
const fillers = {
  en: ["the council of Leeds", "has not approved", "the 12 new bridges", "on Monday", "near the river"],
  de: ["der Rat von Köln", "hat nicht beschlossen", "dass 12 neue Brücken", "am Montag", "an den Fluss"],
  pl: ["rada miasta Kielce", "nie przyjęła", "planu 12 nowych mostów", "w poniedziałek", "nad rzeką Silnicą"],
};
const negations = new Set([
  "not",
  "no",
  "never",
  "nicht",
  "kein",
  "keine",
  "nie",
  "niemals",
  "nigdy",
  "nobody",
  "niemand",
  "nikt",
]);

const language = fc.constantFrom("en" as const, "de" as const, "pl" as const);

// Plain phrases with list words between them: every loaded word stands between two plain ones.
const loadedText = language.chain((code) => {
  const words = Object.values(lists[code].techniques).flat().map(spellOut);
  return fc
    .array(fc.tuple(fc.constantFrom(...fillers[code]), fc.constantFrom(...words)), { minLength: 1, maxLength: 8 })
    .map((pairs) => ({ code, text: `${pairs.map((pair) => pair.join(" ")).join(" ")} ${fillers[code][0]}` }));
});

const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc
    .array(
      fc.constantFrom(
        "!",
        "?",
        ".",
        "“",
        "”",
        '"',
        "'",
        ":",
        " ",
        "\n",
        "NOT",
        "BREAKING",
        "12",
        "shocking",
        "ß",
        "İ",
        "😱",
      ),
      { maxLength: 60 },
    )
    .map((parts) => parts.join("")),
  loadedText.map(({ text }) => text),
);

test("any text gives a result that fits the schema, with spans that are the words they claim", () => {
  checkProperty(
    fc.property(anyText, anyText, anyText, (title, description, body) => {
      const input = { ...sampleInput, title, description, body, languageHint: null };
      checkResult(input, analyseByWords(input));
    }),
    runs,
  );
});

test("a plain title is never louder than the title", () => {
  checkProperty(
    fc.property(loadedText, ({ code, text }) => {
      const score = (title: string) => tagTitle(readText("title", title), code)!.loaded;
      const edited = editTitle(text, code, tagTitle).title;
      // Below 0.1 both are plain.
      assert.ok(score(edited) <= Math.max(score(text), 0.1), `“${text}” became “${edited}”`);
    }),
    runs,
  );
});

test("a safe edit keeps every digit and every negation, and what is quoted", () => {
  checkProperty(
    fc.property(
      fc.oneof(
        anyText,
        loadedText.map(({ text }) => shout(text)),
      ),
      language,
      (title, code) => {
        const edited = editTitle(title, code, tagTitle).title;
        assert.deepEqual(edited.match(/\p{N}/gu), title.match(/\p{N}/gu));
        assert.deepEqual(negationsIn(edited), negationsIn(title));
        for (const [quote] of title.matchAll(/“[^“”]{1,100}”/gu)) assert.ok(edited.includes(quote));
      },
    ),
    runs,
  );
});

test("a safe edit of an edited title changes nothing more", () => {
  checkProperty(
    fc.property(loadedText, ({ code, text }) => {
      const once = editTitle(shout(text), code, tagTitle).title;
      assert.equal(editTitle(once, code, tagTitle).title, once);
    }),
    runs,
  );
});

test("the outlet at the end of a title moves no score", () => {
  const name = fc.array(fc.constantFrom("Daily", "Evening", "Shocking", "Outrage", "Post", "24"), {
    minLength: 1,
    maxLength: 4,
  });
  checkProperty(
    fc.property(name, name, fc.constantFrom(" | ", " - ", " – "), (one, other, separator) => {
      const scores = [one, other].map((outlet) => {
        const { framing, clickbait, overall } = analyseByWords({
          ...sampleInput,
          title: `${sampleInput.title}${separator}${outlet.join(" ")}`,
        });
        return { framing, clickbait, overall };
      });
      assert.deepEqual(scores[0], scores[1]);
    }),
    runs,
  );
});

function spellOut(pattern: string): string {
  return pattern.replace(/^\*/u, "Banken").replaceAll("*", "").replace("#", "12").replace("_", "neue");
}

function shout(text: string): string {
  return `BREAKING: ${text.replaceAll(/\b(\w+)$/gu, (word) => word.toUpperCase())}!!!`;
}

function negationsIn(text: string): string[] {
  return tokenize(text)
    .map(({ word }) => word)
    .filter((word) => negations.has(word));
}
