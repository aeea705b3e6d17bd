import assert from "node:assert/strict";
import { test } from "node:test";
import { createJobs } from "../../src/assemble-worker.ts";
import { createPool } from "../../src/database/connection.ts";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { runJob } from "../../src/fetching/fetch-feed.ts";
import { startJob } from "../../src/job.ts";
import { claimDueFeeds } from "../../src/schedule/claim-store.ts";
import { newLease } from "../../src/schedule/lease.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { fakeClock } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";

const leaseMs = 60_000;
const database = await testDatabase();
const origin = await feedOrigin();

test("a worker that stood still past its lease before its request was sent sends nothing", async () => {
  const clock = fakeClock();
  const jobs = createJobs(testParts(database, {}, { clock: { now: clock.now, correct: async () => undefined } }));
  origin.serve("/still", { body: rss([{ title: "One", guid: "1", text: "Text" }]) });
  const feed = { url: origin.url("/still", "127.0.0.2"), enabled: true, polling: true, enforceFeedDomain: false };
  await addFeed(database.worker, feed, 4, clock.now());
  const terms = { now: clock.now, leaseMs: 600_000, hostDelayMs: 0 };
  const [claim] = await claimDueFeeds(database.worker, { ...newLease(terms), page: 1 });
  assert.ok(claim !== undefined);

  jobs.leases.hold([claim]);
  const { job, end } = startJob(claim, { leases: jobs.leases, lendSlot: (wait) => wait(), timeoutMs: leaseMs });
  // It goes on with what the database has answered, before the next look of its lease keeper.
  const add = (one: typeof job.feed) => jobs.markFetching.add(one).then(() => clock.advance(terms.leaseMs));
  await runJob({ ...jobs, markFetching: { ...jobs.markFetching, add } }, job, () => assert.fail("nothing was saved"));
  end();
  jobs.leases.stop();

  assert.equal(job.signal.reason, "lease-lost");
  assert.deepEqual(origin.log, []);
});

test("a claim that waited for a connection until its lease was over asks nobody, and blames nobody", async () => {
  const clock = fakeClock();
  const terms = { now: clock.now, leaseMs, hostDelayMs: 0 };
  const late = createJobs(testParts(database, {}, { clock: { now: clock.now, correct: async () => undefined } }));
  origin.serve("/feed", { body: rss([{ title: "One", guid: "1", text: "Text" }]) });
  const feed = { url: origin.url("/feed"), enabled: true, polling: true, enforceFeedDomain: false };
  const { id } = await addFeed(database.worker, feed, 4, clock.now());
  const pool = createPool(database.connection, "app_worker", 1);
  const busy = await pool.connect();
  const waiting = claimDueFeeds(pool, { ...newLease(terms), page: 1 });
  clock.advance(leaseMs);
  busy.release();
  const [claim] = await waiting;
  assert.equal(claim?.feedId, id);

  late.leases.hold([claim]);
  const { job, end } = startJob(claim, { leases: late.leases, lendSlot: (wait) => wait(), timeoutMs: leaseMs });
  await runJob(late, job, () => assert.fail("nothing was saved"));
  end();
  late.leases.stop();
  await pool.end();

  assert.deepEqual(origin.log, []);
  // The others have it at once, as if it had never been claimed: without the delay of a feed that was being asked.
  const [other] = await claimDueFeeds(database.worker, { ...newLease(terms), page: 1 });
  assert.deepEqual([other?.feedId, other?.lostLeases], [id, 0]);
});
