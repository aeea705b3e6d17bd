import assert from "node:assert/strict";
import { test } from "node:test";
import { parseDraft } from "../../src/briefs/parse-draft.ts";
import { briefItem } from "./brief-examples.ts";

type Example = { language: string; summary: string; kept: string[]; dropped: string[] };

const examples: Example[] = [
  {
    language: "en",
    summary:
      "Leeds gets £5 million for 12 bridges, of 1,250,000 people. Support rose by 3 to 4.5 percent on 12.03.2026 at 10:30. Two schools cost 7bn.",
    kept: [
      "Leeds gets 5 million pounds for twelve bridges.",
      "Leeds gets £5m for 12 bridges.",
      "Leeds gets 5 million for 12 bridges of 1.25 million people.",
      "Support in Leeds rose by 3 percent, or 4.5%.",
      "Support in Leeds rose on the 12th at 10.30.",
      "Schools in Leeds cost 7 billion.",
      "The 2 schools in Leeds cost 7bn.",
    ],
    dropped: [
      "Leeds gets 5 billion pounds for bridges.",
      "Leeds gets five billion pounds for bridges.",
      "Leeds gets 5 pounds for bridges.",
      "Leeds gets $5 million for bridges.",
      "Leeds gets 12 million for bridges.",
      "Support in Leeds rose by 4.5.",
      "Support in Leeds rose by 12 percent.",
      "Support in Leeds rose by 45 percent.",
      "Schools in Leeds cost 7 million.",
    ],
  },
  {
    language: "de",
    summary:
      "Kiel gibt 5 Mrd. Euro für 30 000 Wohnungen aus. Die Mieten steigen um 3,5 Prozent, um 10:30 Uhr tagt der Rat.",
    kept: [
      "Kiel gibt 5 Milliarden Euro für Wohnungen aus.",
      "Kiel gibt 5 Mrd. € für 30.000 Wohnungen aus.",
      "Die Mieten in Kiel steigen um 3,5 %.",
      "Um 10.30 Uhr tagt der Rat in Kiel.",
    ],
    dropped: [
      "Kiel gibt 5 Millionen Euro für Wohnungen aus.",
      "Kiel gibt 5 Billionen Euro für Wohnungen aus.",
      "Die Mieten in Kiel steigen um 3,5 Euro.",
      "Die Mieten in Kiel steigen um 35 Prozent.",
    ],
  },
  {
    language: "pl",
    summary: "Gdynia wyda 5 mld zł na 40 tys. mieszkań. Czynsze wzrosną o 3 proc.",
    kept: [
      "Gdynia wyda 5 miliardów złotych na mieszkania.",
      "Gdynia wyda 5 mld zł na 40 000 mieszkań.",
      "Czynsze w Gdyni wzrosną o 3%.",
      "Czynsze w Gdyni wzrosną o trzy procent.",
    ],
    dropped: [
      "Gdynia wyda 5 mln zł na mieszkania.",
      "Gdynia wyda 5 mld zł na 40 mieszkań.",
      "Czynsze w Gdyni wzrosną o 3 zł.",
      "Czynsze w Gdyni wzrosną o pięć procent.",
    ],
  },
];
for (const { language, summary, kept, dropped } of examples) {
  const items = [briefItem(1, "", { language, summary })];
  for (const sentence of kept) {
    test(`a brief may say of its source: ${sentence}`, () => {
      assert.equal(parseDraft(`${sentence} [1]`, items)?.content, `${sentence} [1]`);
    });
  }
  for (const sentence of dropped) {
    test(`a brief does not say of its source: ${sentence}`, () => {
      assert.equal(parseDraft(`${sentence} [1]`, items), null);
    });
  }
}

test("a number of a source is read in the language of the source", () => {
  const german = briefItem(1, "Kiel plant Wohnungen für 2 Billionen Euro", { language: "de" });
  const others = [2, 3].map((n) => briefItem(n, "Ferry stops in Dover", { language: "en" }));
  const say = (scale: string) => parseDraft(`Kiel plant Wohnungen 2 ${scale} Euro [1].`, [german, ...others]);
  assert.notEqual(say("trillion"), null);
  assert.equal(say("billion"), null);
});
