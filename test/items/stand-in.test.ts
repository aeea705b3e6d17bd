import assert from "node:assert/strict";
import { test } from "node:test";
import type { AnalyzerResult } from "../../src/items/analyzer-result.ts";
import type { ListedItem } from "../../src/items/listed-item-store.ts";
import { comparePlainness, isTeaser, findStandIn, leadFor } from "../../src/items/plainness.ts";

const report = (id: string, analysis: Partial<AnalyzerResult> | null, minute = 0) =>
  ({
    id,
    pubDate: new Date(Date.UTC(2026, 10, 15, 12, minute)),
    analysis: analysis && { summary: "", facts: [], language: "en", overall: 0.2, clickbait: 0, ...analysis },
  }) as unknown as ListedItem;
const told = { summary: "It rained." };

test("the plainest report that has a summary stands in, one in the item's language first, then the earliest", () => {
  const silent = report("own", {});
  const foreign = report("foreign", { ...told, language: "de", overall: 0 });
  const loud = report("loud", { ...told, overall: 0.7 });
  const [late, early] = [report("late", told, 9), report("early", told, 1)];
  const standIn = (...reports: ListedItem[]) => findStandIn(silent, [silent, ...reports], "summary")?.id ?? null;
  assert.equal(standIn(foreign, loud, late, early), "early");
  assert.equal(standIn(foreign, loud), "loud");
  assert.equal(standIn(foreign), "foreign");
  assert.equal(standIn(report("empty", {}), report("unread", null)), null);
});

test("an item with a summary needs no other report for it, and one that is not analysed gets none", () => {
  const other = report("other", told);
  assert.equal(findStandIn(report("own", told), [other], "summary"), null);
  assert.equal(findStandIn(report("own", null), [other], "summary"), null);
});

test("plainer wording comes first, then less clickbait, and what is not analysed last", () => {
  const [plain, teasing, unread] = [
    { overall: 0.1, clickbait: 0.1 },
    { overall: 0.1, clickbait: 0.4 },
    { overall: null, clickbait: null },
  ];
  assert.deepEqual([unread, teasing, plain].toSorted(comparePlainness), [plain, teasing, unread]);
});

test("a title is a teaser from a clickbait score of 0.5 or a wording score of 0.6", () => {
  const verdicts = [
    { overall: 0.59, clickbait: 0.49 },
    { overall: 0, clickbait: 0.5 },
    { overall: 0.6, clickbait: 0 },
    { overall: null, clickbait: null },
  ].map(isTeaser);
  assert.deepEqual(verdicts, [false, true, true, false]);
});

test("within a level the report that says what is comes before the one that says what may be", () => {
  const hedged = { overall: 0.02, clickbait: 0, speculative: 0.6 };
  const firm = { overall: 0.1, clickbait: 0, speculative: 0 };
  const loaded = { overall: 0.4, clickbait: 0, speculative: 0 };
  assert.deepEqual([loaded, hedged, firm].toSorted(comparePlainness), [firm, hedged, loaded]);
});

test("of reports equally plain, one in the reader's language leads a story", () => {
  const german = { overall: 0.01, language: "de" };
  const english = { overall: 0.1, language: "en" };
  const loudPolish = { overall: 0.5, language: "pl" };
  const reports = [german, english, loudPolish];
  assert.deepEqual(
    ["en", "de", "pl", "fr"].map((language) => leadFor(reports, language)),
    [english, german, german, german],
  );
});
