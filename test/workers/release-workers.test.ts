import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { claimPendingItems } from "../../src/items/claim-items-store.ts";
import { listDeadLetters } from "../../src/feeds/dead-letter-store.ts";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { leaseLane } from "../../src/schedule/lease-lane-store.ts";
import { claimDueFeeds } from "../../src/schedule/claim-store.ts";
import { releaseWorker } from "../../src/workers/release-workers.ts";
import { readHeartbeats, writeHeartbeat } from "../../src/schedule/heartbeat-store.ts";
import { newLease } from "../../src/schedule/lease.ts";
import { markFetching } from "../../src/schedule/lease-store.ts";
import { readQueueStatus } from "../../src/schedule/queue-status-store.ts";
import { createWorkerLife, type WorkerLife } from "../../src/schedule/worker-life.ts";
import { fakeClock } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";

const { worker: pool } = await testDatabase();
const clock = fakeClock();
const hostDelayMs = 3_000;
const spreadMs = 30_000;
const leaseMs = 600_000;

test("what a dead worker held is free at once, with the pause of its hosts; what others hold stays theirs", async () => {
  const [dead, alive] = [await startLife(), await startLife()];
  const asked = await add("http://asked.example/feed");
  const [asking] = await claim(dead);
  assert.equal(asking?.feedId, asked);
  await markFetching(pool, asking === undefined ? [] : [asking], clock.now());
  const waiting = await add("http://waiting.example/feed");
  await claim(dead);
  const others = await add("http://others.example/feed");
  await claim(alive);
  const until = new Date(clock.now().getTime() + leaseMs);
  await leaseLane(pool, {
    lane: "redirected.example/0",
    leaseId: dead.newLeaseId(),
    until,
    now: clock.now(),
    feedsDueBy: null,
  });
  const item = await addItem(asked);
  await claimPendingItems(pool, { now: clock.now(), count: 1, leaseId: dead.newLeaseId(), until });

  const released = await release(dead);
  assert.deepEqual(released && { ...released, feedIds: released.feedIds.toSorted() }, {
    feedIds: [asked, waiting].toSorted(),
    queued: 1,
    fetching: 1,
    quarantined: [],
    lanes: 3,
    items: 1,
  });
  const pause = new Date(clock.now().getTime() + hostDelayMs);
  const { rows: lanes } = await pool.query(
    "select split_part(lane, '.', 1) as host, free_at, lease_id is null as free from lanes order by lane",
  );
  assert.deepEqual(lanes, [
    { host: "asked", free_at: pause, free: true },
    { host: "others", free_at: until, free: false },
    { host: "redirected", free_at: pause, free: true },
    { host: "waiting", free_at: pause, free: true },
  ]);
  assert.deepEqual(await scheduleOf(asked), { status: "IDLE", held: false, lost: 1, due: false });
  assert.deepEqual(await scheduleOf(waiting), { status: "IDLE", held: false, lost: 0, due: true });
  assert.deepEqual(await scheduleOf(others), { status: "QUEUED", held: true, lost: 0, due: true });
  const { rows: left } = await pool.query("select analysis_lease as item from items where id = $1", [item]);
  assert.deepEqual(left, [{ item: null }]);
  assert.deepEqual(
    (await readHeartbeats(pool)).map(({ id }) => id),
    [alive.id()],
  );

  // The one that only waited is claimed as soon as its host's pause is over, the other one within the spread.
  clock.advance(hostDelayMs);
  assert.deepEqual(await claimedIds(alive), [waiting]);
  clock.advance(spreadMs * 1.5);
  assert.deepEqual(await claimedIds(alive), [asked]);
  await clear();
});

test("one of several that see a dead worker frees it, and nobody frees one that has beaten again", async () => {
  const dead = await startLife();
  const id = await add("http://once.example/feed");
  await claim(dead);
  const judgedAt = await beatOf(dead);
  clock.advance(10_000);
  await beat(dead);
  assert.equal(await release(dead, judgedAt), null);
  assert.equal((await scheduleOf(id)).held, true);
  const results = await Promise.all([await beatOf(dead), await beatOf(dead)].map((beatAt) => release(dead, beatAt)));
  assert.deepEqual(results.map((released) => released?.feedIds.length ?? null).toSorted(), [1, null]);
  await clear();
});

test("a feed whose third worker died is set aside; one whose worker lost the database is not blamed", async () => {
  const id = await add("http://deadly.example/feed");
  for (const death of [1, 2]) {
    const life = await die({ isSuspect: true });
    assert.deepEqual([life?.quarantined, (await scheduleOf(id)).lost], [[], death]);
  }
  await die({ isSuspect: false });
  assert.deepEqual(await scheduleOf(id), { status: "IDLE", held: false, lost: 2, due: true });
  assert.deepEqual((await die({ isSuspect: true }))?.quarantined, [id]);
  assert.deepEqual(
    (await listDeadLetters(pool, 10)).map(({ feedId }) => feedId),
    [id],
  );
  await clear();
});

test("the status lists no worker whose heartbeat is 30 s old", async () => {
  const life = await startLife();
  clock.advance(29_999);
  assert.equal((await readQueueStatus(pool, clock.now())).workers.length, 1);
  clock.advance(1);
  assert.equal((await readQueueStatus(pool, clock.now())).workers.length, 0);
  await release(life);
});

async function die({ isSuspect }: { isSuspect: boolean }) {
  const life = await startLife();
  clock.advance(spreadMs * 2);
  await markFetching(pool, await claim(life), clock.now());
  return release(life, await beatOf(life), isSuspect);
}

async function startLife(): Promise<WorkerLife> {
  const life = createWorkerLife(clock.now);
  await beat(life);
  return life;
}

function beat(life: WorkerLife): Promise<void> {
  const self = { id: life.id(), host: "a", pid: 1, roles: ["worker"], version: "0", startedAt: clock.now() };
  const facts = { queueSize: 0, queueCapacity: null, waiting: 0 };
  return writeHeartbeat(pool, { ...self, inFlight: 0, facts }, clock.now());
}

async function beatOf(life: WorkerLife): Promise<Date> {
  const found = (await readHeartbeats(pool)).find(({ id }) => id === life.id());
  assert.ok(found !== undefined);
  return found.beatAt;
}

async function release(life: WorkerLife, beatAt?: Date, isSuspect = true) {
  const judged = { workerId: life.id(), beatAt: beatAt ?? (await beatOf(life)), isSuspect };
  return releaseWorker(pool, { ...judged, now: clock.now(), hostDelayMs, spreadMs });
}

async function add(url: string): Promise<string> {
  const feed = { url, enabled: true, polling: true, enforceFeedDomain: false };
  return (await addFeed(pool, feed, 1, clock.now())).id;
}

async function addItem(feedId: string): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into items (id, feed_id, hash, title, content, pub_date, first_seen_at, fingerprint)
     values ($1, $2, repeat('a', 64), 'A title', '', $3, $3, '')`,
    [id, feedId, clock.now()],
  );
  return id;
}

function claim({ newLeaseId }: WorkerLife) {
  return claimDueFeeds(pool, { ...newLease({ now: clock.now, leaseMs, hostDelayMs: 0, newLeaseId }), page: 100 });
}

async function claimedIds(life: WorkerLife): Promise<string[]> {
  return (await claim(life)).map(({ feedId }) => feedId);
}

async function scheduleOf(id: string) {
  const { rows } = await pool.query(
    `select fetch_status as status, lease_id is not null as held, lost_leases as lost, next_run_at <= $2 as due
     from feed_schedules where feed_id = $1`,
    [id, clock.now()],
  );
  return rows[0];
}

async function clear(): Promise<void> {
  for (const table of ["feeds", "lanes", "worker_heartbeats"]) await pool.query(`delete from ${table}`);
}

test("an item whose page a dead worker was reading is free again", async () => {
  const dead = await startLife();
  const item = await addItem(await add("http://page.example/feed"));
  const until = new Date(clock.now().getTime() + leaseMs);
  await pool.query(
    `update items set analysis_status = 'done', page_at = $2, analysis_lease = $3, analysis_locked_until = $4 where id = $1`,
    [item, clock.now(), dead.newLeaseId(), until],
  );
  assert.equal((await release(dead))?.items, 1);
  const { rows } = await pool.query("select analysis_lease from items where id = $1", [item]);
  assert.deepEqual(rows, [{ analysis_lease: null }]);
});
