import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { saveCompletions } from "../../src/fetching/completion-store.ts";
import { claimFeeds } from "../../src/schedule/claim-store.ts";
import { newLease } from "../../src/schedule/lease.ts";
import { queueDueFeeds, unqueueFeeds } from "../../src/schedule/offer-store.ts";
import { refreshLanes } from "../../src/schedule/recover-store.ts";
import { fetchDriver } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";
import { completionOf } from "./completion-of.ts";

const database = await testDatabase();
const pool = database.worker;
const driver = fetchDriver(database);
const { clock } = driver;
const leaseMs = 600_000;
const lease = () => newLease({ now: clock.now, leaseMs, hostDelayMs: 0 });

test("a claim knows what the server asked for at the last success", async () => {
  const id = await driver.add("http://hints.example/feed");
  const hints = { freshnessSeconds: 7_200, ttlMinutes: 90, updatePeriodSeconds: null, skipHours: [3], skipDays: [] };
  await pool.query("update feeds set hints = $2 where id = $1", [id, JSON.stringify(hints)]);
  const [claim] = await claimFeeds(pool, [id], lease());
  assert.deepEqual(claim?.state.memory.hints, hints);
});

test("a lane whose only feed was fetched is ready when that feed is due again, not before", async () => {
  const id = await driver.add("http://alone.example/feed");
  const [claim] = await claimFeeds(pool, [id], lease());
  assert.ok(claim !== undefined);
  const completion = completionOf(claim, clock.now(), 3_000);
  await saveCompletions(pool, [completion]);
  assert.deepEqual((await laneOfFeed(id)).ready_at, completion.plan.nextRunAt);
});

test("a feed that is taken back from the queue leaves its lane to the feed that holds it", async () => {
  const queued = await driver.add("http://shared.example/1");
  assert.deepEqual(await queueDueFeeds(pool, 10, { now: clock.now(), leaseMs }), [queued]);
  const fetched = await driver.add("http://shared.example/2");
  const [claim] = await claimFeeds(pool, [fetched], lease());
  assert.ok(claim !== undefined);
  const held = await laneOfFeed(fetched);
  assert.deepEqual([held.lease_id, held.feed_id], [claim.leaseId, fetched]);

  await unqueueFeeds(pool, [queued], clock.now());
  assert.equal((await driver.feed(queued))["fetch_status"], "IDLE");
  assert.deepEqual(await laneOfFeed(fetched), held);
});

test("tidying an empty lane ignores a database that went away, and no other error", async () => {
  const recovery = { now: clock.now(), leaseMs };
  const gone = new pg.Pool();
  await gone.end();
  await refreshLanes(gone, ["empty.example/0"], recovery);
  // PostgreSQL refuses this text.
  await assert.rejects(refreshLanes(pool, ["\0"], recovery), { code: "22021" });
});

async function laneOfFeed(id: string): Promise<Record<string, unknown>> {
  const { rows } = await pool.query(
    "select h.* from lanes h join feed_schedules s on s.lane = h.lane where s.feed_id = $1",
    [id],
  );
  return rows[0];
}
