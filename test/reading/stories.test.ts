import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { compareWith, extractSigns, measureRarity, weigh } from "../../src/analysis/stories/story-signs.ts";
import { groupItems, type KnownItem, type PlacedItem, type StoryItem } from "../../src/analysis/stories/group-items.ts";
import { kindOf, stemKind } from "../../src/analysis/stories/stem-keys.ts";
import { describeEvents, evaluateEvents, type EventEvaluation } from "./evaluate-events.ts";
import events from "../fixtures/stories/events.json" with { type: "json" };
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

const shareOf = ({ hits, of }: { hits: number; of: number }) => hits / of;

function evaluatePrecise(t: TestContext, set: EventEvaluation["set"], acrossMin: number) {
  const [withText, titlesAlone] = evaluateEvents(set);
  assert.ok(withText !== undefined && titlesAlone !== undefined);
  t.diagnostic(describeEvents([withText, titlesAlone]));
  for (const { input, precision, acrossPrecision } of [withText, titlesAlone]) {
    assert.ok(shareOf(precision) >= 0.95, `precision, ${input}`);
    assert.ok(shareOf(acrossPrecision) >= acrossMin, `precision in two languages, ${input}`);
  }
  return { withText, titlesAlone };
}

test("of 60 events, reports with text and titles alone are grouped, and few of two events are", (t) => {
  const { withText, titlesAlone } = evaluatePrecise(t, "own", 0.92);
  assert.ok(shareOf(withText.recall) >= 0.9 && shareOf(withText.acrossRecall) >= 0.9, "recall with text");
  assert.ok(shareOf(titlesAlone.recall) >= 0.45 && shareOf(titlesAlone.acrossRecall) >= 0.55, "recall by title");
});

test("of events by others, which were not looked at when the limits were chosen, few of two events are one story", (t) => {
  const { withText } = evaluatePrecise(t, "fourth", 0.95);
  assert.ok(shareOf(withText.recall) >= 0.22 && shareOf(withText.acrossRecall) >= 0.32, "recall with text");
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

const title = (id: string, text: string, language = "en"): StoryItem => ({
  ...item(id, id, { title: text, lead: "" }),
  language,
  signs: extractSigns({ title: text, lead: "", language }),
});

test("titles alone are one story if they share rare names and read alike, but only on one day", () => {
  const first = title("1", "Dana Whitlock steps down as mayor of Bristow over parking");
  const second = title("2", "Parking inquiry ends career of mayor Whitlock in Bristow");
  assert.deepEqual(storiesOf([first, second]), ["1", "1"]);
  const nextDay = new Date(at.getTime() + dayMs);
  assert.deepEqual(storiesOf([first, { ...second, pubDate: nextDay }]), ["1", "2"]);
});

test("the event of the day of a small server is one story, though every seventh item reports it", () => {
  const reports = Array.from({ length: 8 }, (_, at) =>
    title(String(at), "Ferry sinks off Brzeg harbour, dozens missing"),
  );
  const others = events.flatMap(({ reports: all }) =>
    all.map(([language = "", text = ""]) => title(text, text, language)),
  );
  const rarity = measureRarity([...reports, ...others.slice(0, 55)].map(({ signs }) => signs));
  assert.equal(new Set(groupItems(reports, [], rarity).map(({ storyId }) => storyId)).size, 1);
});

test("a name that many items have joins no two titles", () => {
  const titles = [
    title("1", "Tax plan of Bristow mayor Whitlock explained"),
    title("2", "Whitlock opens Bristow tax office"),
  ];
  assert.deepEqual(storiesOf(titles), ["1", "1"]);
  const others = Array.from({ length: 13 }, (_, at) =>
    title(`x${at}`, `Item ${at} about Whitlock and the Bristow fair`),
  );
  const rarity = measureRarity([...titles, ...others].map(({ signs }) => signs));
  assert.deepEqual(
    groupItems(titles, [], rarity).map(({ storyId }) => storyId),
    ["1", "2"],
  );
  const [one, two] = titles.map(({ signs }) => weigh(signs, rarity));
  assert.ok(one !== undefined && two !== undefined);
  assert.equal(compareWith(one)(two).telling, 0);
});

test("reports in two languages are one story if two names, or a name and a number, agree on one day", () => {
  const english = title("1", "Train collision near Brzeg injures 23");
  const german = title("2", "Zugunglück bei Brzeg: 23 Verletzte", "de");
  assert.deepEqual(storiesOf([english, german]), ["1", "1"]);
  assert.deepEqual(storiesOf([english, { ...german, pubDate: new Date(at.getTime() + dayMs) }]), ["1", "2"]);
  assert.deepEqual(storiesOf([english, title("2", "Stadtfest in Brzeg: 11 Kapellen spielen", "de")]), ["1", "2"]);
  const polish = title("2", "Pod Brzegiem pociąg z Opola zderzył się z innym", "pl");
  assert.deepEqual(storiesOf([title("1", "Crash near Brzeg: train from Opole"), polish]), ["1", "1"]);
  const oneName = title("2", "Donald Trump uderza w sędziów", "pl");
  assert.deepEqual(storiesOf([title("1", "Why judges fear Donald Trump"), oneName]), ["1", "2"]);
});

test("three rare numbers of the leads join reports in two languages whose words are all different", () => {
  const english = {
    title: "Council postpones harbour bridge by three years",
    lead: "The vote was 23 to 14. The lowest bid came in at 61 million crowns instead of the planned 48 million.",
  };
  const german = {
    title: "Rat verschiebt den Bau der Hafenbrücke",
    lead: "Mit 23 zu 14 Stimmen wurde der Neubau vertagt. Das günstigste Angebot lag bei 61 Millionen Kronen, geplant waren 48.",
  };
  const ofGerman = (lead: string) => item("2", "b", { ...german, lead }, "de");
  assert.deepEqual(storiesOf([item("1", "a", english), ofGerman(german.lead)]), ["1", "1"]);
  const other = {
    title: "Rat gibt Geld für neue Kita frei",
    lead: "Mit 23 zu 15 Stimmen wurde der Antrag angenommen. Das günstigste Angebot lag bei 62 Millionen Kronen.",
  };
  assert.deepEqual(storiesOf([item("1", "a", english), item("2", "b", other, "de")]), ["1", "2"]);
});

test("one number in another notation, a year, and a number that belongs to a name", () => {
  const kinds = (text: string) => extractSigns({ title: text, lead: "", language: "en" }).titleStems;
  assert.deepEqual(kinds("1.200"), kinds("1,200"));
  assert.deepEqual(kinds("30 000"), kinds("30000"));
  assert.deepEqual(kinds("7,8"), kinds("7.8"));
  assert.deepEqual(kinds("2026 7 480,000 COVID-19").map(kindOf), [
    stemKind.word,
    stemKind.word,
    stemKind.number,
    stemKind.name,
    stemKind.word,
  ]);
});

test("items without words are each their own story", () => {
  const empty = { title: "", lead: "" };
  assert.deepEqual(storiesOf([item("1", "a", empty), item("2", "b", empty)]), ["1", "2"]);
});

test("a story whose first item is gone is not joined any more", () => {
  const fresh = item("3", "c", sameQuake);
  const placeBeside = (storyId: string) => group([fresh], [{ ...item("2", "b", quake), storyId, alike: [fresh] }]);
  assert.deepEqual(
    [...placeBeside("2"), ...placeBeside("1")].map(({ storyId }) => storyId),
    ["2", "3"],
  );
});

function item(id: string, feedId: string, text: { title: string; lead: string }, language = "en"): StoryItem {
  return { id, feedId, pubDate: at, page: null, language, signs: extractSigns({ ...text, language }) };
}

function storiesOf(items: StoryItem[]): string[] {
  return group(items, [])
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ storyId }) => storyId);
}

function group(items: StoryItem[], known: KnownItem[]): PlacedItem[] {
  return groupItems(items, known, measureRarity([...items, ...known].map(({ signs }) => signs)));
}
