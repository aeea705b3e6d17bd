import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { changeFeed, deleteFeed } from "../../src/feeds/change-feed-store.ts";
import { changeFeedUrl } from "../../src/feeds/change-url-store.ts";
import { addFeed, type NewFeed } from "../../src/feeds/add-feeds-store.ts";
import { laneOf } from "../../src/schedule/lane.ts";
import { headOfLane } from "../../src/schedule/change-schedule-store.ts";
import { testDatabase } from "../ground/test-database.ts";

const { worker: pool, admin } = await testDatabase();
const now = new Date("2026-03-02T08:00:00Z");
const lanes = 4;
const freshUrl = () => `https://${randomUUID()}.example/feed`;

test("a feed is due at once if it is enabled and polls, otherwise never", async () => {
  for (const [enabled, polling, due] of [
    [true, true, headOfLane(now)],
    [true, false, null],
    [false, true, null],
    [false, false, null],
  ] as const) {
    const { id } = await add(freshUrl(), { enabled, polling });
    assert.deepEqual(await dueOf(id), due, `${enabled} ${polling}`);
  }
});

test("a feed that moves to another host leaves its old lane with nothing due, and the new one ready", async () => {
  const [from, to] = [freshUrl(), freshUrl()];
  const { id } = await add(from);
  assert.deepEqual(await readyOf(from), headOfLane(now));
  await changeFeedUrl(pool, id, { url: to, lanes, now, changes: {} });
  assert.equal(await readyOf(from), Infinity);
  assert.deepEqual(await readyOf(to), headOfLane(now));
});

test("a lane is ready for the first of its feeds that may run", async () => {
  const host = freshUrl();
  const later = new Date(now.getTime() + 3_600_000);
  const { id } = await add(host);
  await add(`${host}/2`, { firstRunAt: later });
  await changeFeed(pool, id, { enabled: false }, now);
  assert.deepEqual(await readyOf(host), later);
  await changeFeed(pool, id, { enabled: true }, now);
  assert.deepEqual(await readyOf(host), headOfLane(now));
  await deleteFeed(pool, id, now);
  assert.deepEqual(await readyOf(host), later);
});

test("a leased lane is not made ready, but its next ready time is set", async () => {
  const host = freshUrl();
  const [soon, later] = [new Date(now.getTime() + 1_000), new Date(now.getTime() + 60_000)];
  const lane = laneOf(host, lanes);
  await add(host, { firstRunAt: later });
  await admin.query("update lanes set lease_id = $2, ready_at = 'infinity', asked_at = $3 where lane = $1", [
    lane,
    randomUUID(),
    later,
  ]);
  await add(`${host}/2`, { firstRunAt: soon });
  const { rows } = await admin.query("select asked_at, ready_at from lanes where lane = $1", [lane]);
  assert.deepEqual(rows, [{ asked_at: soon, ready_at: Infinity }]);
});

test("a change makes a public feed's XML stale, and only a public one's", async () => {
  const [open, closed] = [await add(freshUrl(), { published: true }), await add(freshUrl(), { published: false })];
  await admin.query("delete from stale_feeds");
  for (const { id } of [open, closed]) await changeFeed(pool, id, { name: "New" }, now);
  const { rows } = await admin.query("select feed_id, since from stale_feeds");
  assert.deepEqual(rows, [{ feed_id: open.id, since: now }]);
});

function add(url: string, feed: Partial<NewFeed> = {}) {
  return addFeed(pool, { url, enabled: true, polling: true, enforceFeedDomain: true, ...feed }, lanes, now);
}

async function dueOf(id: string): Promise<Date | null> {
  const { rows } = await admin.query("select next_run_at from feed_schedules where feed_id = $1", [id]);
  return rows[0].next_run_at;
}

async function readyOf(url: string): Promise<Date | number> {
  const { rows } = await admin.query("select ready_at from lanes where lane = $1", [laneOf(url, lanes)]);
  return rows[0].ready_at;
}
