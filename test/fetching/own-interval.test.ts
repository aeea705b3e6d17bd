import assert from "node:assert/strict";
import { test } from "node:test";
import { fetchLimitsOf } from "../../src/assemble.ts";
import { changeFeed } from "../../src/feeds/change-feed-store.ts";
import { saveCompletions } from "../../src/fetching/completion-store.ts";
import { fetchFeed } from "../../src/fetching/fetch-feed.ts";
import { createBareJob } from "../../src/job.ts";
import { loadConfig } from "../../src/load-config.ts";
import { claimDueFeeds } from "../../src/schedule/claim-store.ts";
import { newLease } from "../../src/schedule/lease.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { fetchDriver } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";

const database = await testDatabase();
const origin = await feedOrigin();
origin.serve("*", { body: rss([{ title: "One", guid: "1" }]) });
const settings = { FETCHER_ADAPTIVE: "factors", FETCHER_JITTER_PERCENT: "0", FETCHER_SUCCESS_INTERVAL: "900" };
const driver = fetchDriver(database, { limits: fetchLimitsOf(loadConfig(settings, {}).config) });

/** Minutes to the next run after each fetch in a row. */
async function waits(id: string, fetches: number): Promise<number[]> {
  const found: number[] = [];
  for (let fetch = 0; fetch < fetches; fetch += 1) {
    const next = new Date(String((await driver.feed(id))["next_run_at"]));
    if (next > driver.clock.now()) driver.clock.set(next);
    await driver.fetchDueOf(id);
    const { next_run_at: at } = await driver.feed(id);
    found.push((Number(at) - driver.clock.now().getTime()) / 60_000);
  }
  return found;
}

test("a new feed starts at FETCHER_SUCCESS_INTERVAL, and its interval moves from there", async () => {
  const id = await driver.add(origin.url("/usual", "127.4.1.1"));
  assert.deepEqual(await waits(id, 3), [15, 18.75, 23.4375]);
});

test("a feed's own interval below the usual one is kept", async () => {
  const id = await driver.add(origin.url("/own", "127.4.1.2"), { adaptive: false, intervalMinutes: 10 });
  assert.deepEqual(await waits(id, 3), [10, 10, 10]);
  assert.equal((await driver.feed(id))["interval_minutes"], null);
});

test("an adaptive feed starts at its own interval, and starts there again when another is set", async () => {
  const id = await driver.add(origin.url("/start", "127.4.1.3"), { intervalMinutes: 8 });
  assert.deepEqual(await waits(id, 3), [8, 10, 12.5]);
  assert.equal((await driver.feed(id))["own_interval_minutes"], 8);
  await changeFeed(database.worker, id, { intervalMinutes: 40 }, driver.clock.now());
  assert.deepEqual(await waits(id, 2), [50, 62.5]);
  await changeFeed(database.worker, id, { intervalMinutes: null }, driver.clock.now());
  assert.deepEqual(await waits(id, 1), [18.75]);
});

test("an interval that is set while the feed is being fetched is not overwritten by that fetch", async () => {
  const id = await driver.add(origin.url("/race", "127.4.1.4"));
  const lease = newLease({ now: driver.clock.now, leaseMs: 60_000, hostDelayMs: 0 });
  const claims = await claimDueFeeds(database.worker, { ...lease, page: 50 });
  await changeFeed(database.worker, id, { intervalMinutes: 40 }, driver.clock.now());
  const fetched = await Promise.all(claims.map((claim) => fetchFeed(driver.parts, createBareJob(claim))));
  await saveCompletions(
    database.worker,
    fetched.map(({ completion }) => completion),
  );
  const { own_interval_minutes: own, interval_minutes: moved } = await driver.feed(id);
  assert.deepEqual([own, moved], [40, null]);
});
