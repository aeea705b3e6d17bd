import assert from "node:assert/strict";
import { test } from "node:test";
import { readText } from "../../../src/analysis/heuristic/read-text.ts";
import { editTitle } from "../../../src/analysis/plain/edit-title.ts";
import { compareUnits } from "../../../src/analysis/plain/learned/compare-units.ts";
import { withoutRun } from "../../../src/analysis/plain/learned/drop-runs.ts";
import { droppableRuns, type Run } from "../../../src/analysis/plain/learned/droppable-runs.ts";
import { learnedEditor } from "../../../src/analysis/plain/learned/learned-editor.ts";
import { operationOf, seenIn, seenStep } from "../../../src/analysis/plain/learned/operations.ts";
import { readEditorWeights } from "../../../src/analysis/plain/learned/read-weights.ts";
import type { Language } from "../../../src/analysis/plain/lexicon-entry.ts";
import { tagTitle } from "../../../src/analysis/plain/tagger/tag-title.ts";
import { titleUnits } from "../../../src/analysis/plain/tagger/title-units.ts";
import { rulesAlone } from "./rules-alone.ts";

// All headlines are invented.

/** The runs of a title as words, if the tagger would delete every word, or only those that are named. */
function runsOf(title: string, language: Language, dropped: string[] | null = null): string[] {
  const read = readText("title", title);
  const units = titleUnits(read, language);
  const words = units.map(({ start, end, word }) => ({
    start,
    end,
    loaded: 0.9,
    drop: dropped === null || dropped.includes(word) ? 0.9 : 0,
    kind: "emotive" as const,
  }));
  return droppableRuns(units, words, read.quotes).map(
    ({ from, to, place }) => `${place}: ${title.slice(units[from]!.start, units[to - 1]!.end)}`,
  );
}

test("a run is a whole segment, or words that the tagger would delete", () => {
  assert.deepEqual(runsOf("Rat baut Brücke. Was nun? Anwohner warten", "de", ["was"]), [
    "first: Rat baut Brücke",
    "middle: Was nun?",
    "last: Anwohner warten",
    "head: Was",
  ]);
  assert.deepEqual(runsOf("Council approves shocking new plan", "en", ["shocking"]), ["inside: shocking"]);
});

test("a run never leaves a mark alone, cuts a compound or touches a quotation", () => {
  assert.ok(!runsOf("Brücke zu? Rat tagt", "de").includes("head: Brücke zu"));
  assert.deepEqual(runsOf("Streit um Pyro-Wahnsinn", "de", ["wahnsinn"]), []);
  assert.deepEqual(
    runsOf("Rat: „Alles gut“", "de").filter((run) => run.includes("Alles")),
    [],
  );
});

test("a title of too many segments has no runs", () => {
  assert.deepEqual(runsOf("Ja. ".repeat(13), "de"), []);
});

function without(title: string, run: Run, language: Language): string {
  return withoutRun(title, titleUnits(readText("title", title), language), run, language).title;
}

test("a segment goes with the marks that close it, the first words with their comma", () => {
  assert.equal(without("Was nun? Rat baut Brücke", { from: 0, to: 3, place: "first" }, "de"), "Rat baut Brücke");
  assert.equal(without("Rat baut Brücke. Was nun?", { from: 3, to: 6, place: "last" }, "de"), "Rat baut Brücke");
  assert.equal(
    without("Most zamknięty. Oto, jak jechać", { from: 2, to: 3, place: "head" }, "pl"),
    "Most zamknięty. Jak jechać",
  );
  assert.equal(
    without("Council approves shocking plan", { from: 2, to: 3, place: "inside" }, "en"),
    "Council approves plan",
  );
});

test("two titles are compared word by word, whatever their capitals", () => {
  const hunks = (before: string, after: string) =>
    compareUnits(titleUnits(readText("title", before), "en"), titleUnits(readText("title", after), "en"));
  assert.deepEqual(hunks("Mayor slams new plan", "Mayor criticizes plan"), [
    { from: 1, to: 3, fromAfter: 1, toAfter: 2 },
  ]);
  assert.deepEqual(hunks("MAYOR leaves", "Mayor leaves office"), [{ from: 2, to: 2, fromAfter: 2, toAfter: 3 }]);
  assert.deepEqual(hunks("Mayor leaves", "Mayor leaves"), []);
});

test("what was met often is told from what was hardly ever met", () => {
  assert.deepEqual([0, 1, 2, 3, 4, 100, 1_000_000].map(seenStep), [0, 1, 1, 2, 2, 6, 9]);
  const operation = (old: string, put: string) =>
    operationOf(titleUnits(readText("title", old), "en"), titleUnits(readText("title", put), "en"));
  const { seen } = readEditorWeights("en");
  assert.ok(seenIn(seen, operation("slams", "criticizes")) >= 5);
  assert.equal(seenIn(seen, operation("ferry", "lighthouse")), 0);
});

test("each language has weights that say something, and limits between 0 and 1", () => {
  for (const language of ["en", "de", "pl"] as const) {
    const { runs, edits, seen, runFrom, editFrom } = readEditorWeights(language);
    for (const { values, mask } of [runs, edits]) {
      assert.equal(values.length, mask + 1);
      assert.ok(values.some((value) => value !== 0));
    }
    assert.ok(seen.some((step) => step > 0));
    for (const limit of [runFrom, editFrom]) assert.ok(limit > 0 && limit <= 1);
  }
});

test("an edit of the rules that is likely wrong is not made, and a likely right one is", () => {
  for (const [title, byRules] of [
    ["Trucks at massive speeds on the coast road", "Trucks at large speeds on the coast road"],
    ["Harbour reels from strike on ferry", "Harbour is affected by strike on ferry"],
  ] as const) {
    assert.equal(editTitle(title, "en", tagTitle, rulesAlone).title, byRules);
    assert.equal(editTitle(title, "en", tagTitle, { ...learnedEditor, propose: () => [] }).title, title);
  }
  assert.equal(
    editTitle("Mayor slams harbour plan in Dover", "en", tagTitle).title,
    "Mayor criticizes harbour plan in Dover",
  );
});

test("of several changes that are unlikely together, those that are likely right are made", () => {
  const all = {
    ...rulesAlone,
    isLikelyRight: ({ after }: { after: { text: string } }) => after.text.includes("outrageous"),
  };
  assert.equal(
    editTitle("Mayor slams outrageous bus plan", "en", tagTitle, all).title,
    "Mayor criticizes outrageous bus plan",
  );
  assert.equal(editTitle("Mayor slams outrageous bus plan", "en", tagTitle).title, "Mayor criticizes bus plan");
});

test("words go that no rule knows, with the reason", () => {
  for (const [language, title, plain, words] of [
    [
      "de",
      "Das ist doch irre!: Kiel macht Bäcker zum König der Fähre",
      "Kiel macht Bäcker zum König der Fähre",
      "Das ist doch irre!",
    ],
    [
      "de",
      "Was steckt dahinter?: Hafen-Chef sucht 100 Matrosen",
      "Hafen-Chef sucht 100 Matrosen",
      "Was steckt dahinter?",
    ],
    [
      "pl",
      "Tajemnicze wizyty radnych z Ełku w urzędzie. Urząd odwiedził m.in. skarbnik",
      "Wizyty radnych z Ełku w urzędzie. Urząd odwiedził m.in. skarbnik",
      "Tajemnicze",
    ],
  ] as const) {
    assert.equal(editTitle(title, language, tagTitle, rulesAlone).title, title);
    const edited = editTitle(title, language, tagTitle, { ...learnedEditor, propose: () => [] });
    assert.equal(edited.title, plain);
    assert.deepEqual(edited.reasons, [`“${words}” removed.`]);
  }
});
