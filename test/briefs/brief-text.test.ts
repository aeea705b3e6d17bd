import assert from "node:assert/strict";
import { test } from "node:test";
import { buildExtract } from "../../src/briefs/build-extract.ts";
import { type BriefParagraph, parseBriefText } from "../../src/briefs/parse-brief-text.ts";
import { sixItems } from "./brief-examples.ts";

/** «key», ^reference. */
function drawn({ pieces }: BriefParagraph): string {
  return pieces
    .map((piece) => {
      if (piece.kind === "reference") return `^${piece.number}`;
      return piece.kind === "key" ? `«${piece.text}»` : piece.text;
    })
    .join("");
}

const long = "the council of the town on the river that has met since March of last year to talk about the old bridge";

for (const [what, text, expected] of [
  ["what leads to the first reference", "Parliament passed the budget [1][2].", "«Parliament passed the budget»^1^2."],
  [
    "only the first sentence",
    "Parliament passed the budget. Some abstained [1].",
    "«Parliament passed the budget». Some abstained^1.",
  ],
  [
    "what follows a colon",
    "Three feeds lead with the grid: Spain and France agreed to double it [1].",
    "Three feeds lead with the grid: «Spain and France agreed to double it»^1.",
  ],
  ["no abbreviation alone", "Dr. Ada Lovelace was awarded a prize [1].", "«Dr. Ada Lovelace was awarded a prize»^1."],
  [
    "no half sentence before an abbreviation",
    "Parliament in Kiel heard Prof. Huber and the U.S. ambassador on Monday. It rained [1].",
    "«Parliament in Kiel heard Prof. Huber and the U.S. ambassador on Monday». It rained^1.",
  ],
  [
    "a short sentence with the next",
    "It is over. The ferry has left Dover. Rain [1].",
    "«It is over. The ferry has left Dover». Rain^1.",
  ],
  ["half of a long sentence", `${long}, and ${long} [1].`, `«${long}», and ${long}^1.`],
  ["nothing where no half can be told", `${long} ${long} [1].`, `${long} ${long}^1.`],
  ["nothing before a leading reference", "[1] says so.", "^1 says so."],
] as const) {
  test(`the highlighter marks ${what}`, () => {
    assert.deepEqual(parseBriefText(text).map(drawn), [expected]);
  });
}

test("the first sentence of every paragraph of an extract is highlighted", () => {
  const paragraphs = parseBriefText(buildExtract(sixItems).content);
  assert.ok(paragraphs.every(({ pieces, isNotice }) => pieces[0]?.kind === "key" && !isNotice));
  assert.match(
    drawn(paragraphs[0]!),
    /^«Parliament passes 2027 budget after ten hours of debate»\. Parliament passed/u,
  );
});

test("a paragraph that cites nothing, as old extracts begin, is a notice", () => {
  const [notice, news] = parseBriefText("Written without AI.\n\nRain fell in Leeds and Selby [1].");
  assert.deepEqual([notice?.isNotice, news?.isNotice], [true, false]);
});

test("a stored text of any length is cut for display", () => {
  const shown = parseBriefText("Rain fell [1].\n".repeat(100_000));
  assert.ok(shown.length < 2_000, `${shown.length} paragraphs`);
});
