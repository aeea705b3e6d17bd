import assert from "node:assert/strict";
import { test } from "node:test";
import { turnsRound } from "../../src/chat/turns-round.ts";

/** `same` may be said of the source; `turned` says the opposite of a part of it. */
type Example = { language: string; source: string; same: string[]; turned: string[] };

const examples: Example[] = [
  {
    language: "en",
    source:
      "Mayor Ann Orr, who had not spoken before, resigned on Monday. The council did not vote on the harbour plan. Nobody was hurt in the storm that " +
      "closed two schools in Elmsford. The court rejected the appeal of the union. The ferry left Dover without passengers.",
    same: [
      "Mayor Ann Orr resigned on Monday.",
      "The mayor, who had not spoken before, resigned.",
      "There was no vote by the council on the harbour plan.",
      "Nobody was hurt in the Elmsford storm.",
      "The court did not accept the appeal of the union.",
      "Not only the mayor resigned on Monday.",
      "The ferry left Dover.",
      "No 10 said the mayor resigned on Monday.",
    ],
    turned: [
      "Mayor Ann Orr did not resign on Monday.",
      "The mayor hasn’t resigned on Monday.",
      "The council voted on the harbour plan.",
      "The storm never closed two schools in Elmsford.",
    ],
  },
  {
    language: "de",
    source:
      "Ministerin Huber tritt nicht zurück, obwohl die Opposition das fordert. Die Stadt Kiel plant keine neue Brücke. " +
      "Das Gericht hat die Klage am Freitag zugelassen. Bei dem Brand wurde niemand verletzt. Familien in Not bekommen Hilfe vom Staat.",
    same: [
      "Familien bekommen Hilfe vom Staat.",
      "Ministerin Huber bleibt, sie tritt nicht zurück.",
      "Die Opposition fordert den Rücktritt der Ministerin.",
      "Eine neue Brücke plant Kiel nicht.",
      "Das Gericht hat die Klage zugelassen.",
      "Verletzt wurde bei dem Brand niemand.",
    ],
    turned: [
      "Ministerin Huber tritt zurück.",
      "Die Stadt Kiel plant eine neue Brücke.",
      "Das Gericht hat die Klage am Freitag nicht zugelassen.",
      "Bei dem Brand wurde jemand verletzt.",
    ],
  },
  {
    language: "pl",
    source:
      "Wójt nie sprzeda lasu koło Borów, choć brakuje pieniędzy. Radni przyjęli budżet w piątek. Prom odpłynął bez pasażerów. Nikt nie zginął w pożarze.",
    same: [
      "Las koło Borów nie zostanie sprzedany przez wójta.",
      "Radni przyjęli w piątek budżet.",
      "Prom odpłynął.",
      "W pożarze nikt nie zginął.",
    ],
    turned: ["Wójt sprzeda las koło Borów.", "Radni nie przyjęli budżetu w piątek."],
  },
];
for (const { language, source, same, turned } of examples) {
  for (const text of same)
    test(`not turned round: ${text}`, () => assert.equal(turnsRound(text, source, language), false));
  for (const text of turned)
    test(`turned round: ${text}`, () => assert.equal(turnsRound(text, source, language), true));
}

test("a text does not turn itself round, and nothing is said of nothing", () => {
  for (const { language, source } of examples) assert.equal(turnsRound(source, source, language), false);
  assert.equal(turnsRound("", examples[0]!.source, "en"), false);
  assert.equal(turnsRound("The mayor did not resign.", "", "en"), false);
});

test("what the source both says and denies may be said", () => {
  const source =
    "Orr said that the mayor will resign on Friday. Her party said that the mayor will not resign on Friday.";
  assert.equal(turnsRound("The mayor will resign on Friday.", source, "en"), false);
  assert.equal(turnsRound("The mayor will not resign on Friday.", source, "en"), false);
});

test("a small word of another language is no denial", () => {
  const source = "O presidente abriu na segunda-feira o novo hospital da cidade do Porto.";
  assert.equal(turnsRound("O presidente abriu o novo hospital no Porto na segunda-feira.", source, "pt"), false);
});
