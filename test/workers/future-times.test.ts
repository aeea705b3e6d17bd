import assert from "node:assert/strict";
import { test } from "node:test";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { dayMs, later } from "../../src/time.ts";
import { recoverLeases } from "../../src/workers/release-workers.ts";
import { testDatabase } from "../ground/test-database.ts";

const { worker: pool } = await testDatabase();
const observe = { recovered: () => undefined, quarantined: () => undefined };
const now = new Date();
const future = later(now, 5 * 365 * dayMs);

test("after a clock was years ahead, no feed and no host waits for years", async () => {
  const left = await feed("left");
  const held = await feed("held");
  const usual = await feed("usual");
  await pool.query("update feed_schedules set next_run_at = $2 where feed_id = $1", [left.id, future]);
  await pool.query(
    "update feeds set not_before = $2, last_success_at = $2, circuit_until = $2, push_until = $2 where id = $1",
    [left.id, future],
  );
  await pool.query(
    `update feed_schedules set fetch_status = 'FETCHING', locked_until = $2, lease_id = gen_random_uuid(), next_run_at = $2
     where feed_id = $1`,
    [held.id, future],
  );
  await pool.query("update feed_schedules set next_run_at = $2 where feed_id = $1", [usual.id, later(now, 7 * dayMs)]);
  await pool.query("update lanes set free_at = $1, ready_at = $1", [future]);

  assert.ok((await recoverLeases({ pool, leaseMs: 4_000, observe }, now)) > 0);

  const { rows } = await pool.query<{ id: string; status: string; days: number }>(
    `select feed_id as id, fetch_status as status, extract(epoch from next_run_at - $1)::float8 / 86400 as days from feed_schedules`,
    [now],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  assert.equal(byId.get(left.id)?.days, 0);
  assert.equal(byId.get(held.id)?.status, "IDLE");
  assert.ok((byId.get(held.id)?.days ?? 9) < 1);
  assert.equal(byId.get(usual.id)?.days, 7);
  const lanes = await pool.query("select from lanes where free_at > $1 or (ready_at > $1 and ready_at < 'infinity')", [
    later(now, 31 * dayMs),
  ]);
  assert.equal(lanes.rowCount, 0);
  const remembered = await pool.query(
    "select not_before, push_until, last_success_at <= $2 as past from feeds where id = $1",
    [left.id, now],
  );
  assert.deepEqual(remembered.rows, [{ not_before: null, push_until: null, past: true }]);
});

test("a feed that is wanted every two months keeps its time, and its host stays closed", async () => {
  const slow = await feed("slow");
  const minutes = 100_000;
  await pool.query("update feeds set own_interval_minutes = $2, adaptive = false where id = $1", [slow.id, minutes]);
  // Refused without a time: four intervals, and half of that as jitter.
  const [due, closed] = [later(now, 6 * minutes * 60_000), later(now, dayMs)];
  await pool.query("update feed_schedules set next_run_at = $2 where feed_id = $1", [slow.id, due]);
  await pool.query(
    `update lanes h set free_at = $2, ready_at = $3, reason = 'asked for silence'
     from feed_schedules s where s.feed_id = $1 and h.lane = s.lane`,
    [slow.id, closed, due],
  );

  assert.equal(await recoverLeases({ pool, leaseMs: 4_000, observe }, now), 0);

  const { rows } = await pool.query(
    `select s.next_run_at as due, h.ready_at as ready, h.free_at as free
     from feed_schedules s join lanes h on h.lane = s.lane where s.feed_id = $1`,
    [slow.id],
  );
  assert.deepEqual(rows, [{ due, ready: due, free: closed }]);
});

function feed(name: string) {
  const settings = { enabled: true, polling: true, enforceFeedDomain: false };
  return addFeed(pool, { url: `https://${name}.example.org/feed.xml`, ...settings }, 4, now);
}
