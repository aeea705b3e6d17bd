import assert from "node:assert/strict";
import { test } from "node:test";
import { compareFacts } from "../../src/analysis/stories/compare-facts.ts";

test("one number is one, however it is written", () => {
  const same: [language: string, a: string, b: string][] = [
    [
      "de",
      "Die Sitzung beginnt um 10.30 Uhr im Rathaus von Graz.",
      "Die Sitzung beginnt um 10:30 Uhr im Rathaus von Graz.",
    ],
    [
      "en",
      "The council of Leeds will pay £5m for the old mill.",
      "The council of Leeds will pay 5 million pounds for the old mill.",
    ],
    ["en", "Unemployment in Leeds rose to 5.2%.", "Unemployment in Leeds rose to 5.2 per cent."],
    ["en", "A crowd of 1,500 came to the square in Leeds.", "A crowd of 1.5 thousand came to the square in Leeds."],
    ["pl", "Na rynku w Nysie było 40 tys. osób.", "Na rynku w Nysie było 40 000 osób."],
    ["pl", "Remont zapory w Nysie pochłonie 5 mld zł.", "Remont zapory w Nysie pochłonie 5 miliardów złotych."],
    // "Ten" is "this".
    ["pl", "Pożar w Nysie zniszczył ten dach szkoły i 12 klas.", "Pożar w Nysie zniszczył dach szkoły i 12 klas."],
    // Hardship, and no English "not".
    [
      "de",
      "Die Stadt Kiel hilft 400 Familien in Not mit neuen Wohnungen.",
      "Die Stadt Kiel hilft 400 Familien mit neuen Wohnungen.",
    ],
    ["en", "The bridge vote in Leeds was 23:14 on Monday.", "The bridge vote in Leeds was 23 to 14 on Monday."],
  ];
  for (const [language, a, b] of same) {
    const { byAll, differing, byOne } = compareFacts([inLanguage(language, "a", a), inLanguage(language, "b", b)]);
    assert.deepEqual([byAll.length, differing.length, byOne.length], [1, 0, 0], a);
  }
});

test("sums and shares that differ are shown with both figures", () => {
  const different: [language: string, a: string, b: string, figures: string[]][] = [
    [
      "en",
      "The city of Leeds will pay the owners $5 million.",
      "The city of Leeds will pay the owners $6 million.",
      ["5 million", "6 million"],
    ],
    [
      "en",
      "The city of Leeds pays 5 million pounds for the mill.",
      "The city of Leeds pays 5 billion pounds for the mill.",
      ["5 million", "5 billion"],
    ],
    ["en", "Unemployment in Leeds rose to 5.2 percent.", "Unemployment in Leeds rose to 5.3%.", ["5.2", "5.3"]],
    [
      "de",
      "Die Firma aus Graz macht 1,5 Mio. € Verlust.",
      "Die Firma aus Graz macht 1,6 Millionen Euro Verlust.",
      ["1,5 Millionen", "1,6 Millionen"],
    ],
    [
      "pl",
      "Gmina Nysa zapłaci za remont młyna 5 mln zł.",
      "Gmina Nysa zapłaci za remont młyna 6 mln złotych.",
      ["5 mln", "6 mln"],
    ],
  ];
  for (const [language, a, b, figures] of different) {
    const { differing } = compareFacts([inLanguage(language, "a", a), inLanguage(language, "b", b)]);
    assert.deepEqual(
      differing[0]?.figures.map(({ text }) => text),
      figures,
      a,
    );
  }
});

test("what one report denies is told by nobody else, in no language", () => {
  const denied: [a: [language: string, text: string], b: [language: string, text: string]][] = [
    [
      ["en", "The minister can sign the contract with the Acme yard."],
      ["en", "The minister cannot sign the contract with the Acme yard."],
    ],
    [
      ["en", "Somebody was hurt in the fire at the Acme mill in Leeds."],
      ["en", "Nobody was hurt in the fire at the Acme mill in Leeds."],
    ],
    [
      ["de", "Bei dem Brand der Mühle in Graz wurde jemand verletzt."],
      ["de", "Bei dem Brand der Mühle in Graz wurde niemand verletzt."],
    ],
    [
      ["en", "Mayor Berg did not sign the contract for 22 million euros in Leeds."],
      ["de", "Berg unterschrieb den Vertrag über 22 Millionen Euro in Leeds."],
    ],
  ];
  for (const [a, b] of denied) {
    const { byAll } = compareFacts([inLanguage(a[0], "a", a[1]), inLanguage(b[0], "b", b[1])]);
    assert.equal(byAll.length, 0, a[1]);
  }
});

function inLanguage(language: string, itemId: string, text: string) {
  return { itemId, language, title: "", text, facts: [{ text }] };
}
