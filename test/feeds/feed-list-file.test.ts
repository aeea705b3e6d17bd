import assert from "node:assert/strict";
import { test } from "node:test";
import { describeInstant, describeWait } from "../../src/time.ts";
import { listedFeedsMax, parseFeedList } from "../../src/feeds/parse-feed-list.ts";

test("feeds and their settings are read, and each that is wrong is named", () => {
  const listed = [
    { url: "https://news.example/feed", name: "News", polling: true, "failure-policy": "one_strike" },
    "https://news.example/feed",
    null,
    ["https://news.example/feed"],
    { url: "gopher://news.example/" },
    { url: "https://news.example/2", polling: "maybe" },
    { url: "https://news.example/3", colour: "red" },
    { url: "https://news.example/4" },
  ];
  const { feeds, faults } = parseFeedList(JSON.stringify({ feeds: listed }));
  assert.deepEqual(feeds, [
    { url: "https://news.example/feed", settings: { name: "News", polling: true, failurePolicy: "one_strike" } },
    { url: "https://news.example/4", settings: {} },
  ]);
  assert.deepEqual(
    faults.map(({ where }) => where),
    ["feed 2", "feed 3", "feed 4", "feed 5", "feed 6", "feed 7"],
  );
  assert.deepEqual(
    faults.slice(0, 3).map(({ sentence }) => sentence),
    Array.from({ length: 3 }, () => "It is no object."),
  );
  assert.match(faults[3]?.sentence ?? "", /^"gopher:\/\/news\.example\/": /);
  assert.match(faults[4]?.sentence ?? "", /^polling must be on or off/);
  assert.match(faults[5]?.sentence ?? "", /^"colour" is no setting of a feed/);
});

test("an invalid address is quoted up to 200 characters", () => {
  const { faults } = parseFeedList(JSON.stringify({ feeds: [{ url: `x:${"y".repeat(500)}` }] }));
  assert.ok(faults[0]?.sentence.startsWith(`"x:${"y".repeat(198)}": `), faults[0]?.sentence);
});

for (const text of [
  "[]",
  "{}",
  "null",
  '"feeds"',
  '{ "feeds": {} }',
  `{ "feeds": [${"0,".repeat(listedFeedsMax)}0] }`,
]) {
  test(`${text.slice(0, 20)} is not a list of feeds`, () => {
    const { feeds, faults } = parseFeedList(text);
    const sentence = `It must be { "feeds": [ … ] } with at most ${listedFeedsMax} feeds.`;
    assert.deepEqual({ feeds, faults }, { feeds: [], faults: [{ where: "line 1, column 1", sentence }] });
  });
}

test("a file that is not JSON is refused in one sentence", () => {
  const { feeds, faults } = parseFeedList("{ feeds");
  assert.deepEqual([feeds, faults.map(({ where }) => where)], [[], ["as JSON"]]);
  assert.match(faults[0]?.sentence ?? "", /JSON.*\.$/);
});

test("a duration is shown in its two largest units", () => {
  const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];
  const waits: [number, string][] = [
    [0, "0 s"],
    [999, "0 s"],
    [40 * second, "40 s"],
    [hour + 15 * minute + 3 * second, "1 h 15 min"],
    [3 * day, "3 d"],
    [2 * day + 5 * second, "2 d 5 s"],
  ];
  for (const [ms, told] of waits) assert.equal(describeWait(ms), told);
  assert.equal(describeInstant("2026-03-02T08:09:10.123Z"), "2026-03-02 08:09:10 UTC");
});
