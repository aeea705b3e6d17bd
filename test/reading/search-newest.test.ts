import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { type Reader, readingWorld } from "./reading-world.ts";

const world = await readingWorld();
const { worker } = world.database;
const lastPlace = "ffffffff-ffff-ffff-ffff-ffffffffffff";
const start = Date.UTC(2026, 2, 1);
const minuteMs = 60_000;

// Three feeds of one person: one publishes every minute, one every hour, one everything in the same second. Every third item of
// each has the word; others' feeds have it in every item, and newer.
const [anna, ben] = [await world.addReader(), await world.addReader()];
const feeds = [
  await world.addFeed([anna], "Own"),
  await world.addFeed([anna], "Own"),
  await world.addFeed([anna], "Own"),
];
const others = await world.addFeed([ben], "Other");
await addItems(feeds[0] ?? "", 900, (n) => n * minuteMs);
await addItems(feeds[1] ?? "", 60, (n) => n * 60 * minuteMs);
await addItems(feeds[2] ?? "", 300, () => 500 * minuteMs);
await addItems(others, 2_000, (n) => 10_000 * minuteMs + n, 1);

for (const [what, before] of [
  ["from the newest on", 9_999_999],
  ["in the middle of items of one second", 500],
  ["before the last few", 20],
] as const) {
  for (const [pages, words] of [
    ["a page", "'common'"],
    ["a page of a rare word", "'rare'"],
    ["a page of two words", "'common' & 'rare'"],
  ] as const) {
    test(`${pages}, ${what}: the newest of the person's items with these words, in order, and none of others`, async () => {
      const at = new Date(start + before * minuteMs);
      const { rows: expected } = await worker.query(
        `select item_id from item_index where words @@ $1::tsquery and feed_id = any($2)
           and (pub_date, item_id) < ($3, $4) order by pub_date desc, item_id desc limit 51`,
        [words, feeds, at, lastPlace],
      );
      assert.deepEqual(await search(anna, words, null, at), expected);
    });
  }
}

test("in one feed, only that feed is searched; in another person's, nothing is found", async () => {
  const at = new Date(start + 9_999_999 * minuteMs);
  assert.equal((await search(anna, "'common'", feeds.slice(1, 2), at)).length, 20);
  assert.deepEqual(await search(anna, "'common'", [others], at), []);
});

test("with few feeds and with hundreds, the index on words finds the same, from either end, and nothing of others", async () => {
  const dora = await world.addReader();
  const { rows: followed } = await worker.query<{ feed_id: string }>(
    `with added as (insert into feeds (id, url) select gen_random_uuid(), 'http://feed' || n || '.example/' from generate_series(1, 201) n returning id)
     insert into subscriptions (id, user_id, feed_id, name)
     select gen_random_uuid(), $1, id, 'Feed' from (select id from added union all select unnest($2::uuid[])) f returning feed_id`,
    [dora.id, feeds],
  );
  const firstPlace = "00000000-0000-0000-0000-000000000000";
  for (const [name, date, place, before, order] of [
    ["search_items", new Date(start + 800 * minuteMs), lastPlace, "<", "desc"],
    ["search_oldest_items", new Date(start + 20 * minuteMs), firstPlace, ">", "asc"],
  ] as const) {
    const { rows: expected } = await worker.query(
      `select item_id from item_index where words @@ 'rare' and feed_id = any($1)
         and (pub_date, item_id) ${before} ($2, $3) order by pub_date ${order}, item_id ${order} limit 15`,
      [feeds, date, place],
    );
    assert.equal(expected.length, 15);
    const asked = `select item_id from ${name}('rare', $1, $2, $3, 15)`;
    const ask = (reader: Reader, inFeeds: string[] | null) =>
      reader.as(async (tx) => (await tx.query(asked, [inFeeds, date, place])).rows);
    const many = [...followed.map(({ feed_id: id }) => id), others];
    for (const reader of [anna, dora])
      for (const inFeeds of [null, [...feeds, others], many]) assert.deepEqual(await ask(reader, inFeeds), expected);
    const withoutFirst = many.filter((id) => id !== feeds[0]);
    assert.deepEqual(await ask(dora, withoutFirst), await ask(anna, feeds.slice(1)));
  }
});

function search(reader: Reader, words: string, inFeeds: string[] | null, before: Date) {
  return reader.as(async (tx) => {
    const asked = "select item_id from search_newest($1::tsquery, $2, $3, $4, 51) order by pub_date desc, item_id desc";
    return (await tx.query(asked, [words, inFeeds, before, lastPlace])).rows;
  });
}

async function addItems(feedId: string, count: number, msOf: (n: number) => number, every = 3): Promise<void> {
  const numbers = Array.from({ length: count }, (_, n) => n);
  const ids = numbers.map(() => randomUUID());
  const dates = numbers.map((n) => new Date(start + msOf(n)));
  await worker.query(
    `insert into items (id, feed_id, hash, content, pub_date, fingerprint)
     select id, $1, encode(sha256(id::text::bytea), 'hex'), '', at, '' from unnest($2::uuid[], $3::timestamptz[]) g(id, at)`,
    [feedId, ids, dates],
  );
  const wordsOf = (n: number) => `${n % every === 0 ? "'common':1 " : ""}${n % 50 === 0 ? "'rare':2 " : ""}'the':3`;
  await worker.query(
    `insert into item_index (item_id, feed_id, pub_date, story_id, words)
     select id, $1, at, id, words::tsvector from unnest($2::uuid[], $3::timestamptz[], $4::text[]) g(id, at, words)`,
    [feedId, ids, dates, numbers.map(wordsOf)],
  );
}
