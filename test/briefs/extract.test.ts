import assert from "node:assert/strict";
import { test } from "node:test";
import { buildExtract, extractNotice } from "../../src/briefs/build-extract.ts";
import { briefItem, sixItems } from "./brief-examples.ts";

test("an extract says that no AI wrote it, and starts with the story that most feeds report", () => {
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

test("the plainest report with a summary leads its story, even if a louder one is longer", () => {
  const [title, storyId] = ["Council of Elmsford postpones the harbour bridge", "bridge"];
  const { itemRefs } = buildExtract([
    briefItem(1, title, { storyId, rating: 0.9, summary: "Cruel bureaucrats have slashed the bridge. ".repeat(5) }),
    briefItem(2, title, { storyId, rating: 0.02 }),
    briefItem(3, title, { storyId, rating: 0.1, summary: "The council voted 23 to 14." }),
  ]);
  assert.deepEqual(itemRefs, ["item-3", "item-1", "item-2"]);
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
  assert.equal(content.includes("believe"), false);
  assert.match(content, /^Council of Elmsford postpones the harbour bridge \[1\] Also: Feed 1 \[2\]\.$/mu);
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
  assert.match(
    content.split("\n\n")[1] ?? "",
    /^Train collision near Brzeg\. Two trains collided\. \[1\] Also: “Horror/u,
  );
});

test("an extract shows at most five stories with five items each, and no markup from items", () => {
  const items = Array.from({ length: 100 }, (_, n) =>
    briefItem(n, `<b>word${n % 10}</b> unique${n % 10} https://evil.example`, {
      storyId: `story-${n % 10}`,
      summary: "x".repeat(5_000),
    }),
  );
  const { content, itemRefs } = buildExtract(items);
  assert.equal(content.split("\n\n").length, 6);
  assert.equal(itemRefs.length, 25);
  assert.equal(/evil|<b>/u.test(content), false);
});
