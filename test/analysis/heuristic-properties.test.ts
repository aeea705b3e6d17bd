import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { AnalysisInput } from "../../src/analysis/analyzer.ts";
import { analyseByWords } from "../../src/analysis/heuristic/analyse-by-words.ts";
import { editTitle } from "../../src/analysis/heuristic/edit-title.ts";
import { lexiconFor } from "../../src/analysis/heuristic/lexicon.ts";
import { tokenize } from "../../src/analysis/heuristic/tokenize.ts";
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

test("taking one loaded span out of a title or a text never raises the loaded score", () => {
  checkProperty(
    fc.property(loadedText, fc.constantFrom("title" as const, "body" as const), ({ code, text }, field) => {
      const plain = fillers[code].join(" ");
      const texts = { title: plain, description: plain, body: plain, [field]: text };
      const input: AnalysisInput = { ...sampleInput, ...texts, languageHint: code };
      const before = analyseByWords(input);
      for (const { span } of before.techniques) {
        if (span?.field !== field) continue;
        const without = `${text.slice(0, span.start)}${text.slice(span.end)}`;
        const after = analyseByWords({ ...input, [field]: without });
        assert.ok((after.loaded ?? 0) <= (before.loaded ?? 0), `“${span.text}” out of “${text}”`);
      }
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
        const edited = editTitle(title, lexiconFor(code), []).title;
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
      const once = editTitle(shout(text), lexiconFor(code), []).title;
      assert.equal(editTitle(once, lexiconFor(code), []).title, once);
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
