import assert from "node:assert/strict";
import { test } from "node:test";
import { buildExtract, extractNotice } from "../../src/briefs/build-extract.ts";
import { groupStories } from "../../src/briefs/group-stories.ts";
import { briefItem, sixItems } from "./brief-examples.ts";

test("items about the same event are one story, others are not", () => {
  assert.deepEqual(groupStories(sixItems), [[0, 2, 4], [1, 5], [3]]);
});

test("stories are seen through German and Polish endings", () => {
  const titles = [
    "Bundestag beschließt Haushalt für 2027",
    "Sejm przyjął ustawę o lasach państwowych",
    "Haushalt 2027: Bundestag stimmt zu",
    "Ustawa o lasach państwowych przyjęta przez Sejm",
    "Feuerwehr löscht Brand in Altenried",
  ];
  assert.deepEqual(groupStories(titles.map((title, n) => briefItem(n, title))), [[0, 2], [1, 3], [4]]);
});

test("items with no words in common stay apart, and none are no stories", () => {
  assert.deepEqual(groupStories([briefItem(1, ""), briefItem(2, "!!!")]), [[0], [1]]);
  assert.deepEqual(groupStories([]), []);
});

test("an extract says plainly that no AI wrote it, and begins with what most feeds tell", () => {
  const { content, itemRefs, itemCount, writtenBy } = buildExtract(sixItems);
  const [notice, first, second, third, ...rest] = content.split("\n\n");
  assert.equal(notice, extractNotice);
  assert.match(notice, /without AI/u);
  assert.match(
    first ?? "",
    /^Parliament passes 2027 budget .* \[1\] Also: “.*” \(Daily Mirrorless\) \[2\]; “.*” \(Radio Nord\) \[3\]\.$/u,
  );
  assert.match(second ?? "", /ferries.*\[4\] Also: .*\[5\]\.$/u);
  assert.match(third ?? "", /Elmsford.*\[6\]$/u);
  assert.deepEqual(rest, []);
  assert.deepEqual(itemRefs, ["item-1", "item-3", "item-5", "item-2", "item-6", "item-4"]);
  assert.deepEqual([itemCount, writtenBy], [6, "extract"]);
});

test("the plainest report that has something to tell speaks for its story, however long the loudest is", () => {
  const title = "Council of Elmsford postpones the harbour bridge";
  const { itemRefs } = buildExtract([
    briefItem(1, title, { rating: 0.9, summary: "Cruel bureaucrats have slashed the bridge. ".repeat(5) }),
    briefItem(2, title, { rating: 0.02 }),
    briefItem(3, title, { rating: 0.1, summary: "The council voted 23 to 14." }),
  ]);
  assert.deepEqual(itemRefs, ["item-3", "item-1", "item-2"]);
});

test("an extract shows five stories of five items at most, and no markup of a stranger", () => {
  const items = Array.from({ length: 100 }, (_, n) =>
    briefItem(n, `<b>word${n % 10}</b> unique${n % 10} https://evil.example`, { summary: "x".repeat(5_000) }),
  );
  const { content, itemRefs } = buildExtract(items);
  assert.equal(content.split("\n\n").length, 6);
  assert.ok(itemRefs.length <= 25);
  assert.equal(/evil|<b>/u.test(content), false);
});
