import assert from "node:assert/strict";
import { test } from "node:test";
import { asAnybody } from "../../src/database/transaction.ts";
import { markRead } from "../../src/items/item-state-store.ts";
import { type Reader, readingWorld } from "./reading-world.ts";

// The SQL functions that run as the owner of the tables, past row-level security: each must keep to the person itself.

const world = await readingWorld();
const { worker, web } = world.database;
const since = new Date(Date.now() - 3_600_000);
const [firstPlace, lastPlace] = ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"];
const longAgo = new Date("0001-01-01T00:00:00Z");
const farAhead = new Date("9999-12-31T00:00:00Z");

type Row = Record<string, unknown>;

async function rowsOf(reader: Reader, sql: string, values: unknown[]): Promise<Row[]> {
  return reader.as(async (tx) => (await tx.query<Row>(sql, values)).rows);
}

const questions: [name: string, column: "item_id" | "feed_id" | "story_id", sql: string, values: unknown[]][] = [
  ["newest_items", "item_id", "select * from newest_items($1, $2, 500)", [farAhead, lastPlace]],
  ["oldest_items", "item_id", "select * from oldest_items($1, $2, 500)", [longAgo, firstPlace]],
  ["recent_reports", "story_id", "select * from recent_reports($1, 100, 10000)", [since]],
  [
    "rank_sources",
    "feed_id",
    "select unnest(feeds) as feed_id from rank_sources('loaded', $1, null, 400, 50, 0, 50)",
    [since],
  ],
  ["search_newest", "item_id", "select * from search_newest('harbour', null, $1, $2, 51)", [farAhead, lastPlace]],
  ["search_items", "item_id", "select * from search_items('harbour', null, $1, $2, 51)", [farAhead, lastPlace]],
  [
    "search_oldest_items",
    "item_id",
    "select * from search_oldest_items('harbour', null, $1, $2, 51)",
    [longAgo, firstPlace],
  ],
];

test("each function finds what is in the person's feeds, nothing of others, and is closed to strangers", async () => {
  const [anna, ben, carl] = [await world.addReader(), await world.addReader(), await world.addReader()];
  const [annas, shared, bens] = [
    await world.addFeed([anna], "Anna's"),
    await world.addFeed([anna, ben], "Shared"),
    await world.addFeed([ben], "Ben's"),
  ];
  const found = { item_id: [] as string[], feed_id: [annas, shared], story_id: [] as string[] };
  for (const [feed, title] of [
    [annas, "Harbour wall repaired"],
    [shared, "Harbour ferry moved"],
    [bens, "Harbour tax planned"],
  ] as const) {
    const id = await world.addItem(feed, { title });
    if (feed !== bens) found.item_id.push(id);
  }
  await world.settle();
  await worker.query("update item_index set framing = 0.5, clickbait = 0.1, speculative = 0.1, analyzer = 'test'");
  const { rows } = await worker.query("select story_id from item_index where item_id = any($1)", [found.item_id]);
  found.story_id = rows.map(({ story_id: id }) => id);

  for (const [name, column, sql, values] of questions) {
    const seen = (await rowsOf(anna, sql, values)).map((row) => row[column]);
    assert.deepEqual(seen.toSorted(), found[column].toSorted(), name);
    assert.deepEqual(await rowsOf(carl, sql, values), [], name);
    await assert.rejects(
      asAnybody(web, (tx) => tx.query(sql, values)),
      new RegExp(`permission denied for function ${name}`),
    );
  }
  const asked = [since, bens];
  assert.deepEqual(
    await rowsOf(anna, "select * from rank_sources('loaded', $1, $2, 400, 50, 0, 50)", asked),
    [],
    "a feed by name",
  );
  const every = (await worker.query<{ id: string }>("select id from items")).rows.map(({ id }) => id);
  await worker.query(
    "insert into item_versions (item_id, version, title, content, seen_until) select id, 1, 'Before', '', now() from items",
  );
  const countEdits = "select item_id from count_headline_edits($1, $2)";
  const edited = (await rowsOf(anna, countEdits, [every, since])).map((row) => row["item_id"]);
  assert.deepEqual(edited.toSorted(), found.item_id.toSorted(), "count_headline_edits");
  assert.deepEqual(await rowsOf(carl, countEdits, [every, since]), []);
  await assert.rejects(
    asAnybody(web, (tx) => tx.query(countEdits, [every, since])),
    /permission denied for function count_headline_edits/,
  );
  const inFeed = [[bens], farAhead, lastPlace];
  assert.deepEqual(await rowsOf(anna, "select * from search_newest('harbour', $1, $2, $3, 51)", inFeed), []);
});

test("Today's reports are the same by date and feed by feed: the person's own feeds and marks, nothing hidden", async () => {
  const [anna, ben] = [await world.addReader(), await world.addReader()];
  const feeds = await addManyFeeds(anna, 201);
  const [first = "", second = "", third = ""] = feeds;
  const others = await world.addFeed([ben], "Ben's");
  const [read, unread, hidden] = [await world.addItem(first), await world.addItem(second), await world.addItem(third)];
  await world.addItem(others);
  await world.addItem(first, { pubDate: new Date(since.getTime() - 1) });
  await world.settle();
  await anna.as((tx) => markRead(tx, read, true, new Date()));
  await worker.query("insert into item_states (user_id, item_id, read_at) values ($1, $2, now())", [ben.id, unread]);
  await worker.query("insert into item_states (user_id, item_id, hidden_at) values ($1, $2, now())", [anna.id, hidden]);

  const ask = "select feed_id, is_unread from recent_reports($1, 100, $2) order by is_unread";
  const expected = [
    { feed_id: first, is_unread: false },
    { feed_id: second, is_unread: true },
  ];
  assert.deepEqual(await rowsOf(anna, ask, [since, 10_000]), expected, "by date");
  assert.deepEqual(await rowsOf(anna, ask, [since, 1]), expected, "feed by feed");
  await worker.query("update subscriptions set in_today = false where user_id = $1 and feed_id = $2", [
    anna.id,
    second,
  ]);
  assert.deepEqual(await rowsOf(anna, ask, [since, 10_000]), expected.slice(0, 1), "not in Today");
});

test("a feed by feed reading of Today stops after a number of reports in each", async () => {
  const reader = await world.addReader();
  const feed = await world.addFeed([reader], "Busy");
  for (let n = 0; n < 4; n += 1) await world.addItem(feed, { title: `Report ${n}` });
  await world.settle();
  assert.equal((await rowsOf(reader, "select * from recent_reports($1, 3, 10000)", [since])).length, 3);
});

test("a frequent word, a rare one and one between are found alike by date and by the index", async () => {
  const reader = await world.addReader();
  const [feed, small] = [await world.addFeed([reader], "Large"), await world.addFeed([reader], "Small")];
  await world.addItem(small, { title: "Every small feed" });
  await world.settle();
  await worker.query(
    `with added as (
       insert into items (id, feed_id, hash, url, title, pub_date, fingerprint, content, text)
       select gen_random_uuid(), $1, encode(sha256(n::text::bytea), 'hex'), 'https://search.example/' || n, n::text, now() - make_interval(mins => n), '', '', ''
       from generate_series(1, 1500) n returning id, feed_id, pub_date, title
     )
     insert into item_index (item_id, feed_id, pub_date, story_id, words)
     select id, feed_id, pub_date, id, to_tsvector('simple', concat_ws(' ', 'every',
       case when n % 10 = 0 then 'tenth' end, case when n > 1400 then 'rare' end))
     from added cross join lateral (select title::int as n) numbered`,
    [feed],
  );
  const ask = (search: string, word: string, feedIds: string[] | null) =>
    rowsOf(reader, `select * from ${search}($1::tsquery, $2, $3, $4, 51)`, [word, feedIds, farAhead, lastPlace]);
  for (const word of ["every", "tenth", "rare", "'none'"]) {
    for (const feedIds of [null, [feed], [small], [feed, small]]) {
      assert.deepEqual(await ask("search_newest", word, feedIds), await ask("search_items", word, feedIds), word);
    }
  }
  assert.equal((await ask("search_newest", "rare", null)).length, 51);
});

test("sources are ranked by each trait, a page at a time, with the edits of their reports", async () => {
  const reader = await world.addReader();
  const scores = { Calm: [0.1, 0.9, 0.2], Middle: [0.5, 0.1, 0.9], Loud: [0.9, 0.5, 0.1] };
  const feeds: Record<string, string> = {};
  for (const [name, [framing, clickbait, speculative]] of Object.entries(scores)) {
    const feed = await world.addFeed([reader], name);
    feeds[name] = feed;
    const item = await world.addItem(feed);
    await world.settle();
    await worker.query(
      "update item_index set analyzer = 'test', framing = $2, clickbait = $3, speculative = $4 where item_id = $1",
      [item, framing, clickbait, speculative],
    );
    if (name === "Middle") {
      await worker.query(
        `insert into item_versions (item_id, version, title, content, seen_until) values ($1, 1, 'Before', '', now())`,
        [item],
      );
    }
  }
  const rank = async (trait: string, { feedsMax = 400, start = 0, size = 50 } = {}) =>
    rowsOf(reader, "select *, names[1] as feed_name from rank_sources($1, $2, null, $3, 50, $4, $5)", [
      trait,
      since,
      feedsMax,
      start,
      size,
    ]);
  const names = async (trait: string) => (await rank(trait)).map((row) => row["feed_name"]);
  assert.deepEqual(await names("loaded"), ["Loud", "Middle", "Calm"]);
  assert.deepEqual(await names("clickbait"), ["Calm", "Loud", "Middle"]);
  assert.deepEqual(await names("hedging"), ["Middle", "Calm", "Loud"]);
  assert.deepEqual(await names("edits"), ["Middle", "Loud", "Calm"]);
  assert.deepEqual(
    (await rank("loaded", { start: 1, size: 1 })).map(({ feed_name, reports, edits, ranked }) => [
      feed_name,
      reports,
      edits,
      ranked,
    ]),
    [["Middle", 1, 1, 3]],
  );
  // Two feeds are among the newest items of the server, so these two are ranked.
  assert.deepEqual(
    (await rank("loaded", { feedsMax: 2 })).map((row) => row["feed_name"]),
    ["Middle", "Calm"],
  );
});

async function addManyFeeds(reader: Reader, count: number): Promise<string[]> {
  const { rows } = await worker.query<{ id: string }>(
    "insert into feeds (id, url) select gen_random_uuid(), 'https://many.example/' || $1 || n from generate_series(1, $2) n returning id",
    [reader.id, count],
  );
  const ids = rows.map(({ id }) => id);
  await worker.query(
    "insert into subscriptions (id, user_id, feed_id, name) select gen_random_uuid(), $1, id, id::text from unnest($2::uuid[]) id",
    [reader.id, ids],
  );
  return ids;
}
