import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { test } from "node:test";
import type { Language } from "../../../src/analysis/plain/lexicon-entry.ts";
import { hashText } from "../../../src/analysis/plain/tagger/title-units.ts";
import { groupsOf, readWordGroups, type WordGroups } from "../../../src/analysis/plain/tagger/word-groups.ts";

const folder = new URL("../../../src/analysis/plain/tagger/word-groups/", import.meta.url);
const filesBytesMax = 1_000_000;

function groups(language: Language): WordGroups {
  const read = readWordGroups(language);
  assert.ok(read, `${language} has groups`);
  return read;
}

test("words that are used alike are in one group, and others are not", () => {
  const wide = (language: Language, word: string) => groupsOf(hashText(word), groups(language)).wide;
  assert.equal(wide("de", "zoff"), wide("de", "krach"));
  assert.notEqual(wide("de", "zoff"), wide("de", "kartoffeln"));
  assert.equal(wide("pl", "złożył"), wide("pl", "odrzucił"));
  assert.notEqual(wide("pl", "złożył"), wide("pl", "taki"));
});

test("a word that was not learned is in no group", () => {
  assert.deepEqual(groupsOf(hashText("qwxyzzy"), groups("de")), { narrow: -1, wide: -1, widest: -1 });
});

test("the tables of groups are sorted, complete and small", () => {
  for (const language of ["de", "pl"] as const) {
    const { words, groups: narrow, wider, widest } = groups(language);
    assert.ok(words.length > 40_000 && narrow.length === words.length && widest.length === wider.length, language);
    assert.ok(
      words.every((hash, at) => at === 0 || hash > words[at - 1]!),
      language,
    );
    assert.ok(
      narrow.every((group) => group < wider.length),
      language,
    );
  }
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(new URL(name, folder)).size, 0);
  assert.ok(bytes <= filesBytesMax, `${bytes} bytes`);
});
