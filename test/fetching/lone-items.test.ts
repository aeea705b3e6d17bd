import assert from "node:assert/strict";
import { test } from "node:test";
import { type Entry, feedOrigin, rss } from "../ground/feed-origin.ts";
import { fetchDriver } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";

const database = await testDatabase();
const origin = await feedOrigin();
const driver = fetchDriver(database);
const dayMs = 86_400_000;
const link = "https://comic.example/today";
let feeds = 0;

/** A feed whose documents follow each other. Returns its items, the oldest first, with the number of their earlier versions. */
async function storedOf(documents: Partial<Entry>[][]) {
  feeds += 1;
  const path = `/lone${feeds}`;
  let feed: string | undefined;
  for (const entries of documents) {
    origin.serve(path, { body: rss(entries.map((entry) => ({ title: "", link, ...entry }))) });
    feed ??= await driver.add(origin.url(path, `127.7.${feeds}.1`));
    const fetched = await driver.fetchDueOf(feed);
    assert.equal(fetched?.completion.plan.status, "success");
    driver.clock.advance(2 * dayMs);
  }
  const { rows } = await database.worker.query<{ title: string; guid: string; versions: number }>(
    `select title, guid, (select count(*)::int from item_versions v where v.item_id = i.id) as versions
     from items i where feed_id = $1 order by pub_date, id`,
    [feed],
  );
  return rows;
}

const day = (days: number) => new Date(Date.UTC(2026, 0, 1 + days));
const comic = (days: number, changes: Partial<Entry> = {}): Partial<Entry> => {
  return { title: `Comic ${days}`, guid: `comic-${days}`, date: day(days), ...changes };
};

test("under a link that stays, a lone item with another guid and title and a later date is a new one", async () => {
  const documents = [1, 2, 3].map((days) => [comic(days)]);
  assert.deepEqual(await storedOf(documents), [
    { title: "Comic 1", guid: "comic-1", versions: 0 },
    { title: "Comic 2", guid: "comic-2", versions: 0 },
    { title: "Comic 3", guid: "comic-3", versions: 0 },
  ]);
});

test("each of them is known again by its guid, and the newest by its link", async () => {
  const corrected = comic(1, { text: "corrected" });
  const unstable = comic(2, { guid: "comic-2 again", text: "corrected" });
  assert.deepEqual(await storedOf([[comic(1)], [comic(2)], [corrected], [unstable]]), [
    { title: "Comic 1", guid: "comic-1", versions: 1 },
    { title: "Comic 2", guid: "comic-2", versions: 1 },
  ]);
});

const edits: [string, Partial<Entry>[]][] = [
  ["another guid, the same title and a later date", [comic(1), comic(1, { guid: "b", date: day(2), text: "x" })]],
  ["another guid, another title and the same date", [comic(1), comic(1, { guid: "b", title: "Comic one" })]],
  ["another guid, another title and an earlier date", [comic(2), comic(1, { title: "Comic one" })]],
  [
    "another title and no date",
    [
      { title: "Comic", guid: "a" },
      { title: "Comic one", guid: "b" },
    ],
  ],
  ["its guid, another title and a later date", [comic(1), comic(2, { guid: "comic-1" })]],
];
for (const [what, entries] of edits) {
  test(`a lone item is edited, not doubled: ${what}`, async () => {
    const items = await storedOf(entries.map((entry) => [entry]));
    assert.deepEqual(
      items.map(({ title, versions }) => ({ title, versions })),
      [{ title: entries[1]?.title, versions: 1 }],
    );
  });
}

test("items among others that get another guid at each fetch are not doubled, even with another title and date", async () => {
  const other = comic(0, { link: "https://comic.example/other" });
  const items = await storedOf([
    [comic(1), other],
    [comic(2), other],
  ]);
  assert.deepEqual(
    items.map(({ title }) => title),
    ["Comic 0", "Comic 2"],
  );
});
