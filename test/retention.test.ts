import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { test } from "node:test";
import { uuidV7 } from "../src/ids.ts";
import { addFeed } from "../src/feeds/add-feeds-store.ts";
import { saveCompletions } from "../src/fetching/completion-store.ts";
import { claimDueFeeds } from "../src/schedule/claim-store.ts";
import { newLease } from "../src/schedule/lease.ts";
import { makeLogPartitions } from "../src/feeds/fetch-log-store.ts";
import type { Retention } from "../src/retention.ts";
import { deleteExpired } from "../src/retention.ts";
import { fakeClock } from "./ground/fetch-driver.ts";
import { testDatabase } from "./ground/test-database.ts";
import { completionOf } from "./schedule/completion-of.ts";

const { worker: pool, admin } = await testDatabase();
const clock = fakeClock(new Date("2026-05-10T22:00:00Z"));
const dayMs = 86_400_000;
const forEver: Retention = { itemDays: 0, itemsPerFeedMax: 0, summaryDays: 0, fetchLogDays: 30 };

test("fetches are logged into the day's partition, made before it begins, and the default one stays empty", async () => {
  await deleteRows();
  const id = await add("http://logged.example/feed");
  for (let day = 0; day < 3; day += 1) {
    await fetchAll();
    clock.advance(dayMs);
    await deleteRows();
  }
  assert.deepEqual(await logsByPartition(id), {
    fetch_logs_20260510: 1,
    fetch_logs_20260511: 1,
    fetch_logs_20260512: 1,
  });
});

test("what the default partition caught moves to its day", async () => {
  const id = await add("http://caught.example/feed");
  clock.advance(30 * dayMs);
  await fetchAll();
  assert.deepEqual(Object.keys(await logsByPartition(id)), ["fetch_logs_default"]);
  await deleteRows();
  assert.deepEqual(await logsByPartition(id), { fetch_logs_20260612: 1 });
});

test("days older than the retention go whole", async () => {
  const names = async () =>
    (await admin.query("select relname from pg_class where relname ~ '^fetch_logs_2' and relkind = 'r'")).rows.length;
  const before = await names();
  const deleted = await deleteRows({ fetchLogDays: 1 });
  assert.ok((deleted["logDays"] ?? 0) > 0);
  assert.equal(await names(), before - (deleted["logDays"] ?? 0));
  assert.equal((await deleteRows({ fetchLogDays: 1 }))["logDays"], 0);
});

test("nobody but the worker may make or drop partitions, and none is open to people", async () => {
  const { rows } = await admin.query(
    `select has_function_privilege('authenticated', 'make_fetch_log_partitions(date, date)', 'execute') as makes,
       has_function_privilege('anon', 'drop_fetch_log_partitions(date)', 'execute') as drops,
       (select count(*)::int from pg_class where relname ~ '^fetch_logs_2' and relkind = 'r'
          and (not relrowsecurity or has_table_privilege('authenticated', oid, 'select'))) as open`,
  );
  assert.deepEqual(rows, [{ makes: false, drops: false, open: 0 }]);
});

test("items are kept forever unless a limit is set", async () => {
  const id = await add("http://kept.example/feed");
  await addItems(id, 3, 4_000);
  await deleteRows();
  assert.equal(await countItems(id), 3);
});

test("items older than the limit go, in pages, but not the starred ones", async () => {
  const id = await add("http://aged.example/feed");
  await addItems(id, 1_203, 40);
  await addItems(id, 5, 10);
  const [starred] = (await pool.query("select id from items where feed_id = $1 order by id limit 1", [id])).rows;
  await star(starred.id);
  const deleted = await deleteRows({ itemDays: 30 });
  assert.ok((deleted["oldItems"] ?? 0) >= 1_202);
  assert.equal(await countItems(id), 6);
});

test("of one feed the newest items by date are kept, and the starred ones", async () => {
  const [long, short] = [await add("http://long.example/feed"), await add("http://short.example/feed")];
  await addItems(long, 40, 20);
  await addItems(short, 5, 20);
  const { rows } = await pool.query("select id from items where feed_id = $1 order by pub_date desc", [long]);
  await star(rows.at(-1).id);
  await deleteRows({ itemsPerFeedMax: 10 });
  const kept = await pool.query("select id from items where feed_id = $1 order by pub_date desc", [long]);
  assert.deepEqual(
    kept.rows.map((row) => row.id),
    [...rows.slice(0, 10), rows.at(-1)].map((row) => row.id),
  );
  assert.equal(await countItems(short), 5);
});

test("a feed with thousands too many loses all of them at once, in statements of 500", async () => {
  const [crowded, other] = [await add("http://crowded.example/feed"), await add("http://other.example/feed")];
  await addItems(crowded, 1_710, 20);
  await addItems(other, 12, 20);
  const { rows } = await pool.query("select id from items where feed_id = $1 order by pub_date limit 600", [crowded]);
  const user = await person();
  await pool.query("insert into item_states (user_id, item_id, starred_at) select $1, unnest($2::uuid[]), now()", [
    user,
    rows.map(({ id }) => id),
  ]);
  const atOnce: number[] = [];
  const observed = {
    query: async (text: string, values: unknown[]) => {
      const answer = await pool.query(text, values);
      atOnce.push(Number(answer.rows[0]?.deleted ?? answer.rowCount ?? 0));
      return answer;
    },
  } as unknown as typeof pool;
  await deleteRows({ itemsPerFeedMax: 10 }, observed);
  assert.deepEqual([await countItems(crowded), await countItems(other)], [610, 10]);
  assert.equal(Math.max(...atOnce), 500);
});

test("a deleted feed can be had back for a day, then it goes with its items", async () => {
  const id = await add("http://removed.example/feed");
  await addItems(id, 700, 1);
  await pool.query("update feeds set deleted_at = $2 where id = $1", [id, clock.now()]);
  clock.advance(dayMs);
  await deleteRows();
  assert.equal(await countItems(id), 700);
  clock.advance(1);
  await deleteRows();
  assert.equal(await countItems(id), 0);
  assert.equal((await pool.query("select from feeds where id = $1", [id])).rowCount, 0);
});

test("sessions, links, throttles, dead letters, briefs, dead workers and old robots.txt go when their time is over", async () => {
  const user = await person();
  const past = new Date(clock.now().getTime() - 1);
  const rows = "select $1::bytea, $2, 'reset', $3::timestamptz";
  await pool.query(
    "insert into accounts.sessions (token_hash, user_id, expires_at) values ($1, $2, $3), ($4, $2, $5)",
    [randomBytes(32), user, past, randomBytes(32), new Date(clock.now().getTime() + dayMs)],
  );
  await pool.query(`insert into accounts.one_time_tokens (token_hash, user_id, purpose, expires_at) ${rows}`, [
    randomBytes(32),
    user,
    past,
  ]);
  await pool.query("insert into accounts.begun_logins (token_hash, user_id, expires_at) values ($1, $2, $3)", [
    randomBytes(32),
    user,
    past,
  ]);
  await pool.query("insert into accounts.throttles (key, hits, resets_at) values ('x', 1, $1)", [past]);
  await pool.query("insert into dead_letters (id, kind, reason, created_at) values ($1, 'fetch', 'old', $2)", [
    randomUUID(),
    new Date(clock.now().getTime() - 91 * dayMs),
  ]);
  await pool.query(
    "insert into summaries (id, user_id, content, item_count, written_by, created_at) values ($1, $2, 'x', 1, 'extract', $3)",
    [randomUUID(), user, new Date(clock.now().getTime() - 8 * dayMs)],
  );
  await pool.query(
    "insert into worker_heartbeats (id, host, pid, roles, version, started_at, beat_at) values ($1, 'h', 1, '{worker}', '0', $2, $2)",
    [randomUUID(), new Date(clock.now().getTime() - 2 * dayMs)],
  );
  await pool.query(
    "insert into robots (origin, fetched_at, expires_at) values ('https://a.example', $1, $1), ('https://b.example', $1, $2)",
    [clock.now(), new Date(clock.now().getTime() + 1)],
  );
  assert.equal((await deleteRows())["summaries"], 0);
  const deleted = await deleteRows({ summaryDays: 7 });
  assert.equal(deleted["summaries"], 1);
  for (const [table, left] of [
    ["accounts.sessions", 1],
    ["accounts.one_time_tokens", 0],
    ["accounts.throttles", 0],
    ["accounts.begun_logins", 0],
    ["dead_letters", 0],
    ["summaries", 0],
    ["worker_heartbeats", 0],
    ["robots", 1],
  ] as const)
    assert.equal((await pool.query(`select from ${table}`)).rowCount, left, table);
});

test("a retention of a hundred years deletes nothing, and keeps nothing else from being deleted", async () => {
  const id = await add("http://century.example/feed");
  await addItems(id, 3, 20);
  const deleted = await deleteRows({ itemDays: 36_500, summaryDays: 36_500, itemsPerFeedMax: 2 });
  assert.equal(deleted["oldItems"], 0);
  assert.equal(await countItems(id), 2);
});

test("retention that is told to stop stops between two pages", async () => {
  const id = await add("http://stopped.example/feed");
  await addItems(id, 100, 400);
  await deleteExpired({
    db: pool,
    now: clock.now(),
    retention: { ...forEver, itemDays: 30 },
    stopping: AbortSignal.abort(),
  });
  assert.equal(await countItems(id), 100);
});

/** What the stages partitions and retention do. */
async function deleteRows(changes: Partial<Retention> = {}, db = pool) {
  await makeLogPartitions(pool, clock.now());
  return deleteExpired({
    db,
    now: clock.now(),
    retention: { ...forEver, ...changes },
    stopping: new AbortController().signal,
  });
}

async function add(url: string): Promise<string> {
  const feed = { url, enabled: true, polling: true, enforceFeedDomain: false };
  return (await addFeed(pool, feed, 4, clock.now())).id;
}

async function fetchAll(): Promise<void> {
  const lease = newLease({ now: clock.now, leaseMs: 600_000, hostDelayMs: 0 });
  const claims = await claimDueFeeds(pool, { ...lease, page: 100 });
  if (claims.length > 0)
    await saveCompletions(
      pool,
      claims.map((claim) => completionOf(claim, clock.now(), 0)),
    );
}

/** Items first seen so many days ago, each a second apart. */
async function addItems(feedId: string, count: number, daysAgo: number): Promise<void> {
  const times = Array.from({ length: count }, (_, n) => new Date(clock.now().getTime() - daysAgo * dayMs + n * 1_000));
  await pool.query(
    `insert into items (id, feed_id, hash, title, content, pub_date, first_seen_at, fingerprint)
     select i.id, $1, encode(sha256(i.id::text::bytea), 'hex'), 'x', 'x', i.at, i.at, '\\x00'
     from unnest($2::uuid[], $3::timestamptz[]) i(id, at)`,
    [feedId, times.map(uuidV7), times],
  );
}

async function countItems(feedId: string): Promise<number | null> {
  return (await pool.query("select from items where feed_id = $1", [feedId])).rowCount;
}

async function star(itemId: string): Promise<void> {
  await pool.query("insert into item_states (user_id, item_id, starred_at) values ($1, $2, now())", [
    await person(),
    itemId,
  ]);
}

async function person(): Promise<string> {
  const id = randomUUID();
  await pool.query("insert into accounts.users (id, email) values ($1, $2)", [id, `${id}@example.org`]);
  return id;
}

async function logsByPartition(feedId: string): Promise<Record<string, number>> {
  const { rows } = await admin.query(
    "select tableoid::regclass::text as partition, count(*)::int as count from fetch_logs where feed_id = $1 group by 1 order by 1",
    [feedId],
  );
  return Object.fromEntries(rows.map(({ partition, count }) => [partition, count]));
}
