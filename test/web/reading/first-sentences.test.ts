import assert from "node:assert/strict";
import { test } from "node:test";
import { firstSentences } from "../../../src/web/reading/first-sentences.ts";

const [one, two, three] = ["The bridge stays closed.", "It needs 4.2 million crowns.", "Work begins in May."];
const all = [one, two, three].join(" ");

test("a summary ends with the last sentence that has room, and never in the middle of one", () => {
  assert.equal(firstSentences(all, "en", all.length), all);
  assert.equal(firstSentences(all, "en", all.length - 1), `${one} ${two}`);
  assert.equal(firstSentences(all, "en", `${one} ${two}`.length - 1), one);
});

test("the first sentence is shown whole even where it has no room, unless it is very long: then it ends after a word", () => {
  assert.equal(firstSentences(all, "en", 5), one);
  const long = `${"word ".repeat(80)}ends here.`;
  const shown = firstSentences(long, "en", 100);
  assert.match(shown, /^(?:word )+…$/);
  assert.ok(shown.length <= 282, String(shown.length));
  assert.equal(firstSentences("字".repeat(400), "zh", 100).length, 282);
});

test("an abbreviation of the language ends no sentence; without a text nothing is shown", () => {
  const german = "Am 3. Oktober öffnet die Brücke ca. zwei Stunden. Danach ist sie zu.";
  assert.equal(firstSentences(german, "de", 5), "Am 3. Oktober öffnet die Brücke ca. zwei Stunden.");
  assert.equal(firstSentences("", null, 100), "");
});
