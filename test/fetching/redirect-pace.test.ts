import assert from "node:assert/strict";
import { test } from "node:test";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { createLaneLeases } from "../../src/schedule/lease-lane-store.ts";
import { laneOf } from "../../src/schedule/lane.ts";
import { eventually } from "../ground/eventually.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { fakeClock } from "../ground/fetch-driver.ts";
import type { TestDatabase } from "../ground/test-database.ts";
import { testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";
import { runWorker } from "../ground/worker.ts";

const origin = await feedOrigin();
origin.serve("/feed", { body: rss([{ title: "One", guid: "1" }]) });
origin.serve("/second", { status: 302, headers: { location: "/feed" } });
origin.serve("/first", { status: 302, headers: { location: "/second" } });

test("redirects within one host keep the host's pace, outside the time of request and job", async () => {
  const database = await testDatabase();
  const delayMs = 3_000;
  const parts = testParts(database, {
    FETCHER_DOMAIN_DELAY: String(delayMs / 1_000),
    FETCHER_REQUEST_TIMEOUT: "2",
    FETCHER_JOB_TIMEOUT: "2.5",
  });
  const worker = await runWorker(parts);
  const id = await add(database, "/first", "127.12.0.1");
  await eventually(async () => assert.equal(await statusOf(database, id), "success"));
  await worker.stop(AbortSignal.timeout(5_000));
  const seen = origin.log.filter(({ host }) => host === "127.12.0.1");
  assert.deepEqual(
    seen.map(({ path }) => path),
    ["/first", "/second", "/feed"],
  );
  assert.deepEqual(
    origin.crowding(delayMs).filter(({ host }) => host === "127.12.0.1"),
    [],
  );
});

test("a redirect that waits for its own host takes no slot from other feeds", async () => {
  const database = await testDatabase();
  const parts = testParts(database, { FETCHER_DOMAIN_DELAY: "3600", FETCHER_WORKERS: "1" });
  const worker = await runWorker(parts);
  const waiting = await add(database, "/first", "127.12.1.1");
  await eventually(() => assert.ok(origin.log.some(({ host }) => host === "127.12.1.1")));
  const other = await add(database, "/feed", "127.12.1.2");
  await eventually(async () => assert.equal(await statusOf(database, other), "success"));
  assert.equal(await statusOf(database, waiting), null);
  await worker.stop(AbortSignal.timeout(100));
  assert.equal(origin.log.filter(({ host }) => host === "127.12.1.1").length, 1);
});

test("a lane that is held is waited for until its pause is over, whatever was asked in between", async () => {
  const { worker: pool } = await testDatabase();
  const clock = fakeClock();
  const url = "http://held.example/feed";
  for (const delayMs of [3_000, 7_000]) {
    const pauses: number[] = [];
    const leases = createLaneLeases({
      pool,
      now: clock.now,
      lanes: 4,
      delayMs,
      leaseMsMax: 1_000,
      sleep: async (ms) => void pauses.push(ms),
    });
    const answered = (agoMs: number) => new Map([[laneOf(url, 4), new Date(clock.now().getTime() - agoMs)]]);
    for (const agoMs of [0, 1_000, 10_000]) {
      const lease = await leases.take(url, answered(agoMs), new AbortController().signal);
      assert.ok(lease !== "busy" && !lease.isOwn);
    }
    assert.deepEqual(pauses, [delayMs, delayMs - 1_000, 0]);
    assert.equal(await leases.take(url, answered(0), AbortSignal.abort()), "busy");
  }
});

async function add({ worker }: TestDatabase, path: string, host: string): Promise<string> {
  const feed = { url: origin.url(path, host), enabled: true, polling: true, enforceFeedDomain: false };
  return (await addFeed(worker, feed, 4, new Date())).id;
}

async function statusOf({ worker }: TestDatabase, id: string): Promise<string | null> {
  const { rows } = await worker.query<{ status: string | null }>(
    "select last_fetch_status as status from feeds where id = $1",
    [id],
  );
  return rows[0]?.status ?? null;
}
