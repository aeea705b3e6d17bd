import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { dropDeadLetters, listDeadLetters, replayDeadLetters } from "../../src/feeds/dead-letter-store.ts";
import { requestFetch } from "../../src/feeds/request-fetch-store.ts";
import { claimDueFeeds } from "../../src/schedule/claim-store.ts";
import { queueDueFeeds } from "../../src/schedule/offer-store.ts";
import { type LeasedFeed, newLease } from "../../src/schedule/lease.ts";
import { markFetching, renewLeases } from "../../src/schedule/lease-store.ts";
import { createPostgresQueue } from "../../src/fetching/queue/fetch-queue.ts";
import type { Recovered } from "../../src/schedule/recover-store.ts";
import { recoverFeeds } from "../../src/workers/release-workers.ts";
import { fakeClock } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";

const { worker: pool } = await testDatabase();
const clock = fakeClock();
const minuteMs = 60_000;
const leaseMs = 10 * minuteMs;

test("feeds whose worker vanished are IDLE again: due as before, or in a while if they were being asked", async () => {
  const [waiting, asking] = [await add("http://waiting.example/feed"), await add("http://asking.example/feed")];
  const claims = await claim();
  await markFetching(
    pool,
    claims.filter(({ feedId }) => feedId === asking),
    clock.now(),
  );
  clock.advance(leaseMs - 1);
  assert.deepEqual(await recovered(), { queued: 0, fetching: 0, quarantined: [] });
  clock.advance(1);
  assert.deepEqual(await recovered(), { queued: 1, fetching: 1, quarantined: [] });
  const idle = { status: "IDLE", leased: false, locked: false, runnable: true };
  assert.deepEqual(await schedule(waiting), { ...idle, due: true });
  assert.deepEqual(await schedule(asking), { ...idle, due: false });
  clock.advance(leaseMs * 1.5);
  assert.deepEqual(await schedule(asking), { ...idle, due: true });
  await forget(waiting, asking);
});

test("a feed named to a queue that lost it is IDLE again after ten minutes", async () => {
  const id = await add("http://lost.example/feed");
  assert.deepEqual(await queueDueFeeds(pool, 10, { now: clock.now(), leaseMs }), [id]);
  clock.advance(10 * minuteMs - 1);
  assert.deepEqual((await recover()).queued, 0);
  clock.advance(1);
  assert.deepEqual((await recover()).queued, 1);
  assert.deepEqual(await queueDueFeeds(pool, 10, { now: clock.now(), leaseMs }), [id]);
  await forget(id);
});

test("what is renewed is not recovered, however long it lasts", async () => {
  const id = await add("http://long.example/feed");
  const claims = await claim();
  for (let turn = 0; turn < 5; turn += 1) {
    clock.advance(leaseMs / 2);
    const until = new Date(clock.now().getTime() + leaseMs);
    assert.deepEqual(await renewLeases(pool, claims, { leaseUntil: until, laneUntil: until }), claims);
    assert.deepEqual(await recovered(), { queued: 0, fetching: 0, quarantined: [] });
  }
  await forget(id);
});

test("a feed that moved to another lane while it was held is handed out there when its lease has ended, not before", async () => {
  const id = await add("http://moving.example/feed");
  const ready =
    "insert into lanes (lane, ready_at) values ('moved.example/0', $1) on conflict (lane) do update set ready_at = $1";
  assert.equal((await claim()).length, 1);
  await pool.query("update feed_schedules set lane = 'moved.example/0' where feed_id = $1", [id]);
  await pool.query(ready, [clock.now()]);
  assert.deepEqual(await claim(), []);
  await pool.query(ready, [clock.now()]);
  assert.deepEqual(await queueDueFeeds(pool, 10, { now: clock.now(), leaseMs }), []);
  clock.advance(leaseMs);
  assert.deepEqual(
    (await claim()).map(({ feedId }) => feedId),
    [id],
  );
  await forget(id);
});

test("a feed that was claimed anew after its lease ended keeps the new claim", async () => {
  const id = await add("http://anew.example/feed");
  const lost = await claim();
  clock.advance(leaseMs);
  const [anew] = await claim();
  assert.equal(anew?.feedId, id);
  assert.deepEqual(await recovered(), { queued: 0, fetching: 0, quarantined: [] });
  const until = new Date(clock.now().getTime() + leaseMs);
  assert.deepEqual(await renewLeases(pool, lost, { leaseUntil: until, laneUntil: until }), []);
  await forget(id);
});

test("more feeds than one round takes are all recovered", async () => {
  const feeds = Array.from({ length: 600 }, () => randomUUID());
  await pool.query(
    "insert into feeds (id, url, enabled, polling) select id, 'http://many.example/' || id, true, true from unnest($1::uuid[]) id",
    [feeds],
  );
  await pool.query(
    `insert into feed_schedules (feed_id, lane, runnable, next_run_at, fetch_status, lease_id, locked_until)
     select id, 'many.example/0', true, $2, 'QUEUED', id, $2 from unnest($1::uuid[]) id`,
    [feeds, clock.now()],
  );
  assert.equal((await recover()).queued, 600);
  await forget(...feeds);
});

test("a feed that kills its worker three times is quarantined with the reason, and tried again by replay", async () => {
  const id = await add("http://deadly.example/feed");
  for (let death = 1; death <= 3; death += 1) {
    const claims = await claim();
    assert.equal(claims[0]?.feedId, id);
    await markFetching(pool, claims, clock.now());
    clock.advance(leaseMs);
    const { quarantined } = await recover();
    assert.deepEqual(quarantined, death === 3 ? [id] : []);
    if (death < 3) clock.advance(leaseMs * 1.5);
  }
  assert.deepEqual(await claim(), []);
  const [letter] = await listDeadLetters(pool, 10);
  assert.deepEqual(
    { ...letter, id: null },
    {
      id: null,
      kind: "fetch",
      feedId: id,
      itemId: null,
      url: "http://deadly.example/feed",
      reason: "Its worker died 3 times while fetching it",
      createdAt: clock.now(),
    },
  );
  const { rows } = await pool.query("select suspended, last_fetch_status, last_fetch_error from feeds where id = $1", [
    id,
  ]);
  assert.deepEqual(rows, [
    {
      suspended: true,
      last_fetch_status: "permanent_error",
      last_fetch_error: "Its worker died 3 times while fetching it",
    },
  ]);

  assert.equal(await replayDeadLetters(pool, [letter?.id ?? ""], clock.now()), 1);
  assert.deepEqual(await listDeadLetters(pool, 10), []);
  assert.equal((await claim())[0]?.feedId, id);
  await forget(id);
});

test("deaths count while nobody recovers: the fourth claim brings the count to its worker", async () => {
  const id = await add("http://counted.example/feed");
  for (let death = 0; death <= 3; death += 1) {
    const [claimed] = await claim();
    assert.equal(claimed?.lostLeases, death);
    await markFetching(pool, claimed === undefined ? [] : [claimed], clock.now());
    clock.advance(leaseMs);
    assert.deepEqual(await claim(), []);
    clock.advance(leaseMs * 1.5);
  }
  await forget(id);
});

test("a look for due feeds that puts one back in passing tells of it", async () => {
  const id = await add("http://passing.example/feed");
  await markFetching(pool, await claim(), clock.now());
  clock.advance(leaseMs);
  const told: Recovered[] = [];
  const options = { now: clock.now, leaseMs, hostDelayMs: 0, batchSize: 1_000, onQueued: () => undefined };
  const queue = createPostgresQueue(pool, { ...options, onRecovered: (recovered) => void told.push(recovered) });
  assert.deepEqual(await queue.take(10, new AbortController().signal), []);
  assert.deepEqual(told, [{ feedIds: [id], queued: 0, fetching: 1 }]);
  await forget(id);
});

test("feeds that were being asked together are left alone for times of their own", async () => {
  const ids = [];
  for (let n = 0; n < 10; n += 1) ids.push(await add(`http://together${n}.example/feed`));
  await markFetching(pool, await claim(), clock.now());
  clock.advance(leaseMs);
  assert.deepEqual(await claim(), []);
  const { rows } = await pool.query("select distinct next_run_at from feed_schedules where feed_id = any($1)", [ids]);
  assert.equal(rows.length, 10);
  await forget(...ids);
});

test("a person's wish clears a lease that has ended", async () => {
  const id = await add("http://cleared.example/feed");
  await markFetching(pool, await claim(), clock.now());
  clock.advance(leaseMs);
  assert.deepEqual(await requestFetch(pool, id, clock.now()), { kind: "requested" });
  assert.equal((await claim())[0]?.feedId, id);
  await forget(id);
});

test("a worker that dies with a feed it had not begun is no mark against the feed", async () => {
  const id = await add("http://innocent.example/feed");
  for (let death = 0; death < 5; death += 1) {
    assert.equal((await claim())[0]?.lostLeases, 0);
    clock.advance(leaseMs);
  }
  await forget(id);
});

test("a dead letter that is dropped leaves the feed as it is", async () => {
  const id = await add("http://dropped.example/feed");
  for (let death = 0; death < 3; death += 1) {
    await markFetching(pool, await claim(), clock.now());
    clock.advance(leaseMs);
    await recover();
    clock.advance(leaseMs * 1.5);
  }
  const letters = await listDeadLetters(pool, 10);
  assert.equal(
    await dropDeadLetters(
      pool,
      letters.map((letter) => letter.id),
    ),
    1,
  );
  assert.equal((await schedule(id)).runnable, false);
  await forget(id);
});

async function add(url: string): Promise<string> {
  const feed = { url, enabled: true, polling: true, enforceFeedDomain: false };
  return (await addFeed(pool, feed, 4, clock.now())).id;
}

function claim(): Promise<LeasedFeed[]> {
  return claimDueFeeds(pool, { ...newLease({ now: clock.now, leaseMs, hostDelayMs: 0 }), page: 100 });
}

function recover() {
  return recoverFeeds(pool, { now: clock.now(), leaseMs });
}

async function recovered() {
  const { queued, fetching, quarantined } = await recover();
  return { queued, fetching, quarantined };
}

async function schedule(id: string) {
  const { rows } = await pool.query(
    `select fetch_status as status, lease_id is not null as leased, locked_until is not null as locked, runnable,
       coalesce(next_run_at <= $2, false) as due from feed_schedules where feed_id = $1`,
    [id, clock.now()],
  );
  return rows[0];
}

async function forget(...ids: string[]): Promise<void> {
  await pool.query("delete from feeds where id = any($1::uuid[])", [ids]);
}
