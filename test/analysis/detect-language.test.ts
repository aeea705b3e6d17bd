import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { detectLanguage } from "../../src/analysis/detect-language.ts";
import { parseNgrams } from "../../src/analysis/parse-ngrams.ts";

const texts = {
  en: "The council of the town decided on Monday that it will repair the old bridge over the river, and the mayor said that the work is to begin in the spring of this year.",
  de: "Der Rat der Stadt hat am Montag entschieden, dass die alte Brücke über den Fluss repariert wird, und die Arbeiten sollen noch in diesem Jahr mit der Sperrung für den Verkehr beginnen.",
  pl: "Rada miasta zdecydowała w poniedziałek, że stary most na rzece będzie naprawiony, a prace mają się rozpocząć jeszcze w tym roku, bo nie można już z niego korzystać tak jak do tej pory.",
  nl: "De raad van de stad heeft op maandag besloten dat de oude brug over de rivier wordt hersteld, en de burgemeester zei dat het werk in het voorjaar van dit jaar moet beginnen.",
  cs: "Rada města v pondělí rozhodla, že starý most přes řeku bude opraven, a práce mají začít ještě v tomto roce, protože se po něm už nedá jezdit tak jako do této chvíle.",
  sk: "Rada mesta v pondelok rozhodla, že starý most cez rieku bude opravený, a práce sa majú začať ešte v tomto roku, pretože sa po ňom už nedá jazdiť tak ako do tejto chvíle.",
  da: "Byens råd besluttede mandag, at den gamle bro over floden skal repareres, og borgmesteren sagde, at arbejdet skal begynde i løbet af foråret i år.",
  fr: "Le conseil de la ville a décidé lundi que le vieux pont sur la rivière sera réparé, et le maire a dit que les travaux doivent commencer au printemps de cette année.",
};

for (const [language, text] of Object.entries(texts)) {
  for (const hint of [null, language, "en", "de-AT", "pl"]) {
    test(`a text in ${language} is found to be that, whatever its feed states: ${hint ?? "nothing"}`, () => {
      assert.equal(detectLanguage(text, hint), language);
    });
  }
}

test("a few words say nothing against what the feed states", () => {
  assert.equal(detectLanguage("Minister slams plan", "nl"), "nl");
});

test("a title full of English names is in the language of its small words, if the feed states it", () => {
  const title = "Stand-up-Comedian Harvey Wells: Star der Late Night Show ist tot";
  assert.equal(detectLanguage(title, "de"), "de");
  assert.equal(detectLanguage("The mayor of Berlin opens a new Star-Club in Wedding", "de"), "en");
});

test("quoted words say nothing about the language of a title, if the feed states one", () => {
  const title = "Autor von »The Road and the Rain of My Heart«: Tom Bell ist tot";
  for (const marks of ["»«", "„“", '""', "“”"])
    assert.equal(detectLanguage(title.replace("»", marks[0]!).replace("«", marks[1]!), "de"), "de", marks);
  assert.equal(
    detectLanguage('Mayor of Berlin says the city will open a new theatre called "Der Hut und der Hund"', "de"),
    "en",
  );
});

test("the detector's table is read from its source as running it would", async () => {
  const source = new URL("../ngrams/extrasmall.js", import.meta.resolve("eld/extrasmall"));
  const { ngramsData } = (await import(source.href)) as {
    ngramsData: { languages: object; ngrams: Record<string, object> };
  };
  const table = parseNgrams(readFileSync(source, "utf8"));
  assert.deepEqual(table.languages, ngramsData.languages);
  const pieces = Object.entries(ngramsData.ngrams);
  assert.ok(pieces.length > 40_000);
  assert.deepEqual(
    pieces.filter(([piece, scores]) => !sameScores(table.scoresOf(piece), scores)),
    [],
  );
  for (const piece of ["", " ", "no such piece", "constructor"]) assert.equal(table.scoresOf(piece), undefined);
});

test("a table that is written in another way is refused", () => {
  for (const source of ["", "ngrams:{", "ngrams:{a:[1]}", "ngrams:{'a':{0:1},"])
    assert.throws(() => parseNgrams(source));
});

function sameScores(a: object | undefined, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
