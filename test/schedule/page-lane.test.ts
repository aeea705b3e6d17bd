import assert from "node:assert/strict";
import { test } from "node:test";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { createLaneLeases } from "../../src/schedule/lease-lane-store.ts";
import { testDatabase } from "../ground/test-database.ts";

const { worker: pool } = await testDatabase();
const now = new Date("2026-03-01T12:00:00Z");
const delayMs = 3_000;
const signal = new AbortController().signal;
const common = { pool, now: () => now, lanes: 4, delayMs, leaseMsMax: 60_000, waitMsMax: 0 };
const [pages, redirects] = [createLaneLeases({ ...common, yieldsToFeeds: true }), createLaneLeases(common)];

let hosts = 0;
async function hostWithFeedDueIn(ms: number | null): Promise<string> {
  hosts += 1;
  const origin = `http://news-${hosts}.example`;
  const { id } = await addFeed(
    pool,
    { url: `${origin}/feed`, enabled: true, polling: true, enforceFeedDomain: true },
    4,
    now,
  );
  const dueAt = ms === null ? null : new Date(now.getTime() + ms);
  await pool.query("update feed_schedules set next_run_at = $2 where feed_id = $1", [id, dueAt]);
  await pool.query("update lanes set free_at = '-infinity'");
  return `${origin}/page`;
}

for (const [what, dueInMs] of [
  ["is due", 0],
  ["has been due for a day", -86_400_000],
  ["is due before the next request would be allowed", delayMs],
] as const) {
  test(`a page is not fetched while a feed of its host ${what}; a feed's own redirect is`, async () => {
    const page = await hostWithFeedDueIn(dueInMs);
    assert.equal(await pages.take(page, new Map(), signal), "busy");
    const lease = await redirects.take(page, new Map(), signal);
    assert.ok(lease !== "busy");
    await lease.release();
  });
}

for (const [what, dueInMs] of [
  ["is due later", delayMs + 1],
  ["is due never", null],
] as const) {
  test(`a page is fetched if a feed of its host ${what}`, async () => {
    const lease = await pages.take(await hostWithFeedDueIn(dueInMs), new Map(), signal);
    assert.ok(lease !== "busy");
    await lease.release();
  });
}
