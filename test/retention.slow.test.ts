import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { asPerson } from "../src/database/transaction.ts";
import { findItemPage } from "../src/items/item-list-store.ts";
import { deleteExpired } from "../src/retention.ts";
import { feedOrigin, rss } from "./ground/feed-origin.ts";
import { fetchDriver } from "./ground/fetch-driver.ts";
import { testDatabase } from "./ground/test-database.ts";

const database = await testDatabase();
const { worker: pool, web, admin } = database;
const origin = await feedOrigin();
const driver = fetchDriver(database);

test("while 100,000 items are deleted, their feed is fetched and its items are read", async () => {
  const id = await driver.add(origin.url("/feed"));
  await fillFeed(id, 100_050);
  const personId = await addReader(id);
  let isOver = false;
  let published = 0;
  const whileDeleting = async (work: () => Promise<void>) => {
    let done = 0;
    for (; !isOver; done += 1) await work();
    // The last one may have waited for the end.
    return done - 1;
  };
  const fetching = whileDeleting(async () => {
    const entry = { title: `New ${published}`, guid: `${published}`, date: driver.clock.now() };
    origin.serve("/feed", { body: rss([entry]) });
    await driver.skipToNext();
    const fetched = await driver.fetchDueOf(id);
    assert.equal(fetched?.result.created.length, 1);
    published += 1;
  });
  const reading = whileDeleting(async () => {
    const question = {
      view: "all",
      feedIds: [id],
      maxScore: null,
      tsquery: null,
      order: "newest",
      after: null,
    } as const;
    const page = await asPerson(web, personId, (tx) =>
      findItemPage(tx, { ...question, readSince: null }, driver.clock.now()),
    );
    assert.equal(page.places.length, 50);
  });
  const retention = { itemDays: 0, itemsPerFeedMax: 50, summaryDays: 0, fetchLogDays: 30 };
  let atOnceMax = 0;
  const observed = {
    query: async (text: string, values: unknown[]) => {
      const answer = await pool.query(text, values);
      atOnceMax = Math.max(atOnceMax, Number(answer.rows[0]?.deleted ?? 0));
      return answer;
    },
  } as unknown as typeof pool;
  const deleting = deleteExpired({
    db: observed,
    now: driver.clock.now(),
    retention,
    stopping: new AbortController().signal,
  });
  const deleted = await deleting.finally(() => (isOver = true));
  const [fetches, readings] = [await fetching, await reading];

  assert.ok((deleted["surplusItems"] ?? 0) >= 100_000, `${deleted["surplusItems"]} deleted`);
  // A fetch waits for the end of a statement, which has counted what it deleted of that feed.
  assert.equal(atOnceMax, 500);
  assert.ok(fetches >= 10 && readings >= 10, `${fetches} fetches and ${readings} readings`);
  const { rows } = await pool.query(
    "select count(*)::int as items, (select items from item_counts where feed_id = $1) as counted from items where feed_id = $1",
    [id],
  );
  assert.deepEqual(rows, [{ items: rows[0].counted, counted: 100_050 + published - (deleted["surplusItems"] ?? 0) }]);
});

/** Older than what is fetched. */
async function fillFeed(feedId: string, count: number): Promise<void> {
  await pool.query(
    `insert into items (id, feed_id, hash, title, content, pub_date, first_seen_at, fingerprint, analysis_status)
     select gen_random_uuid(), $1, encode(sha256(('stored ' || n)::bytea), 'hex'), 'x', 'x', at, at, '\\x00', 'done'
     from (select n, $3::timestamptz - n * interval '1 minute' as at from generate_series(1, $2::int) n) i`,
    [feedId, count, driver.clock.now()],
  );
  await admin.query("analyze items");
}

async function addReader(feedId: string): Promise<string> {
  const id = randomUUID();
  await pool.query("insert into accounts.users (id, email) values ($1, $2)", [id, `${id}@example.org`]);
  await pool.query("insert into subscriptions (id, user_id, feed_id, name) values ($1, $2, $3, 'Feed')", [
    randomUUID(),
    id,
    feedId,
  ]);
  return id;
}
