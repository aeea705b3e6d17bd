import assert from "node:assert/strict";
import { test } from "node:test";
import { calmKicker } from "../../../src/analysis/plain/german-kickers.ts";
import { answerCautiously } from "../../../src/analysis/plain/german-questions.ts";
import { putSubjectFirst, sayWhatHappened } from "../../../src/analysis/plain/german-word-order.ts";

function becomes(turn: (text: string) => string | null, pairs: [title: string, plain: string][]): void {
  for (const [title, plain] of pairs) assert.equal(turn(title), plain, title);
}

function stays(turn: (text: string) => string | null, titles: string[]): void {
  for (const title of titles) assert.equal(turn(title), null, title);
}

test("what a German tabloid asks behind its kicker is said to be possible", () => {
  becomes(answerCautiously, [
    ["Umzug geplant - Plant Lindner einen neuen Hafen?", "Umzug geplant - Lindner könnte einen neuen Hafen planen"],
    ["Streit im Rat - Kippt jetzt die neue Satzung?", "Streit im Rat - Neue Satzung könnte kippen"],
    ["Krise am Markt - Geht das Werk im Herbst unter?", "Krise am Markt - Werk könnte im Herbst untergehen"],
    ["Wahl in Kiel - Kann Jansen den Bezirk drehen?", "Wahl in Kiel - Jansen könnte den Bezirk drehen"],
    ["Wahl in Kiel - Wird Jansen neuer Bürgermeister?", "Wahl in Kiel - Jansen könnte neuer Bürgermeister werden"],
    ["Wahl in Kiel - Müssen die Fischer jetzt zahlen?", "Wahl in Kiel - Fischer müssen womöglich jetzt zahlen"],
    ["Brand in Jena - Hatte der Täter einen Helfer?", "Brand in Jena - Täter hatte womöglich einen Helfer"],
    [
      "Brand in Jena - Behält Trainer Thomas Hahn die Nerven?",
      "Brand in Jena - Trainer Thomas Hahn könnte die Nerven behalten",
    ],
    ["Brand in Jena - Feiert der Verein im Mai?", "Brand in Jena - Verein könnte im Mai feiern"],
  ]);
});

test("behind a kicker that names a charge somebody is said to have done it", () => {
  becomes(answerCautiously, [
    [
      "Schwere Vorwürfe - Hat der Verein das Geld versteckt?",
      "Schwere Vorwürfe - Verein soll das Geld versteckt haben",
    ],
    [
      "Schwere Vorwürfe - Lässt der Verein die Akten verbrennen?",
      "Schwere Vorwürfe - Verein soll die Akten verbrennen lassen",
    ],
    ["Schwere Vorwürfe - Verliert der Verein seinen Titel?", "Schwere Vorwürfe - Verein könnte seinen Titel verlieren"],
  ]);
});

test("a German question of what is right, a doubt, one to the reader and one without a clear subject stay", () => {
  stays(answerCautiously, [
    "Streit im Rat - Sollten Hunde an die Leine?",
    "Streit im Rat - Darf der Verein das Feld sperren?",
    "Streit im Rat - Ist der Weg gerecht?",
    "Streit im Rat - Plant Jansen das wirklich so?",
    "Streit im Rat - Kennen Sie die Insel Rügen?",
    "Streit im Rat - Verrät Jansen hier seinen Plan?",
    "Streit im Rat - Gehen der Stadt die Bäume aus?",
    "Streit im Rat - Gelingt Jansen der Neubeginn?",
    "Streit im Rat - Jetzt für Kinder ein Radweg?",
    "Fragen und Antworten - Kommt die neue Steuer?",
    "Plant Jansen einen neuen Hafen?",
  ]);
});

test("an age or a number behind a German name belongs to it", () => {
  becomes(putSubjectFirst, [
    ["Taub geboren - Hier hört Mia (1) zum ersten Mal Musik", "Taub geboren - Mia (1) hört zum ersten Mal Musik"],
    ["Razzia - So trickste die GSG 9 den Täter aus", "Razzia - GSG 9 trickste den Täter aus"],
  ]);
});

test("a German kicker that shouts keeps its matter or its place", () => {
  becomes(calmKicker, [
    ["Bußgeld-Hammer - Handy am Steuer kostet jetzt 440 Euro", "Bußgeld - Handy am Steuer kostet jetzt 440 Euro"],
    ["Nächster Füchse-Schock - Torwart reist vor dem Test ab", "Füchse - Torwart reist vor dem Test ab"],
    ["Schnee-Drama am Brocken - Wanderer warten auf die Helfer", "Am Brocken - Wanderer warten auf die Helfer"],
    ["Chaos in der Luft - Frau will Tür im Flug öffnen", "In der Luft - Frau will Tür im Flug öffnen"],
  ]);
  stays(calmKicker, [
    "Teuer-Hammer - Handy am Steuer kostet jetzt 440 Euro",
    "Familien-Knall - Handy am Steuer kostet jetzt 440 Euro",
    "8-Tore-Wahnsinn - Gastgeber gewinnen in der letzten Minute",
    "Chaos in der Luft - Was jetzt auf Reisende zukommt?",
    "Schock in Kiel - „Wir müssen das Feld räumen“",
  ]);
});

test("how or why something happened says that it happened", () => {
  becomes(sayWhatHappened, [
    [
      "Einbruch geplant - Wie die Polizei den Täter in die Falle lockte",
      "Einbruch geplant - Polizei lockte den Täter in die Falle",
    ],
    [
      "Hohe Gewinne - Warum Banken im Sommer Geld verdient haben",
      "Hohe Gewinne - Banken haben im Sommer Geld verdient",
    ],
    ["Neuer Plan - Wie der Verein die Jugend ausbildet", "Neuer Plan - Verein bildet die Jugend aus"],
  ]);
  stays(sayWhatHappened, [
    "Neues Buch - Wie Jansen die Welt sieht",
    "Neues Buch - Warum die Insel so schön ist",
    "Neues Buch - Warum Jansen nicht ins Rathaus will",
    "Wie die Polizei den Täter in die Falle lockte",
  ]);
});
