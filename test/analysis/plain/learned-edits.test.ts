import assert from "node:assert/strict";
import { test } from "node:test";
import { editTitle } from "../../../src/analysis/plain/edit-title.ts";
import { longestCommon } from "../../../src/analysis/plain/longest-common.ts";
import { learnedEditor } from "../../../src/analysis/plain/network/learned-editor.ts";
import { tagTitle } from "../../../src/analysis/plain/tagger/tag-title.ts";
import { rulesAlone } from "./rules-alone.ts";

// All headlines are invented.

test("the words that two titles have in common keep their order", () => {
  const common = (before: string, after: string) =>
    longestCommon(
      before.split(" ").map((word) => ({ word })),
      after.split(" ").map((word) => ({ word })),
    );
  assert.deepEqual(common("mayor slams new plan", "mayor criticizes plan"), [
    [0, 0],
    [3, 2],
  ]);
  assert.deepEqual(common("a b", "b a"), [[1, 0]]);
  assert.deepEqual(common("", "mayor"), []);
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
    accepts: ({ after }: { after: { text: string } }) => after.text.includes("outrageous"),
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
      "Das ist doch irre!:",
    ],
  ] as const) {
    assert.equal(editTitle(title, language, tagTitle, rulesAlone).title, title);
    const edited = editTitle(title, language, tagTitle);
    assert.equal(edited.title, plain);
    assert.deepEqual(edited.reasons, [`“${words}” removed.`]);
  }
});
