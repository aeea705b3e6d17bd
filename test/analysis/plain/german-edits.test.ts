import assert from "node:assert/strict";
import { test } from "node:test";
import { editTitle } from "../../../src/analysis/plain/edit-title.ts";
import { dropDemonstrative } from "../../../src/analysis/plain/german-demonstratives.ts";
import { putSubjectFirst } from "../../../src/analysis/plain/german-word-order.ts";
import { tagTitle } from "../../../src/analysis/plain/tagger/tag-title.ts";
import { rulesAlone } from "./rules-alone.ts";

function edit(title: string): string {
  return editTitle(title, "de", tagTitle, rulesAlone).title;
}

test("a German headline in the first person keeps its words, the same words of an outlet are calmed", () => {
  assert.equal(
    edit("Ich bin völlig sauer auf den Vermieter in der Südstadt!"),
    "Ich bin völlig sauer auf den Vermieter in der Südstadt",
  );
  assert.equal(
    edit("Mieter sind völlig sauer auf den Vermieter in der Südstadt!"),
    "Mieter sind verärgert über den Vermieter in der Südstadt",
  );
});

test("a German noun is not replaced by one of another gender behind an article or adjective", () => {
  assert.equal(
    edit("Das ewige Gezerre um den Radweg in Ulm geht weiter!"),
    "Das ewige Gezerre um den Radweg in Ulm geht weiter",
  );
  assert.equal(edit("Gezerre um den Radweg in Ulm geht weiter!"), "Streit um den Radweg in Ulm geht weiter");
  assert.equal(
    edit("Der neue Zoff um den Radweg in Ulm geht weiter!"),
    "Der neue Streit um den Radweg in Ulm geht weiter",
  );
});

test("a German adjective that says which things are meant stays", () => {
  const picksOut = "Senatorin will irre Gebühren für Hunde abschaffen";
  assert.equal(edit(`${picksOut}!`), picksOut);
  assert.equal(edit("Senatorin stoppt die irren Gebühren für Hunde!"), "Senatorin stoppt die Gebühren für Hunde");
});

test("a German question before the news goes, one behind it stays", () => {
  assert.equal(
    edit("Was grünt uns denn da? - Gärtner pflanzen Palmen vor dem Rathaus"),
    "Gärtner pflanzen Palmen vor dem Rathaus",
  );
  for (const title of [
    "Die Stadt kauft 40 Busse - ist das nicht irre?",
    "Kinder starten in der Schule durch - wenn sie dürfen",
    "Wie viel Wasser braucht der Park? Gärtner pflanzen Palmen vor dem Rathaus",
  ])
    assert.equal(edit(title), title);
});

test("a German entry that was not proven in ordinary newspapers edits only titles in a tabloid's form", () => {
  const plainForm = "Konzern schnappt sich Brauerei aus Jena";
  assert.equal(edit(plainForm), plainForm);
  assert.equal(edit(`${plainForm}!`), "Konzern holt sich Brauerei aus Jena");
  assert.equal(
    edit("Übernahme in Jena - Konzern schnappt sich Brauerei!"),
    "Übernahme in Jena - Konzern holt sich Brauerei",
  );
});

test("a German title in a tabloid's form is edited although it is less loud", () => {
  const news = "Forscher finden in Goslar riesige Höhle, Zugang gesperrt bis Mai";
  assert.equal(
    edit(`Sitzung am Montag - ${news}`),
    "Sitzung am Montag - Forscher finden in Goslar große Höhle, Zugang gesperrt bis Mai",
  );
  assert.equal(edit(`Sitzung am Montag – ${news}`), `Sitzung am Montag – ${news}`);
});

test("a German verb or adjective used as a noun stays", () => {
  assert.equal(edit("Poltern gegen die Wahl im Norden!"), "Poltern gegen die Wahl im Norden");
  assert.equal(edit("Firmen zittern vor der Wahl im Norden!"), "Firmen haben Sorge vor der Wahl im Norden");
  assert.equal(
    edit("Das Gute im Schrecklichen - Ausstellung in Gera!"),
    "Das Gute im Schrecklichen - Ausstellung in Gera",
  );
});

test("a loud compound that says how it will be stays, one that names the matter loses its first part", () => {
  assert.equal(
    edit("Im Osten droht ein Horror-Winter mit 30 Grad Frost!"),
    "Im Osten droht ein Horror-Winter mit 30 Grad Frost",
  );
  assert.equal(edit("Horror-Winter in Lappland: 40 Grad Frost!"), "Winter in Lappland: 40 Grad Frost");
});

test("the word behind a colon gets the capital of the one that went", () => {
  assert.equal(
    edit("Texas statt Ohio: Ausgerechnet kleine Städte setzen auf Windräder"),
    "Texas statt Ohio: Kleine Städte setzen auf Windräder",
  );
});

test("an army that attacks a town does not criticize it", () => {
  const attack = "Armee greift Hafenstadt massiv an";
  assert.equal(edit(attack), attack);
  assert.equal(edit("Oppositionsführer greift Kanzler frontal an"), "Oppositionsführer kritisiert Kanzler");
});

test("a German headline behind So, Darum, Hier puts its subject first", () => {
  const turned = [
    ["Neue Maut - So trickst der Verband die Prüfer aus", "Neue Maut - Verband trickst die Prüfer aus"],
    ["Pressekonferenz - So hart trifft die Flaute den Handel", "Pressekonferenz - Flaute trifft den Handel"],
    ["Nach der Wahl - So feiert der neue Landrat seinen Sieg", "Nach der Wahl - Neuer Landrat feiert seinen Sieg"],
    [
      "Streit um Mieten - So wehren sich die Grünen gegen Kritik",
      "Streit um Mieten - Die Grünen wehren sich gegen Kritik",
    ],
    ["Fotos vom Hof - Hier wird der Minister vereidigt", "Fotos vom Hof - Minister wird vereidigt"],
    ["Zoll in Genf - Darum hat China keine Masken mehr", "Zoll in Genf - China hat keine Masken mehr"],
  ] as const;
  for (const [title, plain] of turned) assert.equal(putSubjectFirst(title), plain);
});

test("a German headline stays where the subject cannot be told or the word says how", () => {
  for (const title of [
    "Neues Rathaus - So sieht der Saal aus",
    "Neues Rathaus - So soll der Saal aussehen",
    "Neues Rathaus - Hier verdienen Köche am meisten",
    "Neues Rathaus - So helfen Sie dem Verein",
    "Neues Rathaus - So hilft Technik Kindern im Alltag",
    "Neues Rathaus - So viel kostet der Umbau",
    "Neues Rathaus - Jetzt ermittelt die Polizei in Ulm",
  ])
    assert.equal(putSubjectFirst(title), null, title);
  // Ordinary newspapers give advice in this form.
  assert.equal(putSubjectFirst("So behalten Bewerber den Überblick", true), null);
  assert.equal(putSubjectFirst("So will Bayern den Wald umbauen", true), "Bayern will den Wald umbauen");
});

test("a German “dieser” goes only if what is left says who or what", () => {
  assert.equal(
    dropDemonstrative("Lotto in Ulm - Dieser junge Bäcker gewann 4 Millionen Euro"),
    "Lotto in Ulm - Junger Bäcker gewann 4 Millionen Euro",
  );
  for (const title of [
    "Im Supermarkt - Diese Lebensmittel machen müde",
    "Im Kabinett - Diese Pläne hat Merkel für Ulm",
    "Im Kabinett - Dieser Satz verrät die Angst",
    "Im Kabinett - Dieser Frau gelang der Aufstieg",
  ])
    assert.equal(dropDemonstrative(title), null, title);
});

test("a people's name as first part becomes an adjective where gender and case are sure", () => {
  assert.equal(
    edit("Urteil in Perm - Russen-Gericht schickt Reporter in Haft!"),
    "Urteil in Perm - Russisches Gericht schickt Reporter in Haft",
  );
  assert.equal(
    edit("Panne am Himmel - Angst vor neuer Russen-Offensive im Donbas!"),
    "Panne am Himmel - Angst vor neuer russischer Offensive im Donbas",
  );
  // One tank or many?
  const tanks = "Front bei Bachmut - Russen-Panzer vor der Stadt zerstört";
  assert.equal(edit(tanks), tanks);
});

test("a first part that is all that is said stays behind “ein”", () => {
  const group = "Auslosung in Genf - Jetzt droht Bremen eine Hammer-Gruppe";
  assert.equal(edit(`${group}!`), group);
});

test("shouted German words are small where headlines write them small", () => {
  assert.equal(
    edit("ÄRZTE GABEN IHN SCHON AUF - Bäcker aus Ulm backt wieder Brot"),
    "Ärzte gaben ihn schon auf - Bäcker aus Ulm backt wieder Brot",
  );
});

test("a kicker of one noun loses its adjective only if the noun can stand alone", () => {
  assert.equal(
    edit("Erschreckende Umfrage - Grundschulen in Hessen fehlen 4000 Lehrer!"),
    "Umfrage - Grundschulen in Hessen fehlen 4000 Lehrer",
  );
  const mood = "Explosive Stimmung - Bürger in Hessen lehnen Straße ab";
  assert.equal(edit(mood), mood);
});

test("a question before the news stays where only it says what the title is about", () => {
  const talk = "Wie böse sind Computer? - Neuer Talk bei Anne Berg am Sonntag";
  assert.equal(edit(talk), talk);
});

test("a stressed German word is written small, whatever the title's score", () => {
  assert.equal(
    edit("Prozess in Ulm - ER holt den Pokal, und der Verein feiert irre Party!"),
    "Prozess in Ulm - Er holt den Pokal, und der Verein feiert irre Party",
  );
});

test("a German kicker of one word that only calls goes", () => {
  assert.equal(
    edit("HISTORISCH! - Verein aus Kiel steigt zum ersten Mal in die Liga auf"),
    "Verein aus Kiel steigt zum ersten Mal in die Liga auf",
  );
  const noun = "Haftbefehl - Verein aus Kiel sucht den Kassenwart seit Mai";
  assert.equal(edit(noun.replace(" -", "! -")), noun);
});

test("a German adjective stays with a generic noun that nothing explains", () => {
  const custom = "Kurioser Brauch führt im Dorf Lingen zu Anklage";
  assert.equal(edit(`${custom}!`), custom);
  assert.equal(edit("Kurioser Brauch im Dorf Lingen führt zu Anklage!"), "Brauch im Dorf Lingen führt zu Anklage");
});

test("behind a number with a full stop no sentence begins", () => {
  assert.equal(
    edit("Umfrage in Bonn - Jeder 6. schnappt sich Brot vom Vortag!"),
    "Umfrage in Bonn - Jeder 6. holt sich Brot vom Vortag",
  );
});

test("a German IHR in capitals stays: it may be the reader's or hers", () => {
  const title = "Experte rechnet vor - Inflation frisst IHR Geld auf";
  assert.equal(edit(`${title}!`), title);
});

test("a thing that Dieser points at is no person", () => {
  const title = "Finale in Köln - Dieser Moment macht alle sprachlos";
  assert.equal(dropDemonstrative(title), null);
});
