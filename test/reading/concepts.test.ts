import assert from "node:assert/strict";
import { test } from "node:test";
import rows from "../../src/analysis/stories/concepts.json" with { type: "json" };
import { findConcept } from "../../src/analysis/stories/concepts.ts";
import { extractSigns, measureRarity } from "../../src/analysis/stories/story-signs.ts";
import { groupItems, type StoryItem } from "../../src/analysis/stories/group-items.ts";
import { keyOfConcept } from "../../src/analysis/stories/stem-keys.ts";
import events from "../fixtures/stories/events.json" with { type: "json" };
import { foldText } from "../../src/items/search-words.ts";

const languages = ["en", "de", "pl"];
const all = [...rows.countries, ...rows.places, ...rows.things];
const find = (word: string, language: string) => findConcept(foldText(word), language);

test("every word of the list has the concept of its row, so none stands in two rows of one language", () => {
  const wrong = all.flatMap((row) =>
    languages.flatMap((language, column) =>
      (row[column] ?? "")
        .split(" ")
        .filter((word) => find(word, language) !== keyOfConcept(row[0] ?? ""))
        .map((word) => `${word} (${language})`),
    ),
  );
  assert.deepEqual(wrong, []);
  assert.equal(new Set(all.map(([name = ""]) => keyOfConcept(name))).size, all.length);
});

test("a word has a concept in other forms than those of the list, and none in a language it is not of", () => {
  const quake = find("earthquake", "en");
  assert.ok(quake !== null);
  assert.deepEqual([find("Beben", "de"), find("trzęsieniem", "pl"), find("quakes", "en")], [quake, quake, quake]);
  assert.deepEqual([find("Erdbeben", "en"), find("earthquake", "fr")], [null, null]);
});

test("a German compound is what its last part is, however long it is, and takes no longer for that", () => {
  const bridge = find("Brücke", "de");
  assert.ok(bridge !== null);
  assert.equal(find(`${"Donau".repeat(3_000)}brücken`, "de"), bridge);
  // Looking up each end of such a word would take hours: the test would be ended.
  assert.equal(find("q".repeat(2_000_000), "de"), null);
});

test("where two concepts would be one without their endings, only the very word counts", () => {
  assert.notEqual(find("Dania", "pl"), find("dane", "pl"));
  assert.equal(find("Danie", "pl"), null);
  // Of prime ministers, and not of premieres, which have several words that end so.
  assert.equal(find("premierów", "pl"), null);
});

test("two reports in two languages that share a place and what happened are one story; of another place, they are not", () => {
  const english = report("1", "Dozens hurt as earthquake strikes near Sisak overnight", "en");
  const polish = "Silne trzęsienie ziemi koło Sisaku. Wielu rannych w szpitalach";
  assert.deepEqual(storiesOf([english, report("2", polish, "pl")]), ["1", "1"]);
  assert.deepEqual(storiesOf([english, report("2", polish.replace("Sisaku", "Osijeku"), "pl")]), ["1", "2"]);
});

test("a country and a number do not make one event, and a town and a number do", () => {
  const [english, german] = ["Plans for 23 new swimming pools in Portugal", "Portugal: 23 Lehrlinge geehrt"];
  assert.deepEqual(storiesOf([report("1", english, "en"), report("2", german, "de")]), ["1", "2"]);
  const [inTown, inTownInGerman] = [english, german].map((title) => title.replace("Portugal", "Brzeg"));
  assert.deepEqual(storiesOf([report("1", inTown ?? "", "en"), report("2", inTownInGerman ?? "", "de")]), ["1", "1"]);
});

test("in the news of one town, whose name tells nothing, what happened is enough", () => {
  const english = report("1", "Marwick hospital closes its night ward, doctors are missing", "en");
  const german = report("2", "Krankenhaus in Marwick schließt Nachtambulanz, Ärzte fehlen", "de");
  const ofTown = Array.from({ length: 20 }, (_, at) => report(`x${at}`, `Notice ${at} of the Marwick council`, "en"));
  assert.deepEqual(storiesOf([english, german, ...ofTown]).slice(0, 2), ["1", "1"]);
});

test("reports that share much are two stories where their names differ", () => {
  const hull = report("1", "Warehouse fire near Hull injures two firefighters", "en");
  const title = "Strażacy ranni w pożarze magazynu";
  assert.deepEqual(storiesOf([hull, report("2", `${title} w Hull`, "pl")]), ["1", "1"]);
  assert.deepEqual(storiesOf([hull, report("2", `${title} w Bradford`, "pl")]), ["1", "2"]);
});

function report(id: string, title: string, language: string): StoryItem {
  const pubDate = new Date("2026-11-15T12:00:00Z");
  return { id, feedId: id, page: null, pubDate, language, signs: extractSigns({ title, lead: "", language }) };
}

/** Among the reports of 60 other events. */
function storiesOf(items: StoryItem[]): string[] {
  const others = events.flatMap(({ reports }) =>
    reports.map(([language = "", title = "", lead = ""]) => extractSigns({ title, lead, language })),
  );
  const rarity = measureRarity([...items.map(({ signs }) => signs), ...others]);
  return groupItems(items, [], rarity).map(({ storyId }) => storyId);
}
