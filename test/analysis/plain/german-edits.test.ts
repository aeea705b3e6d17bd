import assert from "node:assert/strict";
import { test } from "node:test";
import { editTitle } from "../../../src/analysis/plain/edit-title.ts";
import { tagTitle } from "../../../src/analysis/plain/tagger/tag-title.ts";

function edit(title: string): string {
  return editTitle(title, "de", tagTitle).title;
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
  const news = "Forscher finden riesige Höhle unter dem Harz";
  assert.equal(edit(`Sitzung am Montag - ${news}`), "Sitzung am Montag - Forscher finden große Höhle unter dem Harz");
  assert.equal(edit(`Sitzung am Montag – ${news}`), `Sitzung am Montag – ${news}`);
});

test("a German verb or adjective used as a noun stays", () => {
  assert.equal(edit("Zittern vor der Wahl im Norden!"), "Zittern vor der Wahl im Norden");
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
