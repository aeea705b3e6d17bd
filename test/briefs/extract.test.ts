import assert from "node:assert/strict";
import { test } from "node:test";
import { buildExtract } from "../../src/briefs/build-extract.ts";
import type { BriefItem } from "../../src/briefs/brief.ts";
import { briefItem, sixItems } from "./brief-examples.ts";

const paragraphsOf = (content: string) => content.split("\n\n");

test("an extract starts with the story that most feeds report, and other reports are references only", () => {
  const { content, sections, itemRefs, itemCount, writtenBy } = buildExtract(sixItems);
  assert.deepEqual(paragraphsOf(content), [
    "Parliament passes 2027 budget after ten hours of debate. Parliament passed the budget of 412 billion with 198 votes to 151. Spending on schools rises by 3 percent. [1][2][3]",
    "The harbour company of Skelby ordered twelve electric ferries from a yard in Finland. [4][5]",
    "A storm damaged the roofs of two schools in Elmsford. Nobody was hurt. [6]",
  ]);
  assert.deepEqual(itemRefs, ["item-1", "item-3", "item-5", "item-2", "item-6", "item-4"]);
  assert.deepEqual([itemCount, writtenBy, sections], [6, "extract", []]);
});

test("the title is told only where the summary does not say the same", () => {
  const told = (title: string, summary: string) => buildExtract([briefItem(1, title, { summary })]).content;
  assert.equal(
    told("Harbour bridge postponed by three years", "The lowest of four bids was 61 million crowns."),
    "Harbour bridge postponed by three years. The lowest of four bids was 61 million crowns. [1]",
  );
  assert.equal(
    told("Seawater heat pump in Marwick supplies 5,400 flats", "A heat pump now supplies 5,400 flats in Marwick."),
    "A heat pump now supplies 5,400 flats in Marwick. [1]",
  );
  assert.equal(told("Rain in Leeds", ""), "Rain in Leeds. [1]");
  assert.equal(told("Huber fragt: „Was nun?“", ""), "Huber fragt: „Was nun?“ [1]");
});

test("footnotes of an item are no references of the brief", () => {
  const footnoted = briefItem(1, "Census published [2]", {
    summary: "Skelby has 40,000 people.[7] It grew [1, 2][[3]9].",
  });
  assert.equal(
    buildExtract([footnoted, briefItem(2, "Rain in Leeds")]).content,
    "Census published. Skelby has 40,000 people. It grew. [1]\n\nRain in Leeds. [2]",
  );
});

test("no sentence says again what another has said", () => {
  const summary =
    "A bus ticket costs 2.40 crowns from January. The monthly pass stays at 38 crowns. " +
    "The monthly pass stays at 38 crowns, and children under 14 ride free as before. From January a bus ticket costs 2.40 crowns.";
  const { content } = buildExtract([briefItem(1, "Bus ticket costs 2.40 crowns", { summary })], {
    folders: [],
    length: "long",
  });
  assert.equal(
    content,
    "A bus ticket costs 2.40 crowns from January. " +
      "The monthly pass stays at 38 crowns, and children under 14 ride free as before. [1]",
  );
});

test("the plainest report with a summary leads its story, even if a louder one is longer", () => {
  const [title, storyId] = ["Council of Elmsford postpones the harbour bridge", "bridge"];
  const { itemRefs } = buildExtract([
    briefItem(1, title, { storyId, rating: 0.9, summary: "Cruel bureaucrats have slashed the bridge. ".repeat(5) }),
    briefItem(2, title, { storyId, rating: 0.02 }),
    briefItem(3, title, { storyId, rating: 0.1, summary: "The council voted 23 to 14." }),
  ]);
  assert.deepEqual(itemRefs, ["item-3", "item-1", "item-2"]);
});

test("a report that supposes does not lead where another one tells", () => {
  const [title, storyId] = ["Council of Elmsford postpones the harbour bridge", "bridge"];
  const { itemRefs } = buildExtract([
    briefItem(1, title, { storyId, rating: 0, speculative: 0.8, summary: "The council may have postponed it." }),
    briefItem(2, title, { storyId, rating: 0.1, speculative: 0.1, summary: "The council voted 23 to 14." }),
  ]);
  assert.deepEqual(itemRefs, ["item-2", "item-1"]);
});

test("a teaser neither leads its story nor is quoted where another report tells it; alone it is quoted", () => {
  const storyId = "bridge";
  const teaser = briefItem(1, "You won't believe what Elmsford did", { storyId, clickbait: 0.9, summary: "It voted." });
  const plain = briefItem(2, "Council of Elmsford postpones the harbour bridge", {
    storyId,
    rating: 0.3,
    clickbait: 0.1,
  });
  const { content, itemRefs } = buildExtract([teaser, plain]);
  assert.deepEqual(itemRefs, ["item-2", "item-1"]);
  assert.equal(content, "Council of Elmsford postpones the harbour bridge. [1][2]");
  assert.match(buildExtract([teaser]).content, /believe/u);
});

test("a story begins with its report in the language of most items, the plainest of them", () => {
  const [storyId, summary] = ["brzeg", "Two trains collided."];
  const { content } = buildExtract([
    briefItem(1, "Zugunglück bei Brzeg", { storyId, language: "de", rating: 0, summary }),
    briefItem(2, "Horror crash near Brzeg", { storyId, rating: 0.5, summary }),
    briefItem(3, "Train collision near Brzeg", { storyId, rating: 0.1, summary }),
    briefItem(4, "Rain in Leeds"),
  ]);
  assert.equal(paragraphsOf(content)[0], "Train collision near Brzeg. Two trains collided. [1][2][3]");
});

test("an extract shows at most eight stories with five items each, a short one four, and no markup from items", () => {
  const items = Array.from({ length: 100 }, (_, n) =>
    briefItem(n, `<b>word${n % 10}</b> unique${n % 10} https://evil.example`, {
      storyId: `story-${n % 10}`,
      summary: "x".repeat(5_000),
    }),
  );
  const { content, itemRefs } = buildExtract(items);
  assert.equal(paragraphsOf(content).length, 8);
  assert.equal(itemRefs.length, 40);
  assert.equal(/evil|<b>/u.test(content), false);
  assert.ok(content.length < 8 * 600);
  assert.equal(paragraphsOf(buildExtract(items, { folders: [], length: "short" }).content).length, 4);
});

test("stories stand under the person's folders in their order, those of no folder last", () => {
  const items = [
    briefItem(1, "Rain in Leeds"),
    briefItem(2, "Rovers of Skelby win the derby", { folder: "Sport" }),
    briefItem(3, "Council of Elmsford approves the budget", { folder: "Towns" }),
    briefItem(4, "Library of Elmsford moves to the harbour", { folder: "Towns" }),
  ];
  const { sections, itemRefs } = buildExtract(items, { folders: ["Towns", "Culture", "Sport"], length: "normal" });
  assert.deepEqual(sections, [
    { kind: "folder", name: "Towns", paragraphs: 2 },
    { kind: "folder", name: "Sport", paragraphs: 1 },
    { kind: "no-folder", name: "", paragraphs: 1 },
  ]);
  assert.deepEqual(itemRefs, ["item-3", "item-4", "item-2", "item-1"]);
});

test("each folder tells its share, the reader's language first, and none vanishes because of its language", () => {
  const stories = (folder: string, count: number, from: number, rest: Partial<BriefItem> = {}) =>
    Array.from({ length: count }, (_, n) => briefItem(from + n, `News ${from + n} of ${folder}`, { folder, ...rest }));
  const shared = (n: number) =>
    ["Towns", "Towns", "Bay"].map((folder, at) =>
      briefItem(n + at, `Shared ${n}`, { folder, storyId: `shared-${n}`, feedName: `Outlet ${at}` }),
    );
  const items = [
    ...[100, 110, 120, 130, 140, 150, 160, 170].flatMap(shared),
    ...stories("Towns", 8, 200),
    ...stories("Bay", 7, 300, { language: "de" }),
    ...stories("Bay", 1, 310),
    ...stories("Port", 1, 400, { language: "pl" }),
  ];
  const plan = { folders: ["Towns", "Bay", "Port", "Empty"], length: "normal" } as const;
  const { sections, content } = buildExtract(items, plan);
  assert.deepEqual(
    sections.map(({ name, paragraphs }) => [name, paragraphs]),
    [
      ["Towns", 5],
      ["Bay", 2],
      ["Port", 1],
    ],
  );
  const told = content.split("\n\n").map((paragraph) => paragraph.replace(/[.] [\][\d]+$/, ""));
  assert.deepEqual(told.slice(4), ["Shared 140", "News 310 of Bay", "News 300 of Bay", "News 400 of Port"]);
  const short = buildExtract(items, { ...plan, length: "short" });
  assert.deepEqual(
    short.sections.map(({ paragraphs }) => paragraphs),
    [2, 1, 1],
  );
});

test("without folders stories stand under their topics, in the order of the first of each", () => {
  const storyId = "budget";
  const items = [
    briefItem(1, "Budget passed in Leeds", { storyId, topic: "politics" }),
    briefItem(2, "Leeds has a budget for next year", { storyId, topic: "business" }),
    briefItem(3, "Parliament of Leeds passes the budget", { storyId, topic: "politics" }),
    briefItem(4, "Something else happened in Selby", { topic: "other" }),
    briefItem(5, "Rovers of Skelby win the derby", { topic: "sport" }),
    briefItem(6, "Minister of Holbeck resigns on Monday", { topic: "politics" }),
  ];
  assert.deepEqual(
    buildExtract(items).sections.map(({ kind, name, paragraphs }) => `${kind} ${name} ${paragraphs}`),
    ["topic politics 2", "topic sport 1", "no-topic  1"],
  );
  const mostlyOther = items.map((item) => (item.topic === "sport" ? item : { ...item, topic: "other" }));
  const { sections, itemRefs } = buildExtract(mostlyOther);
  assert.deepEqual(
    [sections, itemRefs[0]],
    [[], "item-3"],
    "a lonely topic does not come before what more feeds report",
  );
});
