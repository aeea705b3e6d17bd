import assert from "node:assert/strict";
import { test } from "node:test";
import { readText } from "../../../src/analysis/heuristic/read-text.ts";
import { limitsFor } from "../../../src/analysis/plain/edit-limits.ts";
import { findEntries, indexLexicon } from "../../../src/analysis/plain/find-entries.ts";
import type { LexiconEntry } from "../../../src/analysis/plain/lexicon-entry.ts";
import { replaceWords } from "../../../src/analysis/plain/replace-words.ts";

// What the form of an entry can say, without the tagger and without the lexicon that ships.

function entry(given: Partial<LexiconEntry> & Pick<LexiconEntry, "w" | "pos">): LexiconEntry {
  return { kind: "violence", loaded: "", literal: "", ...given };
}

function edit(title: string, ...entries: LexiconEntry[]): string {
  const read = readText("title", title);
  return replaceWords(read, findEntries(read, indexLexicon(entries, "de")), "de")?.title ?? title;
}

const scold = entry({ w: "kanzelt … ab", pos: "verb", to: "kritisiert" });

test("a split verb is replaced at both ends", () => {
  assert.equal(edit("Gericht kanzelt die Behörde ab", scold), "Gericht kritisiert die Behörde");
  assert.equal(edit("Gericht kanzelt die Behörde ab und vertagt", scold), "Gericht kritisiert die Behörde und vertagt");
  const refuse = entry({ w: "bügelt … ab", pos: "verb", to: "weist … zurück" });
  assert.equal(edit("Rat bügelt den Antrag ab: Bürger klagen", refuse), "Rat weist den Antrag zurück: Bürger klagen");
});

test("a split verb stays where its tail is in another clause, opens a phrase, or is quoted", () => {
  for (const title of [
    "Gericht kanzelt: Die Behörde lehnt ab",
    "Gericht kanzelt die Behörde ab Montag täglich",
    "Gericht kanzelt die Behörde, der Rat lehnt ab",
    "Gericht kanzelt die Behörde „ab“",
    "Gericht kanzelt ab",
  ])
    assert.equal(edit(title, scold), title);
});

test("two entries for one part of a compound each have their own nouns", () => {
  const inMoney = entry({ w: "Hammer", pos: "ending", to: "Erhöhung", rest: ["porto"] });
  const inCourt = entry({ w: "Hammer", pos: "ending", to: "Urteil", rest: ["bgh"] });
  assert.equal(edit("Porto-Hammer bei der Post", inMoney, inCourt), "Porto-Erhöhung bei der Post");
  assert.equal(edit("BGH-Hammer zu Mieten", inMoney, inCourt), "BGH-Urteil zu Mieten");
  assert.equal(edit("Vorschlag-Hammer gestohlen", inMoney, inCourt), "Vorschlag-Hammer gestohlen");
});

test("a last part that goes takes its linking s along", () => {
  const shock = entry({ w: "Schock", pos: "ending", to: "", rest: ["verletzungs", "umfrage"] });
  assert.equal(edit("Verletzungs-Schock: Torwart fehlt", shock), "Verletzung: Torwart fehlt");
  assert.equal(edit("Umfrage-Schock: Partei verliert", shock), "Umfrage: Partei verliert");
});

test("of two entries with as many conditions the one that knows a plain word is taken, and one that asks for more stays first", () => {
  const marks = entry({ w: "poltert", pos: "verb" });
  const says = entry({ w: "poltert", pos: "verb", to: "sagt" });
  const title = "Landrat poltert am Montag";
  assert.equal(edit(title, marks, says), "Landrat sagt am Montag");
  assert.equal(edit(title, { ...marks, when: ["title:montag"] }, says), title);
});

test("an entry can ask for a colon, for a result and for news behind its kicker", () => {
  const says = entry({ w: "poltert", pos: "verb", to: "sagt", when: ["after:<colon>"] });
  assert.equal(edit("Landrat poltert: „Zu teuer“", says), "Landrat sagt: „Zu teuer“");
  assert.equal(edit("Landrat poltert – „Zu teuer“", says), "Landrat poltert – „Zu teuer“");
  const beats = entry({ w: "überrollt", pos: "verb", to: "besiegt", when: ["title:<score>"] });
  assert.equal(edit("Kiel überrollt Aue 5:1", beats), "Kiel besiegt Aue 5:1");
  assert.equal(edit("Zug überrollt Koffer um 5:10 Uhr", beats), "Zug überrollt Koffer um 5:10 Uhr");
  const chaos = entry({
    w: "Irrsinn",
    pos: "ending",
    to: "",
    rest: ["zoll"],
    when: ["before:<start>", "after:<news>"],
  });
  assert.equal(edit("Zoll-Irrsinn: Insel ohne Post seit Mai", chaos), "Zoll: Insel ohne Post seit Mai");
  assert.equal(edit("Zoll-Irrsinn auf der Insel geht weiter", chaos), "Zoll-Irrsinn auf der Insel geht weiter");
});

test("an entry that may not edit hides no other", () => {
  const read = readText("title", "Landrat poltert gegen Maut");
  const long = entry({ w: "poltert gegen", pos: "verb", to: "kritisiert" });
  const short = entry({ w: "poltert", pos: "verb", to: "spricht", proven: true });
  const found = findEntries(read, indexLexicon([long, short], "de"), ({ proven }) => proven === true);
  assert.deepEqual(
    found.map(({ to }) => to),
    ["spricht"],
  );
});

test("a kicker before a colon opens a German title to the words of the lexicon, not to its frames; a speaker does not", () => {
  const { needsProof, needsProvenWords } = limitsFor("Streit um die Maut: Länder drohen mit Klage", "de");
  assert.deepEqual([needsProof, needsProvenWords], [true, false]);
  assert.equal(limitsFor("Olaf Scholz: Länder sollen mehr Geld bekommen", "de").needsProvenWords, true);
  assert.equal(limitsFor("Länder drohen mit Klage gegen die Maut", "de").needsProvenWords, true);
});
