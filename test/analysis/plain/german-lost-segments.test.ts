import assert from "node:assert/strict";
import { test } from "node:test";
import { readText } from "../../../src/analysis/heuristic/read-text.ts";
import { editTitle } from "../../../src/analysis/plain/edit-title.ts";
import {
  leavesOneWordBeforeBut,
  losesCondition,
  losesMatter,
  losesSpokenReally,
  saysItOfAll,
} from "../../../src/analysis/plain/german-lost-segments.ts";
import { breaksAtMark, leavesNoPlace } from "../../../src/analysis/plain/german-rests.ts";
import type { StepName, TitleEdit } from "../../../src/analysis/plain/language-guards.ts";
import { tagTitle } from "../../../src/analysis/plain/tagger/tag-title.ts";
import { rulesAlone } from "./rules-alone.ts";

function editOf(before: string, after: string, step: StepName = "network"): TitleEdit {
  return { before: readText("title", before), after: readText("title", after), step };
}

/** Without its first segment. */
function losesFirst(opening: string, rest: string): boolean {
  return losesMatter(editOf(`${opening} ${rest}`, rest));
}

function edit(title: string): string {
  return editTitle(title, "de", tagTitle, rulesAlone).title;
}

test("an opening that says what, when or who stays, if the rest does not say it again", () => {
  for (const [opening, rest] of [
    ["Lotterie-Knaller:", "Drei neue Millionäre wohnen in Kiel"],
    ["Masern-Alarm:", "Landrat muss Reise nach Ulm absagen"],
    ["Katzen-Glück für Jana:", "Schwester der Wirtin eröffnet Heim"],
    ["Räuberbande:", "Zeugin sagt in Aalen vor Gericht aus"],
    ["Die Schulter!:", "So lange fehlt der Torwart in Aalen"],
    ["In nur drei Tagen!", "Konzert in Aalen ist ausverkauft"],
    ["Wir holen alles zurück!:", "Plan der Bürgermeisterin wäre teuer"],
    ["Mieter aufgepasst:", "Diese Regeln gelten ab Januar in Ulm"],
    ["Vorsicht, Salmonellen!:", "Wenn Ihr Ei alt ist, kochen Sie es"],
    ["Nachbar filmte heimlich mit!:", "Wirt stürzt in Aalen von der Leiter"],
  ] as const)
    assert.ok(losesFirst(opening, rest), opening);
});

test("an opening that only calls, teases or says it twice may go", () => {
  for (const [opening, rest] of [
    ["Schockierend:", "Hund sitzt seit Jahren im Tierheim in Ulm"],
    ["Wahnsinn!", "Wirt aus Aalen schwimmt über den Bodensee"],
    ["Das müssen Sie wissen:", "Marathon in Kiel beginnt am Sonntag"],
    ["Masern-Alarm:", "Landrat sagt Reise wegen Masern ab"],
    ["Horror-Szenen:", "Zwei Busse stoßen in Aalen zusammen"],
    ["Gewusst?:", "Darum hat der Topf in Kiel einen Rand"],
    ["Kennen Sie den Hersteller?:", "Vom kleinen Laden in Ulm zum Konzern"],
    ["Wer löst das Rätsel?:", "Lampen für 900 Euro aus Kirche gestohlen"],
  ] as const)
    assert.ok(!losesFirst(opening, rest), opening);
});

test("a question that alone names its matter stays before what answers it", () => {
  for (const [opening, rest] of [
    ["War es doch Brandstiftung?", "Gericht in Aalen legt die Akten vor"],
    ["Wanken die Banken?:", "Kunden stehen vor der Filiale in Ulm"],
    ["Ein kühles Bier?", "Sängerin aus Kiel bestellt lieber Tee"],
    ["Was hilft wirklich?", "Forscherin aus Kiel nennt fünf Gründe"],
  ] as const)
    assert.ok(losesFirst(opening, rest), opening);
});

test("a condition, the word before a doch, a spoken wirklich and this one thing stay", () => {
  assert.ok(losesCondition(editOf("Trainer bleibt in Kiel – es sei denn…", "Trainer bleibt in Kiel")));
  assert.ok(!losesCondition(editOf("Trainer bleibt in Kiel – irre!", "Trainer bleibt in Kiel")));
  assert.ok(leavesOneWordBeforeBut(editOf("Großer Einsatz, doch Kiel verliert", "Einsatz, doch Kiel verliert")));
  assert.ok(losesSpokenReally(editOf("Das musste nun wirklich nicht sein", "Das musste nun nicht sein")));
  assert.ok(!losesSpokenReally(editOf("Was der Plan wirklich kostet", "Was der Plan kostet")));
  assert.ok(saysItOfAll(editOf("Dieser Regen tut gut: Kiel feiert", "Regen tut gut: Kiel feiert")));
});

test("what is left before a colon is a place or an event, and a calmed mark does not break the sentence", () => {
  const news = "Alle Züge nach Kiel fallen aus";
  assert.ok(leavesNoPlace(editOf(`Chaos am Himmel: ${news}`, `Am Himmel: ${news}`, "frame")));
  assert.ok(leavesNoPlace(editOf(`Chaos bei der Bahn: ${news}`, `Bei der Bahn: ${news}`, "frame")));
  assert.ok(leavesNoPlace(editOf(`Skandal im Turmspringen: ${news}`, `Im Turmspringen: ${news}`, "frame")));
  assert.ok(!leavesNoPlace(editOf(`Chaos im Landtag: ${news}`, `Im Landtag: ${news}`, "frame")));
  assert.ok(breaksAtMark(editOf("Ulm: Für alle ab 12! Verbot gilt", "Ulm: Für alle ab 12. Verbot gilt", "marks")));
  assert.ok(breaksAtMark(editOf("Alles klar! Oder? Ein Besuch", "Alles klar: Oder? Ein Besuch", "marks")));
  assert.ok(breaksAtMark(editOf("Ulm: Wegen Frost! Züge stehen", "Ulm: Wegen Frost. Züge stehen", "marks")));
  assert.ok(!breaksAtMark(editOf("Ulm siegt 42:29! Jubel in Kiel", "Ulm siegt 42:29. Jubel in Kiel", "marks")));
});

test("the guards are asked for German titles", () => {
  const learned = { ...rulesAlone, dropRuns: () => ({ title: "Drei neue Millionäre wohnen in Kiel", reasons: [] }) };
  const title = "Lotterie-Knaller: Drei neue Millionäre wohnen seit Silvester in Kiel";
  assert.notEqual(editTitle(title, "de", tagTitle, learned).title, "Drei neue Millionäre wohnen in Kiel");
});

test("a plain noun fits the preposition behind it, the size and the weapons", () => {
  for (const title of [
    "Knie-Schock um Torwart aus Kiel: Verein wartet",
    "Wechsel-Kracher um Torwart aus Kiel bahnt sich an",
    "Kunden-Wut auf Händler aus Kiel: Laden bleibt zu",
    "Stadtfest beginnt in Kiel: Riesen-Nachfrage nach Karten",
    "Küchenmesser und Axt in Ulm: Streit eskaliert",
    "Möbel-Gigant schließt in Kiel: Räumung läuft",
    "Pokal in Kiel: Ulm entgeht Blamage gegen Aalen",
    "Nach dem Streit in Ulm: Sänger feuert gegen Minister zurück",
    "Hacker-Armee wütet gegen Zeitung aus Kiel",
    "Plan aus Ulm: Dem Land droht 30-Mrd.-Schock",
  ])
    assert.equal(edit(title), title);
});
