import assert from "node:assert/strict";
import { test } from "node:test";
import { analyseItems } from "../../src/analysis/analyse-items.ts";
import type { CurrentModel } from "../../src/analysis/create-models.ts";
import { createFirstReader } from "../../src/analysis/first-reading.ts";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import type { FetchParts } from "../../src/fetching/fetch-feed.ts";
import { saveWithoutRefused } from "../../src/fetching/save-results.ts";
import { fetchFeed } from "../../src/fetching/fetch-feed.ts";
import { createBareJob } from "../../src/job.ts";
import { claimDueFeeds } from "../../src/schedule/claim-store.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { fakeClock, fetchDriver } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";

const database = await testDatabase();
const { worker: pool } = database;
const origin = await feedOrigin();
const clock = fakeClock();
const errors: unknown[] = [];
const dayMs = 86_400_000;
let hosts = 0;

const readItems = readerWith({ hasModel: false });
const driver = fetchDriver(database, { readItems }, clock);

test("a new item is saved with its analysis, to be indexed and published, and never updated", async () => {
  const feedId = await fetchNew("/once", { published: true });
  const item = await storedItem(feedId);
  assert.equal(item.status, "done");
  assert.equal(item.analyzer, "heuristic");
  assert.equal(item.text, "The council met on Monday.");
  assert.equal(item.cleanHtml, null, "whoever opens the article cleans what the feed sent");
  assert.equal(item.rating, item.overall);
  assert.equal(item.pageWhy, "waiting");
  assert.equal(item.modelWhy, "no-model");
  // The row's first version: an update would have another transaction than its mark for the index.
  assert.equal(item.isFirstVersion, true);
  assert.deepEqual(await marks(feedId), { items: 1, feeds: 1 });
  assert.equal(await analyse(), 0);
});

test("where a feed names no language, its other titles say in which one a title is read", async () => {
  const short = 'Mayor blasts "insane" budget cuts';
  const others = [
    "The council has postponed the harbour bridge",
    "Storm over the bay leads to call-outs",
    "The ferry ran all of its crossings this month",
    "Library opens again after the repair of its roof",
  ];
  const languageOf = async (path: string, titles: string[]) => {
    hosts += 1;
    const url = origin.url(path, `127.9.7.${hosts}`);
    origin.serve(path, { body: rss(titles.map((title) => ({ title, guid: title, date: clock.now() }))) });
    const id = await driver.add(url);
    clock.advance(60_000);
    await driver.fetchDueOf(id);
    const { rows } = await pool.query<{ language: string | null; read: string }>(
      "select language, analyzer_result ->> 'language' as read from items where feed_id = $1 and title = $2",
      [id, short],
    );
    return rows[0];
  };
  assert.deepEqual(await languageOf("/titles", [short, ...others]), { language: "en", read: "en" });
  assert.notEqual((await languageOf("/one-title", [short]))?.read, "en");
});

test("a feed that nobody publishes is not marked for publishing", async () => {
  const feedId = await fetchNew("/unpublished", { published: false });
  assert.deepEqual(await marks(feedId), { items: 1, feeds: 0 });
  assert.equal((await storedItem(feedId)).pageWhy, "nobody-reads");
});

test("an item of a feed without analysis is saved as skipped, with its clean text", async () => {
  const feedId = await fetchNew("/off", { published: true, analyzer: "off" });
  const item = await storedItem(feedId);
  assert.deepEqual([item.status, item.analyzer, item.pageWhy], ["skipped", null, "off"]);
  assert.equal(item.text, "The council met on Monday.");
  assert.equal(item.cleanHtml, "<p>The council met on Monday.</p>");
});

test("with a model, a new item waits for it from the start", async () => {
  const asking = fetchDriver(database, { readItems: readerWith({ hasModel: true }) }, clock);
  const feedId = await fetchNew("/model", { published: true }, asking);
  const item = await storedItem(feedId);
  assert.deepEqual([item.modelWhy, item.upgradeAt], ["waiting", clock.now()]);
});

test("an edited item is analysed again by the stage, and keeps what it said before", async () => {
  const feedId = await fetchNew("/edited", { published: true });
  // As earlier versions stored it.
  await pool.query("update items set clean_html = '<p>The council met on Monday.</p>' where feed_id = $1", [feedId]);
  origin.serve("/edited", { body: documentOf("The council met on Tuesday.") });
  clock.advance(2 * dayMs);
  await driver.fetchDue();
  assert.equal((await storedItem(feedId)).status, "pending");
  assert.equal(await analyse(), 1);
  const { text, cleanHtml } = await storedItem(feedId);
  assert.deepEqual([text, cleanHtml], ["The council met on Tuesday.", null]);
  const { rows } = await pool.query(
    "select v.content from item_versions v join items i on i.id = v.item_id where feed_id = $1",
    [feedId],
  );
  assert.deepEqual(rows, [{ content: "<p>The council met on Monday.</p>" }]);
});

test("an item that cannot be read is saved for the stage analyse, and the error is told", async () => {
  errors.length = 0;
  const breaking: FetchParts["readItems"] = (items, feed) =>
    readItems(
      items.map((item) => ({ ...item, title: undefined as unknown as string })),
      feed,
    ).then((read) => read.map(({ reading }, at) => ({ ...items[at]!, reading })));
  const feedId = await fetchNew(
    "/unreadable",
    { published: true },
    fetchDriver(database, { readItems: breaking }, clock),
  );
  assert.equal((await storedItem(feedId)).status, "pending");
  assert.equal(errors.length, 1);
  assert.equal(await analyse(), 1);
  assert.equal((await storedItem(feedId)).status, "done");
});

test("a reading that the database refuses does not cost the item: it waits for the stage analyse", async () => {
  const feedId = await newFeed("/refused", { published: true });
  const now = clock.now();
  const claims = await claimDueFeeds(pool, {
    now,
    page: 100,
    leaseId: crypto.randomUUID(),
    leaseUntil: new Date(now.getTime() + dayMs),
  });
  const claim = claims.find((one) => one.feedId === feedId);
  assert.ok(claim !== undefined);
  const { completion } = await fetchFeed(driver.parts, createBareJob(claim));
  const items = completion.items.map((item) => ({
    ...item,
    reading: item.reading && { ...item.reading, text: "no\u0000text" },
  }));
  const [result] = await saveWithoutRefused(pool, [{ ...completion, items }], () => undefined);
  assert.equal(result?.created.length, 1);
  assert.equal((await storedItem(feedId)).status, "pending");
});

function readerWith({ hasModel }: { hasModel: boolean }) {
  const current: CurrentModel = {
    modelFor: hasModel ? () => assert.fail() : null,
    briefChat: null,
    titleBatch: null,
    translator: null,
    stopped: async () => null,
    startsAt: null,
    concurrency: 1,
    leaseMs: 1,
  };
  return createFirstReader({
    models: { current: async () => current },
    ageDaysMax: 14,
    now: clock.now,
    onError: (error) => void errors.push(error),
  });
}

function documentOf(text: string): string {
  return rss([
    {
      title: "Council meets",
      guid: "1",
      text: `&lt;p&gt;${text}&lt;/p&gt;`,
      link: "http://a.example/1",
      date: clock.now(),
    },
  ]);
}

async function newFeed(path: string, settings: { published: boolean; analyzer?: "off" }): Promise<string> {
  origin.serve(path, { body: documentOf("The council met on Monday.") });
  hosts += 1;
  const url = origin.url(path, `127.9.7.${hosts}`);
  const { id } = await addFeed(
    pool,
    { url, enabled: true, polling: true, enforceFeedDomain: false, ...settings },
    4,
    clock.now(),
  );
  return id;
}

async function fetchNew(
  path: string,
  settings: { published: boolean; analyzer?: "off" },
  by = driver,
): Promise<string> {
  const id = await newFeed(path, settings);
  clock.advance(60_000);
  await by.fetchDueOf(id);
  return id;
}

async function storedItem(feedId: string) {
  const { rows } = await pool.query(
    `select analysis_status as status, analyzer_result ->> 'analyzer' as analyzer, clean_html as "cleanHtml", text, rating,
       (analyzer_result ->> 'overall')::real as overall, page_why as "pageWhy", model_why as "modelWhy",
       upgrade_at as "upgradeAt", i.xmin::text = s.xmin::text as "isFirstVersion"
     from items i left join stale_items s on s.item_id = i.id where feed_id = $1`,
    [feedId],
  );
  assert.equal(rows.length, 1);
  return rows[0];
}

async function marks(feedId: string) {
  const { rows } = await pool.query(
    `select (select count(*)::int from stale_items s join items i on i.id = s.item_id where i.feed_id = $1) as items,
       (select count(*)::int from stale_feeds where feed_id = $1) as feeds`,
    [feedId],
  );
  return rows[0];
}

function analyse(): Promise<number> {
  return analyseItems({ pool, now: clock.now, limits: { hasModel: false, ageDaysMax: 14 } });
}
