import assert from "node:assert/strict";
import { test } from "node:test";
import { readText } from "../../../src/analysis/heuristic/read-text.ts";
import { editTitle } from "../../../src/analysis/plain/edit-title.ts";
import { tidy } from "../../../src/analysis/plain/edit-step.ts";
import { isOrder } from "../../../src/analysis/plain/german-guards.ts";
import type { Language } from "../../../src/analysis/plain/lexicon-entry.ts";
import type { TaggedTitle } from "../../../src/analysis/plain/tagger/tag-title.ts";
import { rulesAlone } from "./rules-alone.ts";

// Every word of a title is surely loaded, so only the guards decide.
function loudTag({ text, tokens }: { text: string; tokens: readonly { start: number; end: number }[] }): TaggedTitle {
  const words = tokens.map(({ start, end }) => ({ start, end, loaded: 0.9, drop: 0.9, kind: "emotive" as const }));
  return { loaded: text.length > 0 ? 0.9 : 0, words } as unknown as TaggedTitle;
}

function edited(title: string, language: Language): string {
  return editTitle(title, language, loudTag, rulesAlone).title;
}

const kept: [string, Language, string][] = [
  ["an adjective that is all a Polish title says", "pl", "Niespodziewany lider żużlowców z Leszna"],
  ["an adjective that a Polish sentence denies", "pl", "Spektakularnych transferów zimą nie będzie w Elblągu"],
  ["an adjective before an empty English noun", "en", "Ten Towns in Norway Face Brutal Weather on Friday"],
  ["an adjective behind “already”", "en", "Ferry Strike Ends an Already Bizarre Week in Dover"],
  ["one of several adjectives", "en", "Bergen Museum Honors 15 Badass, Tall Women of 1910"],
  ["the best of somebody's moments", "en", "Five Sailors Told Us Their Most Terrifying Moments at Sea"],
  ["an opinion behind “Why”", "en", "Why the Ghent Tram Fair Was a Brilliant Move for the City"],
  ["half of a question", "en", "Have the ferry rules of Bergen gone too far?"],
  ["a megacity", "de", "Forscher sehen Mega-Städte als Gefahr für das Klima"],
  ["what stands behind a hedge", "de", "Bericht der Behörde - Die Brücke ist sicher, aber…"],
  ["an order", "de", "Verbietet endlich Motorboote auf dem See bei Plön"],
  ["what is said with an adverb before the article", "en", "Why the Bergen Tram Is Actually a Terrible Bus"],
  ["an answer of one word", "en", "The Ferry Captain's Response to the Storm? Epic."],
  ["a word between stars", "en", "A *Wildly* Different View of Bergen in Ten Maps"],
  ["things that are stopped", "en", "Drones over Ghent stop horrible things from happening at night"],
  ["somebody's plural noun", "en", "Boy from Ghent Reads Trolls' Comments to Help Other Boys"],
  ["an article before a name", "en", "A defiant Volvo seeks a way out of the strike in Ghent"],
  ["what would be said of all", "en", "This paint is made out of soot from the harbor of Ghent"],
  ["the contrast", "en", "Some talk about the ferry of Bergen, but here's what's far more important"],
  ["a bracket that would stay open", "en", "All the Sailors Are Alive (But the Mom Will Bring You to Tears)"],
  ["a name with a loud adjective", "pl", "Kino w stoczni, a Festiwal Filmów Kultowych niebawem w Ełku"],
  ["a preposition that would need another form", "pl", "Siłacz z potężną szczęką wystąpi w Ełku w niedzielę"],
  ["a verb that would lack its object", "pl", "AZS z Ełku gromi, porażka szkoły z Pucka"],
  ["what a question is about", "pl", "Wyglądają miło, ale bardzo szkodzą. Co robią kuny w mieście?"],
  ["a name that repeats itself", "pl", "Opera Tu. Tu. Propozycja dla dzieci i dorosłych"],
  ["a sentence that takes back", "pl", "Poseł czyta „dokument sprzed 200 lat”. Tak naprawdę to mem"],
  ["what somebody becomes", "de", "Fans in Kiel staunen - Wie der Lehrer zum Super-Torwart wurde"],
  ["the first part of a bare object", "de", "Pokal in Kiel - Torwart überrascht mit Ekel-Aktion"],
  ["a first part that goes on small", "de", "Streit in Kiel - Das große Frust-im-Job-Paradoxon"],
  ["a kicker that names nothing without it", "de", "Kurioser Fall: Einbrecher hausen mehrere Tage in Kiel"],
  ["a word that comes twice", "de", "Show in Kiel - Früher war das Fernsehen total, jetzt total banal"],
  ["the verb's number", "de", "Ferienende in Kiel - Hier droht Verkehrschaos"],
  ["names in a list", "de", "Stars in Kiel - So campen Ian Hiller, Eva Born und Jan Kurz"],
];

for (const [what, language, title] of kept) {
  test(`a title keeps ${what}`, () => {
    assert.equal(edited(title, language), title);
  });
}

test("a question whose words are the matter stays in a Polish title", () => {
  const title = "Radni Ustki zgodzili się na nową przystań. Co ze sprzeciwem rybaków?";
  assert.match(edited(title, "pl"), /sprzeciwem rybaków/u);
});

test("an order in German is known by its verb at the start, a report is none", () => {
  const at = (title: string) => {
    const read = readText("title", title);
    return isOrder(
      read,
      read.tokens.findIndex(({ word }) => word === "endlich"),
    );
  };
  assert.equal(at("Zahlt den Pflegern endlich mehr Geld"), true);
  assert.equal(at("Stadt zahlt endlich mehr Geld"), false);
  assert.equal(at("Meldet sich endlich jemand?"), false);
});

test("tidying keeps iPhone, a king's number and the small letter behind a pause", () => {
  assert.equal(tidy("iPhone trick saves space", "This iPhone trick saves space", "en"), "iPhone trick saves space");
  assert.equal(tidy("Das Fest für Karl II.", "So läuft das Fest für Karl II. ab", "de"), "Das Fest für Karl II.");
  assert.equal(
    tidy("Trener zaklął i... odszedł", "Trener zaklął i... nagle odszedł", "pl"),
    "Trener zaklął i... odszedł",
  );
});

test("a word in small letters stays small among many names", () => {
  const title = "Mayor Ann Bell berates Bishop Tom Reed over Dover Fair";
  assert.match(edited(title, "en"), / (?:berates|criticizes) /u);
});

test("what is left of an edit is well-formed", () => {
  assert.equal(tidy("Sie packt, : „Es war kalt“", "Sie packt, aus: „Es war kalt“", "de"), "Sie packt: „Es war kalt“");
  assert.equal(tidy("It is green. : it grows", "It is green. Hint: it grows", "en"), "It is green. It grows");
  assert.equal(tidy("The Q&A And the fair", "The Q&A And the great fair", "en"), "The Q&A And the fair");
  assert.equal(tidy("Ełk - Puck 4:1. wygrana", "Ełk - Puck 4:1. Efektowna wygrana", "pl"), "Ełk - Puck 4:1. Wygrana");
  assert.equal(
    tidy("Lata 60. powrót na salony", "Lata 60. Wielki powrót na salony", "pl"),
    "Lata 60. Powrót na salony",
  );
  assert.equal(tidy("W klubie 60. zjazd", "W klubie wielki 60. zjazd", "pl"), "W klubie 60. zjazd");
});
