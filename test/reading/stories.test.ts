import assert from "node:assert/strict";
import { test } from "node:test";
import { measureRarity } from "../../src/analysis/stories/compare-signs.ts";
import { groupItems, type PlacedItem, type StoryItem } from "../../src/analysis/stories/group-items.ts";
import { extractSigns } from "../../src/analysis/stories/extract-signs.ts";
import { describeEvaluation, evaluateStories } from "./evaluate-stories.ts";

const precisionMin = 0.9;
const recallMin = 0.75;

test("grouped stories are correct in three languages", (t) => {
  const evaluation = evaluateStories();
  t.diagnostic(describeEvaluation(evaluation));
  assert.ok(
    evaluation.every(({ pairs }) => pairs >= 50) && evaluation.length === 3,
    "150 labelled pairs in three languages",
  );
  for (const { language, precision, recall } of evaluation) {
    assert.ok(precision >= precisionMin, `precision in ${language}: ${precision}`);
    assert.ok(recall >= recallMin, `recall in ${language}: ${recall}`);
  }
});

const quake = {
  title: "Magnitude 6.8 earthquake strikes off Chile's coast near Coquimbo",
  lead: "Residents of La Serena left their homes after a tsunami warning that was lifted two hours later.",
};
const sameQuake = {
  title: "Tsunami warning lifted after strong earthquake near Coquimbo",
  lead: "Thousands in Chile left homes after a 6.8 magnitude earthquake struck off the coast near La Serena.",
};
const strike = {
  title: "Lufthansa pilots walk out for two days over pensions",
  lead: "The union Vereinigung Cockpit called on 4,800 pilots to stop work on Thursday and Friday.",
};
const at = new Date("2026-11-15T12:00:00Z");
const dayMs = 86_400_000;

test("two feeds' reports of one event are one story, named after the first; another event is another", () => {
  assert.deepEqual(storiesOf([item("1", "a", quake), item("2", "b", sameQuake), item("3", "c", strike)]), [
    "1",
    "1",
    "3",
  ]);
});

test("a feed's second report starts a new story, which second reports of others join", () => {
  const items = [item("1", "a", quake), item("2", "b", sameQuake), item("3", "a", sameQuake), item("4", "b", quake)];
  assert.deepEqual(storiesOf(items), ["1", "1", "3", "3"]);
});

test("after three days the same words are a new story", () => {
  const late = { ...item("2", "b", sameQuake), pubDate: new Date(at.getTime() + 4 * dayMs) };
  assert.deepEqual(storiesOf([item("1", "a", quake), late]), ["1", "2"]);
});

test("one page in two feeds is one story, however late and with any title", () => {
  const late = { ...item("2", "b", strike), page: "p", pubDate: new Date(at.getTime() + 40 * dayMs) };
  assert.deepEqual(storiesOf([{ ...item("1", "a", quake), page: "p" }, late]), ["1", "1"]);
});

test("short titles are one story only if nearly all their words are the same", () => {
  const short = (id: string, title: string) => item(id, id, { title, lead: "" });
  const titles = [
    "Council approves new bridge budget",
    "Council approves the new bridge budget",
    "Council approves new school budget",
  ];
  assert.deepEqual(storiesOf(titles.map((title, index) => short(String(index + 1), title))), ["1", "1", "3"]);
});

test("items without words are each their own story", () => {
  const empty = { title: "", lead: "" };
  assert.deepEqual(storiesOf([item("1", "a", empty), item("2", "b", empty)]), ["1", "2"]);
});

test("a story whose first item is gone is not joined any more", () => {
  const known: PlacedItem = { ...item("2", "b", quake), storyId: "1" };
  const [placed] = group([item("3", "c", sameQuake)], [known]);
  assert.equal(placed?.storyId, "3");
});

function item(id: string, feedId: string, text: { title: string; lead: string }): StoryItem {
  return { id, feedId, pubDate: at, page: null, signs: extractSigns({ ...text, language: "en" }) };
}

function storiesOf(items: StoryItem[]): string[] {
  return group(items, [])
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ storyId }) => storyId);
}

function group(items: StoryItem[], known: PlacedItem[]): PlacedItem[] {
  return groupItems(items, known, measureRarity([...items, ...known].map(({ signs }) => signs)));
}
