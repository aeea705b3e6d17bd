import assert from "node:assert/strict";
import { test } from "node:test";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { eventually } from "../ground/eventually.ts";
import type { Entry } from "../ground/feed-origin.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { fetchDriver } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";
import { runWorker } from "../ground/worker.ts";

const database = await testDatabase();
const origin = await feedOrigin();
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

test("if a document has too many items, the newest are kept, wherever it lists them", async () => {
  const driver = fetchDriver(database, { itemsMax: 3 });
  const daysAgo = (days: number) => new Date(driver.clock.now().getTime() - days * dayMs);
  const entries = [5, 1, 4, 2, 3].map((days) => ({ title: `${days} days old`, guid: `${days}`, date: daysAgo(days) }));
  assert.deepEqual(await storedOf(driver, "/many", entries), ["1 days old", "2 days old", "3 days old"]);
});

test("items without a date come before old ones when not all are kept", async () => {
  const driver = fetchDriver(database, { itemsMax: 2 });
  const old = { title: "old", guid: "old", date: new Date("2020-01-01T00:00:00Z") };
  const undated = ["undated a", "undated b"].map((title) => ({ title, guid: title }));
  assert.deepEqual(await storedOf(driver, "/undated", [old, ...undated]), ["undated a", "undated b"]);
});

test("an item dated in the future gets the time it was first seen; a few minutes ahead are accepted", async () => {
  const driver = fetchDriver(database);
  const now = driver.clock.now();
  const ahead = (ms: number) => new Date(now.getTime() + ms);
  await storedOf(driver, "/future", [
    { title: "next week", guid: "1", date: ahead(7 * dayMs) },
    { title: "in eleven minutes", guid: "2", date: ahead(11 * minuteMs) },
    { title: "in nine minutes", guid: "3", date: ahead(9 * minuteMs) },
    { title: "yesterday", guid: "4", date: ahead(-dayMs) },
  ]);
  const { rows } = await database.worker.query(
    "select i.title, i.pub_date from items i join feeds f on f.id = i.feed_id where f.url like '%/future' order by i.guid",
  );
  assert.deepEqual(rows, [
    { title: "next week", pub_date: now },
    { title: "in eleven minutes", pub_date: now },
    { title: "in nine minutes", pub_date: ahead(9 * minuteMs) },
    { title: "yesterday", pub_date: ahead(-dayMs) },
  ]);
});

test("an item listed repeatedly counts once towards the limit", async () => {
  const driver = fetchDriver(database, { itemsMax: 2 });
  const twice = { title: "Twice", guid: "t", link: "http://x.example/twice?utm_source=feed" };
  const entries = [twice, twice, { ...twice, link: "http://x.example/twice" }, { title: "Other", guid: "o" }];
  assert.deepEqual(await storedOf(driver, "/double", entries), ["Other", "Twice"]);
});

test("FETCHER_MAX_ARTICLES and FETCHER_STRICT_CONTENT_TYPE are what the worker keeps to", async () => {
  const own = await testDatabase();
  const settings = { FETCHER_MAX_ARTICLES: "2", FETCHER_STRICT_CONTENT_TYPE: "true" };
  const worker = await runWorker(testParts(own, settings));
  const body = rss(["a", "b", "c", "d"].map((title) => ({ title, guid: title })));
  origin.serve("/limited", { body });
  origin.serve("/plain", { body, headers: { "content-type": "text/plain" } });
  for (const path of ["/limited", "/plain"])
    await addFeed(own.worker, { ...feed, url: origin.url(path, `127.5.9.${path.length}`) }, 4, new Date());
  const rows = await eventually(async () => {
    const found = await own.worker.query(
      `select last_fetch_status as status, last_fetch_error as error,
         (select count(*)::int from items where feed_id = feeds.id) as items
       from feeds where last_fetch_status is not null order by url`,
    );
    assert.equal(found.rowCount, 2);
    return found.rows;
  });
  assert.deepEqual(rows, [
    { status: "permanent_error", error: "The server calls this text/plain, which is no feed", items: 0 },
    { status: "success", error: null, items: 2 },
  ]);
  await worker.stop(AbortSignal.timeout(5_000));
});

test("items of one date keep the order of their document, in lists by date and in apps' by number", async () => {
  const driver = fetchDriver(database);
  const day = new Date("2026-01-02T00:00:00Z");
  const letters = [..."abcdefghijklmno"];
  const dated = letters.map((title) => ({ title, guid: `dated ${title}`, date: day }));
  const undated = letters.map((title) => ({ title, guid: `undated ${title}` }));
  const older = { title: "older", guid: "older", date: new Date("2026-01-01T00:00:00Z") };
  for (const [path, entries] of Object.entries({ "/day": [older, ...dated], "/no-day": undated })) {
    await storedOf(driver, path, entries);
    const inOrder = async (order: string) => {
      const of = "from items i join feeds f on f.id = i.feed_id where f.url like $1 and i.title <> 'older'";
      const { rows } = await database.worker.query(`select i.title ${of} order by ${order}`, [`%${path}`]);
      return rows.map(({ title }) => title);
    };
    assert.deepEqual(await inOrder("pub_date desc, i.id desc"), letters);
    assert.deepEqual(await inOrder("first_seen_at desc, number desc"), letters);
  }
  const { rows } = await database.worker.query(
    "select min(number) = min(number) filter (where i.title = 'older') as first from items i join feeds f on f.id = i.feed_id where f.url like '%/day'",
  );
  assert.deepEqual(rows, [{ first: true }]);
});

test("after an empty document, items that were deleted here are still known and do not come back as news", async () => {
  const driver = fetchDriver(database);
  const entries = ["a", "b", "c"].map((title) => ({ title, guid: title }));
  await storedOf(driver, "/emptied", entries);
  const { rows } = await database.worker.query("select id from feeds where url like '%/emptied'");
  const id = rows[0].id as string;
  // As ITEM_RETENTION_DAYS does it.
  await database.worker.query("delete from items where feed_id = $1 and title <> 'a'", [id]);
  const createdBy = async (listed: Entry[]) => {
    origin.serve("/emptied", { body: rss(listed) });
    driver.clock.advance(2 * dayMs);
    return (await driver.fetchDueOf(id))?.result.created.length;
  };
  assert.equal(await createdBy([]), 0);
  assert.equal(await createdBy([{ title: "d", guid: "d" }, ...entries]), 1);
});

const feed = { enabled: true, polling: true, enforceFeedDomain: false };
let hosts = 0;

/** The titles that one fetch of these entries stored. */
async function storedOf(driver: ReturnType<typeof fetchDriver>, path: string, entries: Entry[]): Promise<string[]> {
  hosts += 1;
  origin.serve(path, { body: rss(entries) });
  const id = await driver.add(origin.url(path, `127.5.0.${hosts}`));
  const fetched = await driver.fetchDueOf(id);
  assert.equal(fetched?.completion.plan.status, "success");
  const { rows } = await database.worker.query("select title from items where feed_id = $1 order by title", [id]);
  return rows.map(({ title }) => title);
}
