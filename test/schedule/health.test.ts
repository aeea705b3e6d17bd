import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import pg from "pg";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { claimDueFeeds } from "../../src/schedule/claim-store.ts";
import { findComplaints, readHealth } from "../../src/schedule/read-health.ts";
import { readWorkersAlive, removeHeartbeat, writeHeartbeat } from "../../src/schedule/heartbeat-store.ts";
import { newLease } from "../../src/schedule/lease.ts";
import { fakeClock } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";
import { refuseConnections } from "../ground/refuse-connections.ts";

const database = await testDatabase();
const pool = database.worker;
const clock = fakeClock();
const minuteMs = 60_000;
const facts = { readyLanes: 0, stuckFeeds: 0, lateMs: 0 };
const alive = { workers: 1, inFlight: 0, queued: 0, fullness: 0 };

const cases: [string, Parameters<typeof findComplaints>, string[]][] = [
  ["nothing", [facts, alive], []],
  ["a queue at nine tenths", [facts, { ...alive, fullness: 0.9 }], []],
  ["a queue above nine tenths", [facts, { ...alive, fullness: 0.95 }], ["a queue is 95 % full"]],
  ["a feed 15 minutes late", [{ ...facts, lateMs: 15 * minuteMs }, alive], []],
  ["a feed later than that", [{ ...facts, lateMs: 20 * minuteMs }, alive], ["a feed is 20 minutes late"]],
  ["ten stuck feeds", [{ ...facts, stuckFeeds: 10 }, alive], []],
  ["eleven stuck feeds", [{ ...facts, stuckFeeds: 11 }, alive], ["11 feeds are stuck"]],
];
for (const [what, given, complaints] of cases) {
  test(`${what} gives ${complaints.length === 0 ? "no complaint" : `"${complaints.join()}"`}`, () => {
    assert.deepEqual(findComplaints(...given), complaints);
  });
}

test("an installation with nothing to do is UP, and one whose feeds were just added too", async () => {
  assert.deepEqual(await readHealth(pool, clock.now()), {
    status: "UP",
    details: {
      database: "answers",
      queue_size: 0,
      stuck_feeds: 0,
      late_seconds: 0,
      workers: 0,
      in_flight: 0,
      complaints: [],
    },
  });
  for (let n = 0; n < 12; n += 1) await add(`http://fresh${n}.example/feed`);
  clock.advance(minuteMs);
  const { status, details } = await readHealth(pool, clock.now());
  assert.deepEqual([status, details["queue_size"], details["late_seconds"]], ["UP", 12, 60]);
});

test("feeds that nobody fetches make it DOWN, and a claim UP again", async () => {
  clock.advance(15 * minuteMs);
  const { status, details } = await readHealth(pool, clock.now());
  assert.deepEqual([status, details["complaints"]], ["DOWN", ["a feed is 16 minutes late"]]);
  await claimDueFeeds(pool, { ...newLease({ now: clock.now, leaseMs: minuteMs, hostDelayMs: 0 }), page: 100 });
  assert.equal((await readHealth(pool, clock.now())).status, "UP");
});

test("feeds past their lease make it DOWN", async () => {
  clock.advance(minuteMs);
  const { status, details } = await readHealth(pool, clock.now());
  assert.deepEqual([status, details["stuck_feeds"], details["complaints"]], ["DOWN", 12, ["12 feeds are stuck"]]);
  await pool.query("delete from feeds");
  await pool.query("delete from lanes");
});

test("a feed that was due a day ago counts from its own hour", async () => {
  await add("http://old.example/feed", new Date(clock.now().getTime() - 60 * minuteMs));
  assert.equal((await readHealth(pool, clock.now())).details["late_seconds"], 3_600);
  await pool.query("delete from feeds");
  await pool.query("delete from lanes");
});

test("a bounded queue of any worker counts, as long as that worker gives signs of life", async () => {
  const self = { id: randomUUID(), host: "a", pid: 1, roles: ["worker"], version: "0", startedAt: clock.now() };
  const beat = { ...self, inFlight: 7, facts: { queueSize: 95, queueCapacity: 100, waiting: 0 } };
  await writeHeartbeat(pool, beat, clock.now());
  await writeHeartbeat(
    pool,
    { ...beat, id: randomUUID(), facts: { queueSize: 5_000, queueCapacity: null, waiting: 0 } },
    clock.now(),
  );
  const { status, details } = await readHealth(pool, clock.now());
  assert.deepEqual([status, details["queue_size"], details["workers"], details["in_flight"]], ["DOWN", 95, 2, 14]);
  clock.advance(minuteMs);
  assert.deepEqual(await readWorkersAlive(pool, clock.now()), { workers: 0, inFlight: 0, queued: null, fullness: 0 });
  await writeHeartbeat(pool, { ...beat, facts: { ...beat.facts, queueSize: 1 } }, clock.now());
  assert.equal((await readHealth(pool, clock.now())).status, "UP");
  await removeHeartbeat(pool, self.id);
  assert.equal((await readWorkersAlive(pool, clock.now())).workers, 0);
});

test("a database that only reads, as a standby does, makes it DOWN", async (t) => {
  const standby = new pg.Pool({
    ...database.connection.client("app_worker"),
    options: "-c default_transaction_read_only=on",
  });
  t.after(() => standby.end());
  const { status, details } = await readHealth(standby, clock.now());
  assert.deepEqual(
    [status, details["database"], details["complaints"]],
    ["DOWN", "only reads", ["the database only reads"]],
  );
});

test("a database that does not answer makes it DOWN, without an error", async () => {
  const allowConnections = await refuseConnections(database);
  assert.deepEqual(await readHealth(pool, clock.now()), {
    status: "DOWN",
    details: { database: "does not answer" },
  });
  await allowConnections();
  assert.equal((await readHealth(pool, clock.now())).status, "UP");
});

async function add(url: string, firstRunAt?: Date): Promise<void> {
  const feed = { url, enabled: true, polling: true, enforceFeedDomain: false };
  await addFeed(pool, firstRunAt === undefined ? feed : { ...feed, firstRunAt }, 4, clock.now());
}
