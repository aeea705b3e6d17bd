import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { deleteFeed, purgeDeletedFeeds, purgeFeed } from "../../src/feeds/change-feed-store.ts";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { deleteExpired } from "../../src/retention.ts";
import { eventually } from "../ground/eventually.ts";
import { testDatabase } from "../ground/test-database.ts";

const { worker: pool, admin } = await testDatabase();
const now = new Date();
const longAgo = new Date(now.getTime() - 2 * 86_400_000);

test("a purged feed is gone with its items and its log, and no other feed's", async () => {
  const [gone, kept] = [await makeFeed(), await makeFeed()];
  // More than are deleted in one statement.
  for (const id of [gone, kept]) await addItems(id, 2_500);
  assert.equal(await purgeFeed(pool, gone, now), true);
  assert.deepEqual(await left(gone), { feeds: 0, items: 0, logs: 0 });
  assert.deepEqual(await left(kept), { feeds: 1, items: 2_500, logs: 1 });
  assert.equal(await purgeFeed(pool, gone, now), false);
});

test("a feed that a worker has leased is deleted, but purged only when the lease ends", async () => {
  const id = await makeFeed();
  const leaseUntil = new Date(now.getTime() + 60_000);
  await admin.query("update feed_schedules set lease_id = $2, locked_until = $3 where feed_id = $1", [
    id,
    randomUUID(),
    leaseUntil,
  ]);
  assert.equal(await purgeFeed(pool, id, now), false);
  assert.deepEqual(await left(id), { feeds: 1, items: 0, logs: 1 });
  assert.equal(await deleteFeed(pool, id, now), false, "it is deleted already");
  assert.equal(await purgeFeed(pool, id, new Date(leaseUntil.getTime() + 1)), true);
  assert.deepEqual(await left(id), { feeds: 0, items: 0, logs: 0 });
});

test("a feed that comes back while its purge waits for it stays, with its readers", async (t) => {
  const id = await makeFeed();
  await admin.query("update feeds set deleted_at = $2 where id = $1", [id, longAgo]);
  const person = await admin.connect();
  t.after(() => person.release(true));
  await person.query("begin");
  await person.query("update feeds set deleted_at = null where id = $1", [id]);
  const purged = purgeDeletedFeeds(pool, now, 10);
  await eventually(async () => {
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    assert.equal((await pool.query(waiting)).rowCount, 1);
  });
  await person.query("commit");
  assert.equal(await purged, 0);
  assert.deepEqual(await left(id), { feeds: 1, items: 0, logs: 1 });
});

test("a feed that comes back when its items are gone gets those of its document again", async () => {
  const id = await makeFeed();
  await addItems(id, 1);
  await admin.query(
    "update feeds set deleted_at = $2, seen = 'known', etag = 'x', validators_url = url where id = $1",
    [id, longAgo],
  );
  // Deleted by a process that stopped before the feed itself went.
  const stopping = new AbortController();
  const stopped = {
    query: async (text: string, values: unknown[]) => {
      if (text.startsWith("delete from items")) stopping.abort();
      return pool.query(text, values);
    },
  } as unknown as typeof pool;
  const retention = { itemDays: 0, itemsPerFeedMax: 0, summaryDays: 0, fetchLogDays: 30 };
  await deleteExpired({ db: stopped, now, retention, stopping: stopping.signal });
  assert.deepEqual(await left(id), { feeds: 1, items: 0, logs: 1 });
  const { rows } = await admin.query("select seen, etag from feeds where id = $1", [id]);
  assert.deepEqual(rows, [{ seen: null, etag: null }]);
});

async function makeFeed(): Promise<string> {
  const url = `https://${randomUUID()}.example/feed`;
  const { id } = await addFeed(pool, { url, enabled: true, polling: true, enforceFeedDomain: true }, 4, now);
  await admin.query(
    "insert into fetch_logs (id, feed_id, started_at, completed_at, duration_ms, outcome) values ($1, $2, $3, $3, 1, 'unchanged')",
    [randomUUID(), id, now],
  );
  return id;
}

async function addItems(feedId: string, count: number): Promise<void> {
  await admin.query(
    `insert into items (id, feed_id, hash, title, content, fingerprint, pub_date, first_seen_at)
     select gen_random_uuid(), $1, encode(sha256(n::text::bytea), 'hex'), 'Title', 'Text', sha256('a'), $3, $3 from generate_series(1, $2) n`,
    [feedId, count, now],
  );
}

async function left(feedId: string): Promise<unknown> {
  const { rows } = await admin.query(
    `select (select count(*)::int from feeds where id = $1) as feeds, (select count(*)::int from items where feed_id = $1) as items,
       (select count(*)::int from fetch_logs where feed_id = $1) as logs`,
    [feedId],
  );
  return rows[0];
}
