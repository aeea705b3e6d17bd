import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { uuidV7 } from "../../src/ids.ts";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { makeLogPartitions } from "../../src/feeds/fetch-log-store.ts";
import { eventually } from "../ground/eventually.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import type { TestDatabase } from "../ground/test-database.ts";
import { testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";
import { runWorker } from "../ground/worker.ts";
import { silentHost } from "../ground/silent-host.ts";

const origin = await feedOrigin();
origin.serve("*", { body: rss([{ title: "One", guid: "1" }]) });
const silent = await silentHost();
const patient = { FETCHER_INTERVAL: "3600", FETCHER_REQUEST_TIMEOUT: "120", FETCHER_JOB_TIMEOUT: "180" };
const dayMs = 86_400_000;

async function add(database: TestDatabase, url: string): Promise<string> {
  const feed = { url, enabled: true, polling: true, enforceFeedDomain: false };
  return (await addFeed(database.worker, feed, 4, new Date())).id;
}

test("FETCHER_WORKERS is how many feeds are fetched at once", async () => {
  for (const [setting, net] of [
    ["2", 1],
    ["3", 2],
  ] as const) {
    const database = await testDatabase();
    for (let n = 1; n <= 8; n += 1) await add(database, silent.url(`127.14.${net}.${n}`));
    const worker = await runWorker(testParts(database, { ...patient, FETCHER_WORKERS: setting }));
    const states = "select fetch_status as status, count(*)::int from feed_schedules group by 1 order by 1";
    // As many more wait at hand; the rest is left to other processes.
    await eventually(async () =>
      assert.deepEqual((await database.worker.query(states)).rows, [
        { status: "FETCHING", count: Number(setting) },
        { status: "IDLE", count: 8 - 2 * Number(setting) },
        { status: "QUEUED", count: Number(setting) },
      ]),
    );
    await worker.stop(AbortSignal.timeout(1));
  }
});

test("LEASE_SECONDS is how long a worker holds a feed, and its host for FETCHER_DOMAIN_DELAY more", async () => {
  for (const [lease, delay, host] of [
    [1_200, 7, "127.14.3.1"],
    [5_000, 40, "127.14.3.2"],
  ] as const) {
    const database = await testDatabase();
    await add(database, silent.url(host));
    const settings = { LEASE_SECONDS: String(lease), FETCHER_DOMAIN_DELAY: String(delay) };
    const worker = await runWorker(testParts(database, { ...patient, ...settings }));
    const held = `select extract(epoch from s.locked_until - s.queued_at)::float as feed,
      extract(epoch from h.free_at - s.queued_at)::float as host
      from feed_schedules s join lanes h on h.lane = s.lane where s.fetch_status = 'FETCHING'`;
    await eventually(async () =>
      assert.deepEqual((await database.worker.query(held)).rows, [{ feed: lease, host: lease + delay }]),
    );
    await worker.stop(AbortSignal.timeout(1));
  }
});

test("FETCHER_DOMAIN_DELAY is how long a host rests after a fetch, also one that a redirect led to", async () => {
  for (const [delay, net] of [
    [90, 4],
    [3_000, 5],
  ] as const) {
    const database = await testDatabase();
    const [first, second] = [`127.14.${net}.1`, `127.14.${net}.2`];
    origin.serve(`/from-${net}`, { status: 302, headers: { location: origin.url("/to", second) } });
    await add(database, origin.url(`/from-${net}`, first));
    const worker = await runWorker(testParts(database, { ...patient, FETCHER_DOMAIN_DELAY: String(delay) }));
    const rests = `select split_part(h.lane, '/', 1) as host, extract(epoch from h.free_at - f.last_fetched_at)::float as rest
      from lanes h, feeds f where f.last_fetch_status = 'success' and h.lease_id is null order by 1`;
    const { rows } = await eventually(async () => {
      const found = await database.worker.query<{ host: string; rest: number }>(rests);
      assert.deepEqual(
        found.rows.map(({ host }) => host),
        [first, second],
      );
      return found;
    });
    assert.equal(rows[0]?.rest, delay);
    // It ended a little earlier or later than the fetch did.
    assert.ok(Math.abs((rows[1]?.rest ?? 0) - delay) < 80, `${rows[1]?.rest} s`);
    await worker.stop(AbortSignal.timeout(5_000));
  }
});

test("FETCHER_HOST_REQUESTS_PER_DAY spreads so many requests to a host over the day", async () => {
  for (const [setting, isClosed, net] of [
    ["1", true, 6],
    ["0", false, 7],
  ] as const) {
    const database = await testDatabase();
    const [first, second] = [`127.14.${net}.1`, `127.14.${net}.2`];
    origin.serve(`/from-${net}`, { status: 302, headers: { location: origin.url("/to", second) } });
    await add(database, origin.url(`/from-${net}`, first));
    const worker = await runWorker(testParts(database, { ...patient, FETCHER_HOST_REQUESTS_PER_DAY: setting }));
    const lanes = `select split_part(h.lane, '/', 1) as host, day_requests as requests,
      h.free_at = (h.day + 1) * interval '1 day' + timestamptz 'epoch' as closed
      from lanes h, feeds f where f.last_fetch_status = 'success' and h.lease_id is null order by 1`;
    await eventually(async () =>
      assert.deepEqual((await database.worker.query(lanes)).rows, [
        { host: first, requests: 1, closed: isClosed },
        { host: second, requests: 1, closed: isClosed },
      ]),
    );
    await worker.stop(AbortSignal.timeout(5_000));
  }
});

test("FETCHER_INTERVAL is the time between two looks", async () => {
  const parts = testParts(await testDatabase(), { FETCHER_INTERVAL: "1", QUEUE: "memory" });
  const worker = await runWorker(parts);
  const cycles = () => parts.lines.filter((line) => JSON.parse(line).msg === "cycle").length;
  await eventually(() => assert.ok(cycles() >= 4, `${cycles()} cycles`));
  await worker.stop(AbortSignal.timeout(5_000));
});

/** What the stage *retention* with these settings leaves of the rows that `fill` adds; it looks when the worker starts. */
async function sweptWith(
  settings: Record<string, string>,
  fill: (database: TestDatabase) => Promise<unknown>,
  left: string,
): Promise<unknown[]> {
  const database = await testDatabase();
  await fill(database);
  const parts = testParts(database, { ...patient, ...settings });
  const worker = await runWorker(parts);
  await eventually(() => assert.ok(parts.lines.some((line) => line.includes("expired rows deleted"))));
  await worker.stop(AbortSignal.timeout(5_000));
  return (await database.worker.query<{ left: unknown }>(left)).rows.map((row) => row.left);
}

const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);

/** An item first seen so many days ago, each on a day of its own. */
async function addItems({ worker: pool }: TestDatabase, days: number[]): Promise<void> {
  const feed = { url: "http://items.example/feed", enabled: false, polling: false, enforceFeedDomain: false };
  const { id } = await addFeed(pool, feed, 4, new Date());
  const times = days.map(daysAgo);
  await pool.query(
    `insert into items (id, feed_id, hash, title, content, pub_date, first_seen_at, fingerprint, analysis_status)
     select i.id, $1, encode(sha256(i.id::text::bytea), 'hex'), i.days::text, 'x', i.at, i.at, '\\x00', 'done'
     from unnest($2::uuid[], $3::timestamptz[], $4::int[]) i(id, at, days)`,
    [id, times.map(uuidV7), times, days],
  );
}

const titles = "select title::int as left from items order by 1";

test("ITEM_RETENTION_DAYS is how long an item is kept", async () => {
  const fill = (database: TestDatabase) => addItems(database, [1, 10, 20, 40]);
  assert.deepEqual(await sweptWith({ ITEM_RETENTION_DAYS: "15" }, fill, titles), [1, 10]);
  assert.deepEqual(await sweptWith({ ITEM_RETENTION_DAYS: "30" }, fill, titles), [1, 10, 20]);
});

test("ITEMS_PER_FEED_MAX is how many items of a feed are kept", async () => {
  const fill = (database: TestDatabase) => addItems(database, [1, 10, 20, 40]);
  assert.deepEqual(await sweptWith({ ITEMS_PER_FEED_MAX: "1" }, fill, titles), [1]);
  assert.deepEqual(await sweptWith({ ITEMS_PER_FEED_MAX: "3" }, fill, titles), [1, 10, 20]);
});

test("SUMMARY_RETENTION_DAYS is how long a brief is kept", async () => {
  const fill = async ({ worker: pool }: TestDatabase) => {
    const user = randomUUID();
    await pool.query("insert into accounts.users (id, email) values ($1, 'reader@example.org')", [user]);
    for (const days of [1, 10, 20])
      await pool.query(
        "insert into summaries (id, user_id, content, item_count, written_by, created_at) values ($1, $2, 'x', $3, 'extract', $4)",
        [randomUUID(), user, days, daysAgo(days)],
      );
  };
  const kept = "select item_count as left from summaries order by 1";
  assert.deepEqual(await sweptWith({ SUMMARY_RETENTION_DAYS: "5" }, fill, kept), [1]);
  assert.deepEqual(await sweptWith({ SUMMARY_RETENTION_DAYS: "15" }, fill, kept), [1, 10]);
});

test("FETCH_LOG_RETENTION_DAYS is how long the log of fetches is kept", async () => {
  const fill = ({ worker: pool }: TestDatabase) => makeLogPartitions(pool, daysAgo(40));
  const past = `select (current_date - to_date(right(relname, 8), 'YYYYMMDD')) as left from pg_class
    where relname ~ '^fetch_logs_2' and relkind = 'r' and to_date(right(relname, 8), 'YYYYMMDD') < current_date order by 1`;
  assert.deepEqual(await sweptWith({ FETCH_LOG_RETENTION_DAYS: "36" }, fill, past), [33, 34, 35, 36]);
  assert.deepEqual(await sweptWith({ FETCH_LOG_RETENTION_DAYS: "38" }, fill, past), [33, 34, 35, 36, 37, 38]);
});
