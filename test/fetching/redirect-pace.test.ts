import assert from "node:assert/strict";
import { test } from "node:test";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { createLaneLeases } from "../../src/schedule/lease-lane-store.ts";
import { laneOf } from "../../src/schedule/lane.ts";
import { eventually } from "../ground/eventually.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { fakeClock, fetchDriver } from "../ground/fetch-driver.ts";
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

test("a feed that redirects to a host which asked for silence is not asked again before that silence ends", async () => {
  const database = await testDatabase();
  const driver = fetchDriver(database);
  const [door, closed] = ["127.12.2.1", "127.12.2.2"];
  origin.serve("/closed", { status: 429, headers: { "retry-after": "7200" } });
  origin.serve("/to-closed", { status: 302, headers: { location: origin.url("/closed", closed) } });
  await driver.add(origin.url("/closed", closed));
  await driver.fetchDue();
  const id = await driver.add(origin.url("/to-closed", door));
  const putOff = await driver.fetchDueOf(id);
  assert.equal(putOff?.completion.log.outcome, "deferred");
  const { rows } = await database.worker.query("select free_at from lanes where lane like $1", [`${closed}/%`]);
  assert.ok(putOff?.completion.plan.nextRunAt && putOff.completion.plan.nextRunAt >= rows[0].free_at);
  assert.equal(origin.log.filter(({ host }) => host === closed).length, 1);
});

for (const [what, error, isTold] of [
  ["goes away for a moment", Object.assign(new Error("away"), { code: "ECONNREFUSED" }), false],
  ["refuses to release the redirect's lane", new Error("refused"), true],
] as const) {
  test(`a redirected feed keeps its answer if the database ${what}`, async () => {
    const database = await testDatabase();
    const clock = fakeClock();
    const { laneLeases } = fetchDriver(database, {}, clock).parts;
    const told: unknown[] = [];
    let failures = 2;
    const driver = fetchDriver(
      database,
      {
        leaveFailed: (failure) => void told.push(failure),
        laneLeases: {
          ...laneLeases,
          take: async (...asked) => {
            const lease = await laneLeases.take(...asked);
            if (lease === "busy") return lease;
            const release: typeof lease.release = async (end) => {
              failures -= 1;
              if (failures >= 0) throw error;
              await lease.release(end);
            };
            return { ...lease, release };
          },
        },
      },
      clock,
    );
    origin.serve("/to-feed", { status: 302, headers: { location: origin.url("/feed", "127.12.3.2") } });
    const id = await driver.add(origin.url("/to-feed", "127.12.3.1"));
    const fetched = await driver.fetchDueOf(id);
    assert.equal(fetched?.result.created.length, 1);
    assert.deepEqual(told, isTold ? [error] : []);
    const { rows } = await database.worker.query("select lease_id is null as free from lanes where lane like $1", [
      "127.12.3.2/%",
    ]);
    assert.deepEqual(rows, [{ free: !isTold }]);
  });
}

test("a host that is closed for longer than a redirect waits is not waited for", async () => {
  const { worker: pool } = await testDatabase();
  const clock = fakeClock();
  let pauses = 0;
  const sleep = async (ms: number) => {
    pauses += 1;
    clock.advance(ms);
  };
  const leases = createLaneLeases({ pool, now: clock.now, lanes: 4, delayMs: 3_000, leaseMsMax: 1_000, sleep });
  const [url, going] = ["http://closed.example/feed", new AbortController().signal];
  const first = await leases.take(url, new Map(), going);
  assert.ok(first !== "busy");
  assert.equal(await leases.closedUntil(url), null, "held, and free again soon");
  const blockedUntil = new Date(clock.now().getTime() + 3_600_000);
  await first.release({ isRefused: true, blockedUntil, reason: "Rate limited" });
  assert.equal(await leases.take(url, new Map(), going), "busy");
  assert.equal(pauses, 0);
  assert.deepEqual(await leases.closedUntil(url), blockedUntil);
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
