import assert from "node:assert/strict";
import { test } from "node:test";
import { listOwnFeeds } from "../../src/accounts/export-store.ts";
import { asAnybody } from "../../src/database/transaction.ts";
import { findItemPage, type ItemPage, type ListQuestion, type Place } from "../../src/items/item-list-store.ts";
import { markAllRead, markRead, markStarred, undoAllRead } from "../../src/items/item-state-store.ts";
import { findReports, findVersions, loadListedItems } from "../../src/items/listed-item-store.ts";
import { findShelfFeeds } from "../../src/items/shelf-store.ts";
import { listFeedNames } from "../../src/items/subscribed-feed-store.ts";
import { type Reader, readingWorld } from "./reading-world.ts";

const world = await readingWorld();
const { worker } = world.database;
const minuteMs = 60_000;
const hourMs = 3_600_000;
const all: ListQuestion = {
  view: "all",
  feedIds: null,
  maxScore: null,
  tsquery: null,
  order: "newest",
  after: null,
  readSince: null,
};
const wholeList = { feedIds: null, maxScore: null, upTo: null };

test("pages have no gaps or repeats, even if many items share a date", async () => {
  const reader = await world.addReader();
  const feeds = [await world.addFeed([reader], "One"), await world.addFeed([reader], "Two")];
  const start = Date.now();
  const ids: string[] = [];
  for (let n = 0; n < 130; n += 1) {
    // Some of today, some of last year, eight to a minute.
    const ago = (n < 60 ? 0 : 300 * 24 * hourMs) + Math.floor(n / 8) * minuteMs;
    ids.push(await world.addItem(feeds[n % 2] ?? "", { pubDate: new Date(start - ago) }));
  }
  const pages = await allPages(reader, all);
  assert.deepEqual(
    pages.map((page) => page.length),
    [50, 50, 30],
  );
  assert.deepEqual(pages.flat().toSorted(), ids.toSorted());
  const dates = await reader.as(async (tx) => (await loadListedItems(tx, pages.flat())).map(({ id }) => id));
  assert.deepEqual(dates, pages.flat());
});

test("items of the year 1 have no gaps or repeats either, in whatever time zone the server is", async () => {
  const reader = await world.addReader();
  const feed = await world.addFeed([reader], "Without dates");
  await worker.query(
    `insert into items (id, feed_id, hash, title, content, pub_date, fingerprint)
     select gen_random_uuid(), $1, encode(sha256(n::text::bytea), 'hex'), '', '', '0001-01-01T00:00:00Z', '' from generate_series(1, 60) n`,
    [feed],
  );
  const before = process.env["TZ"];
  for (const zone of ["UTC", "Europe/Berlin", "America/New_York"]) {
    process.env["TZ"] = zone;
    for (const order of ["newest", "oldest"] as const) {
      const pages = await allPages(reader, { ...all, feedIds: [feed], order });
      assert.deepEqual([pages.length, new Set(pages.flat()).size], [2, 60], `${zone}, ${order}`);
    }
  }
  if (before === undefined) delete process.env["TZ"];
  else process.env["TZ"] = before;
});

test("a story is shown once, by its newest report in the list", async () => {
  const reader = await world.addReader();
  const [one, two, three] = [
    await world.addFeed([reader], "One"),
    await world.addFeed([reader], "Two"),
    await world.addFeed([], "Not read"),
  ];
  const url = "https://news.example/same-story";
  const older = await world.addItem(one, { url, pubDate: new Date(Date.now() - hourMs) });
  const newer = await world.addItem(two, { url: `${url}#again`, pubDate: new Date(Date.now() - minuteMs) });
  await world.addItem(three, { url });
  await world.settle();
  assert.deepEqual(await idsOf(reader, all), [newer]);
  assert.deepEqual(await idsOf(reader, { ...all, feedIds: [one] }), [older]);
  const [item] = await reader.as((tx) => loadListedItems(tx, [newer]));
  const reports = await reader.as((tx) => findReports(tx, [item?.storyId ?? ""]));
  assert.deepEqual(
    reports.map(({ itemId, feedName }) => [itemId, feedName]),
    [
      [newer, "Two"],
      [older, "One"],
    ],
  );

  // Read is the story, not one of its reports; starred is the report.
  await reader.as((tx) => markRead(tx, newer, true, new Date()));
  assert.deepEqual(await idsOf(reader, { ...all, view: "unread" }), []);
  await reader.as((tx) => markRead(tx, older, false, new Date()));
  await reader.as((tx) => markStarred(tx, older, true, new Date()));
  assert.deepEqual(await idsOf(reader, { ...all, view: "unread" }), [newer]);
  assert.deepEqual(await idsOf(reader, { ...all, view: "starred" }), [older]);
});

test("what an item says now comes first, however often it was edited", async () => {
  const reader = await world.addReader();
  const feed = await world.addFeed([reader], "Ticker");
  const item = await world.addItem(feed, { title: "Now" });
  await worker.query(
    "insert into item_versions (item_id, version, title, content, seen_until) values ($1, 40000, 'Before', '', now())",
    [item],
  );
  const versions = await reader.as((tx) => findVersions(tx, item, new Date()));
  assert.deepEqual(
    versions.map(({ title }) => title),
    ["Now", "Before"],
  );
});

test("items without a score pass any limit, 0 is a score, and a limit has two decimals", async () => {
  const reader = await world.addReader();
  const feed = await world.addFeed([reader], "Scored");
  const scored = async (rating: number | null) => {
    const id = await world.addItem(feed);
    await worker.query("update items set rating = $2, analysis_status = 'done' where id = $1", [id, rating]);
    return id;
  };
  const [none, zero, low, high] = [await scored(null), await scored(0), await scored(0.304), await scored(0.306)];
  assert.deepEqual(await idsOf(reader, { ...all, maxScore: 0 }), [none, zero]);
  assert.deepEqual(await idsOf(reader, { ...all, maxScore: 0.3 }), [none, zero, low]);
  assert.deepEqual(await idsOf(reader, { ...all, maxScore: 0.31 }), [none, zero, low, high]);

  // What the list does not show is not marked with it, also while it waits to be read again.
  await worker.query("update items set analysis_status = 'pending' where id = $1", [high]);
  const list = { ...wholeList, maxScore: 0.3, seenUntil: new Date(Date.now() + minuteMs) };
  assert.equal(await reader.as((tx) => markAllRead(tx, list, new Date())), 3);
  assert.deepEqual(await idsOf(reader, { ...all, view: "unread" }), [high]);
});

test("everything on the page is marked as read, but not later items, and undo restores exactly those", async () => {
  const reader = await world.addReader();
  const [one, two] = [await world.addFeed([reader], "One"), await world.addFeed([reader], "Two")];
  const [first, second, read] = [await world.addItem(one), await world.addItem(two), await world.addItem(one)];
  await reader.as((tx) => markRead(tx, read, true, new Date(Date.now() - hourMs)));
  const seenUntil = new Date();
  const late = await world.addItem(one, {
    pubDate: new Date(Date.now() - 24 * hourMs),
    seenAt: new Date(seenUntil.getTime() + 1),
  });

  const markedAt = new Date();
  const unread = { ...all, view: "unread" as const };
  assert.equal(await reader.as((tx) => markAllRead(tx, { ...wholeList, seenUntil }, markedAt)), 2);
  assert.deepEqual(await idsOf(reader, unread), [late]);
  assert.equal(await reader.as((tx) => undoAllRead(tx, markedAt)), 2);
  assert.deepEqual(await idsOf(reader, unread), [first, second, late]);

  assert.equal(await reader.as((tx) => markAllRead(tx, { ...wholeList, feedIds: [two], seenUntil }, new Date())), 1);
  assert.deepEqual(await idsOf(reader, unread), [first, late]);
});

test("feeds are listed by name with their unread counts", async () => {
  const reader = await world.addReader();
  const [beta, alpha] = [await world.addFeed([reader], "beta"), await world.addFeed([reader], "Alpha")];
  const item = await world.addItem(beta);
  await world.addItem(beta);
  await reader.as((tx) => markRead(tx, item, true, new Date()));
  const feeds = await reader.as((tx) => findShelfFeeds(tx, "all"));
  assert.deepEqual(
    feeds.map(({ feedId, unread, state }) => [feedId, unread, state]),
    [
      [alpha, 0, "waiting"],
      [beta, 1, "fetched"],
    ],
  );
});

test("feeds with numbers in their names are sorted numerically in every list", async () => {
  const reader = await world.addReader();
  for (const name of ["Feed 10", "feed 2", "Feed 1", "Äther 3"]) await world.addFeed([reader], name);
  const expected = ["Äther 3", "Feed 1", "feed 2", "Feed 10"];
  const byFeed = await reader.as((tx) => findShelfFeeds(tx, "all"));
  assert.deepEqual(
    [
      byFeed.map(({ name }) => name),
      (await reader.as(listFeedNames)).map(({ name }) => name),
      (await reader.as(listOwnFeeds)).map(({ name }) => name),
    ],
    [expected, expected, expected],
  );
});

test("a feed that was never fetched does not count as read", async () => {
  const reader = await world.addReader();
  const [, fetched] = [await world.addFeed([reader], "New"), await world.addFeed([reader], "Old")];
  await world.database.worker.query("update feeds set last_success_at = now() where id = $1", [fetched]);
  const failed = await world.addFeed([reader], "Wrong");
  await world.database.worker.query("update feeds set last_fetch_error = 'HTTP 404' where id = $1", [failed]);
  const page = (await (await reader.ask("/stream")).text()).replace(/\s+/g, " ");
  assert.match(page, />New<\/span ?><b title="not fetched yet"/);
  assert.match(page, />Wrong<\/span ?><b title="could not be fetched"/);
  assert.match(page, />Old<\/span ?><b id="[^"]+"><\/b><\/a/);
});

test("unread items are counted per person, in their own feeds only", async () => {
  const [anna, ben] = [await world.addReader(), await world.addReader()];
  const [shared, annas] = [await world.addFeed([anna, ben], "Shared"), await world.addFeed([anna], "Anna's")];
  const [first] = [await world.addItem(shared), await world.addItem(shared), await world.addItem(annas)];
  await anna.as((tx) => markRead(tx, first, true, new Date()));

  const ask = "select feed_id, unread from count_unread($1, $2) order by unread";
  const count = async (reader: Reader, countMax: number) => {
    const { rows } = await reader.as((tx) => tx.query(ask, [[shared, annas], countMax]));
    return rows as { feed_id: string; unread: number }[];
  };
  assert.deepEqual(await count(ben, 100), [{ feed_id: shared, unread: 2 }]);
  assert.deepEqual(await count(ben, 1), [{ feed_id: shared, unread: 1 }], "no further than asked for");
  assert.deepEqual(
    (await count(anna, 100)).map(({ unread }) => unread),
    [1, 1],
  );
  await assert.rejects(
    asAnybody(world.database.web, (tx) => tx.query(ask, [[shared], 100])),
    /permission denied for function count_unread/,
  );
});

test("nobody can see or mark items of feeds they do not follow", async () => {
  const [anna, ben] = [await world.addReader(), await world.addReader()];
  const item = await world.addItem(await world.addFeed([anna], "Anna's"));
  await world.settle();
  assert.deepEqual(await idsOf(ben, all), []);
  assert.deepEqual(await ben.as((tx) => loadListedItems(tx, [item])), []);
  assert.deepEqual(await ben.as((tx) => findReports(tx, [item])), []);
  assert.equal(await ben.as((tx) => markRead(tx, item, true, new Date())), null);
  assert.equal(await ben.as((tx) => markStarred(tx, item, true, new Date())), false);
});

async function idsOf(reader: Reader, question: ListQuestion): Promise<string[]> {
  return reader.as(async (tx) => (await findItemPage(tx, question, new Date())).places.map(({ id }) => id));
}

async function allPages(reader: Reader, question: ListQuestion): Promise<string[][]> {
  const pages: string[][] = [];
  let after: Place | null = null;
  do {
    const place: Place | null = after;
    const page: ItemPage = await reader.as((tx) => findItemPage(tx, { ...question, after: place }, new Date()));
    pages.push(page.places.map(({ id }) => id));
    after = page.next;
  } while (after !== null && pages.length < 20);
  return pages;
}
