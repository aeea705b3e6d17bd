import assert from "node:assert/strict";
import { test } from "node:test";
import { editTitle } from "../../../src/analysis/plain/edit-title.ts";
import { criticizePlainly } from "../../../src/analysis/plain/german-criticism.ts";
import { answerCautiously } from "../../../src/analysis/plain/german-questions.ts";
import { dropDemonstrative } from "../../../src/analysis/plain/german-demonstratives.ts";
import { putSubjectFirst, sayWhatHappened } from "../../../src/analysis/plain/german-word-order.ts";
import { tagTitle } from "../../../src/analysis/plain/tagger/tag-title.ts";
import { rulesAlone } from "./rules-alone.ts";

function edit(title: string): string {
  return editTitle(title, "de", tagTitle, rulesAlone).title;
}

/** Its words stay; its marks may be calmed. */
function keepsWords(...titles: string[]): void {
  for (const title of titles) assert.equal(wordsOf(edit(title)), wordsOf(title));
}

function wordsOf(title: string): string {
  return (title.match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}

function becomes(pairs: [title: string, plain: string][]): void {
  for (const [title, plain] of pairs) assert.equal(edit(title), plain);
}

test("a participle does not become a finite verb, and the verb of many not that of one", () => {
  keepsWords(
    "Neue Akten enthüllt! Behörde in Kiel zahlte doppelt!",
    "Elfer verballert, Pfosten getroffen: Aalen verliert das Derby!",
    "Parkpreise explodiert! Stadt am See nimmt 9 Euro",
    "Transfer-Poker um Torwart könnte scheitern: Verein wartet",
  );
  becomes([
    ["Neue Akten enthüllen Lücken im Haushalt von Kiel!", "Neue Akten zeigen Lücken im Haushalt von Kiel"],
    [
      "Stürmer verballert Elfer in der Nachspielzeit: Aalen verliert!",
      "Stürmer verschießt Elfer in der Nachspielzeit: Aalen verliert",
    ],
    ["Koalitions-Poker um Rente: Partei wartet noch", "Koalitions-Verhandlungen um Rente: Partei wartet noch"],
  ]);
});

test("an adverb that stands for the verb, or without which one noun is left, stays", () => {
  keepsWords(
    "Belächelter Wirt plötzlich Weltmeister: Jubel in Aalen!",
    "Viele Mängel: Ausgerechnet Aalen! Markt bleibt vorerst zu",
    "Reformpläne Kommt endlich zur Sache! Ein Kommentar",
    "Der neue Werfer aus Kiel im Porträt: Hammer-Typ",
  );
  becomes([["Wirt aus Aalen steht plötzlich auf der Bühne der Oper!", "Wirt aus Aalen steht auf der Bühne der Oper"]]);
});

test("what is left of a kicker or of two words must be able to stand alone", () => {
  keepsWords(
    "Die Top- und Flop-Liste der Bäder in Hessen!",
    "Butter-Wut!: Bauern blockieren ein Lager bei Kiel",
    "Nach Horror-Start: Trainer in Aalen muss gehen",
    "Irre SummeSo viel zahlt der Verein für den Torwart!",
    "Erschreckende Zahlen! - Immer mehr Kinder in Kiel lernen nicht schwimmen",
  );
  becomes([
    ["Fan-Wut am Bahnhof: Züge nach Kiel fallen aus", "Fan-Ärger am Bahnhof: Züge nach Kiel fallen aus"],
    ["Horror-Unfall bei Aalen: Zwei Menschen verletzt", "Schwerer Unfall bei Aalen: Zwei Menschen verletzt"],
  ]);
});

test("a place behind an article keeps its preposition, and a defeat its name", () => {
  becomes([
    [
      "Chaos im Landtag: Abgeordnete aus Kiel verlassen den Saal",
      "Im Landtag: Abgeordnete aus Kiel verlassen den Saal",
    ],
    [
      "Chaos in Aalen: Abgeordnete verlassen mitten in der Rede den Saal",
      "Aalen: Abgeordnete verlassen mitten in der Rede den Saal",
    ],
    [
      "Klatsche für Jana Kern: Gericht hebt Verbot in Teilen auf",
      "Niederlage für Jana Kern: Gericht hebt Verbot in Teilen auf",
    ],
  ]);
  assert.equal(
    edit("Wut auf Politiker: Dachdecker aus Kiel beschädigt ein Denkmal"),
    "Verärgerung über Politiker: Dachdecker aus Kiel beschädigt ein Denkmal",
  );
  keepsWords("Eskalation im Blauen Haus: Anna Kern hat keine Zeit mehr zu verlieren");
});

test("an answer and the dots of an outlet stay", () => {
  keepsWords("Beispiel Aalen: Strom statt Gas? Das kostet! Ein Gastbeitrag von Jana Kern");
  assert.equal(
    edit("Debatte im Kreistag: Landrätin legt sich mit Bürgermeister Kern an – …"),
    "Debatte im Kreistag: Landrätin streitet mit Bürgermeister Kern – …",
  );
  assert.equal(
    edit("Bayern droht schon in der ersten Runde ein K.o.!"),
    "Bayern droht schon in der ersten Runde ein K.o.",
  );
});

test("a people's adjective takes the ending of the one before it, and an ordinal ends no sentence", () => {
  becomes([
    [
      "Einer der schwersten Russen-Angriffe: Raketen-Terror in der ganzen Stadt!",
      "Einer der schwersten russischen Angriffe: Raketen-Terror in der ganzen Stadt",
    ],
  ]);
  keepsWords("Erst Sumy, jetzt Kursk: Schlacht um die 2. Russen-Stadt hat begonnen!");
});

test("whoever is criticized keeps the case of the adjective in the name", () => {
  assert.equal(
    criticizePlainly("Olympiasieger rechnet mit Deutschem Ruderverband ab"),
    "Olympiasieger übt Kritik an Deutschem Ruderverband",
  );
  assert.equal(criticizePlainly("Olympiasieger rechnet mit Ruderverband ab"), "Olympiasieger kritisiert Ruderverband");
});

test("a matter of course, a reason that is told and an object in front are not turned", () => {
  for (const title of [
    "So will die Partei im Wahlkampf überzeugen",
    "Das überrascht: So plant Kern seine Zukunft",
    "Bericht der Bank: So hart trifft Bremen die Krise",
  ])
    assert.equal(putSubjectFirst(title), null);
  assert.equal(putSubjectFirst("So will die Partei die Renten erhöhen"), "Partei will die Renten erhöhen");
  assert.equal(sayWhatHappened("Kaum einer weiß es - Warum das Blech eine Kante hat"), null);
  assert.equal(dropDemonstrative("Prozess in Kiel - Diese Fangfragen soll Jana Kern beantworten"), null);
});

test("a question about a scene or with another word as its verb stays a question", () => {
  for (const title of [
    "Seltsame Szene in Kiel - Steckt sich der Torwart den Ball unter das Hemd?",
    "Angriff im Osten - Nächste Großstadt vor dem Fall?",
    "Streit um den Kurs - Steht die Brandmauer der Partei?",
  ])
    assert.equal(answerCautiously(title), null);
  assert.equal(
    answerCautiously("Aufmarsch an der Grenze - Plant Putin einen neuen Angriff?"),
    "Aufmarsch an der Grenze - Putin könnte einen neuen Angriff planen",
  );
});

test("a word that is denied, asked or said three times is meant", () => {
  keepsWords(
    "Von wegen Blitz-Wechsel: Warum der Verein aus Kiel noch warten muss!",
    "Torwart aus Aalen will es wissen: Monster-Tor! Monster-Parade! Monster-Sprung!",
    "Wird es der fantastische Februar für die Ruderer aus Kiel?",
    "Horror-Saison für die Ruderer aus Kiel ist perfekt!",
    "Seine bunte Jacke hat ihn verraten: Dieb in Kiel gefasst!",
  );
  becomes([
    ["Blitz-Wechsel beim Verein aus Kiel: Torwart geht sofort!", "Wechsel beim Verein aus Kiel: Torwart geht sofort"],
  ]);
});

test("an animal in capitals is no adjective, and capitals inside a word are a play on it", () => {
  assert.match(edit("Zoo in Kiel - Jetzt kommen die TIGER UND BÄREN ALLE ZUSAMMEN!"), /Tiger/u);
  keepsWords("Sänger auf Besuch in Kiel: Sean hat den Start ganz schön verPENNt!");
});

test("a plain word fits the case of what stands around it", () => {
  keepsWords(
    "Bericht aus Ulm - Experte warnt vor Bahn-Chaos an Ostern!",
    "Trainer Kern schwärmt von jungem Torwart aus Aalen!",
  );
  becomes([
    ["Lkw-Crashs auf der A8 bei Ulm: zwei Verletzte!", "Lkw-Unfälle auf der A8 bei Ulm: zwei Verletzte"],
    ["Trainer Kern schwärmt von Torwart Anton Reich!", "Trainer Kern lobt Torwart Anton Reich"],
  ]);
});

test("a first part stays in a list and before an alarm, and “unsere” before a noun alone", () => {
  keepsWords(
    "Müll, Mäuse, Schmuddel-Küche: Wirt in Ulm zahlt Strafe!",
    "Ekel-Alarm bei Metzger in Ulm: Maus läuft durch die Theke!",
    "Sparpaket in Ulm: Der Preis ist hoch! Unsere Schulen!",
  );
  becomes([
    ["Schmuddel-Imbiss in Ulm geschlossen: Amt findet Mäuse!", "Imbiss in Ulm geschlossen: Amt findet Mäuse"],
    ["Ekel-Alarm!: Mäuse laufen durch eine Metzgerei in Ulm", "Mäuse laufen durch eine Metzgerei in Ulm"],
    ["Trotz Sparpaket: Unsere Schulen bekommen mehr Geld!", "Trotz Sparpaket: Schulen bekommen mehr Geld"],
  ]);
});

test("a kicker keeps its matter: a trade is no place, and each of several shouts names something", () => {
  keepsWords(
    "Elfer-Drama! Torwart-Panne! Traumtor!: Drei Szenen vom Finale in Aalen",
    "Unwetter-Drama in Ulm: Drei Menschen sterben in den Fluten",
    "Chaos in der Schifffahrt: Reederei streicht drei Linien in der Ostsee!",
    "Horror für Passagiere: Fähre verliert Anker vor Kiel!",
  );
  becomes([
    [
      "Chaos am Flughafen Kiel: Reederei streicht drei Linien in der Ostsee!",
      "Am Flughafen Kiel: Reederei streicht drei Linien in der Ostsee",
    ],
    [
      "Schock für Aalen: Aalens Torwart fällt bis zum Sommer aus!",
      "Rückschlag für Aalen: Aalens Torwart fällt bis zum Sommer aus",
    ],
  ]);
});

test("how it was or will be, what had to be and a goal to be reached are not turned", () => {
  for (const title of [
    "Alter Kalender - So soll das Wetter im Mai werden",
    "Kaffeefahrten - So haben Großmütter eingekauft",
    "Streit in Ulm - Darum musste der Landrat jetzt handeln",
    "Neuer Plan - So will Dänemark seine Klimaziele erreichen",
  ])
    assert.equal(putSubjectFirst(title), null, title);
  assert.equal(
    putSubjectFirst("Neuer Plan - So soll der Wald bis Mai dichter werden"),
    "Neuer Plan - Wald soll bis Mai dichter werden",
  );
  assert.equal(answerCautiously("Neue Liste - Endet bald die Karriere dieses Torwarts?"), null);
});

test("a shouted verb that may be a noun stays as it is", () => {
  assert.equal(
    edit("Streit um Tests: Lehrer VERABSCHEUEN die Reform in Kiel!"),
    "Streit um Tests: Lehrer VERABSCHEUEN die Reform in Kiel",
  );
});

test("a rank that singles out, a clinic and a killer without a verdict stay", () => {
  keepsWords(
    "Deutschlands Top-General rät zu neuen Panzern!",
    "Richter schickt Mann aus Ulm in den Psycho-Knast!",
    "Rentner-Killer aus Ulm gefasst: Polizei fand ihn im Zug!",
  );
  becomes([
    ["Top-General rät zu neuen Panzern für die Truppe!", "General rät zu neuen Panzern für die Truppe"],
    ["Richter schickt Mann aus Ulm in den Knast!", "Richter schickt Mann aus Ulm ins Gefängnis"],
    [
      "Rentner-Killer aus Ulm verurteilt: Richter nennt Gründe!",
      "Rentner-Mörder aus Ulm verurteilt: Richter nennt Gründe",
    ],
  ]);
});
