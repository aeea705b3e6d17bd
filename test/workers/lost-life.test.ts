import assert from "node:assert/strict";
import { test } from "node:test";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { createJobs } from "../../src/assemble-worker.ts";
import { claimDueFeeds } from "../../src/schedule/claim-store.ts";
import { newLease } from "../../src/schedule/lease.ts";
import { heartbeatTimes, createWorkerLife } from "../../src/schedule/worker-life.ts";
import { fakeClock } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";
import { completionOf } from "../schedule/completion-of.ts";

const database = await testDatabase();

test("a result that comes after 20 s without a heartbeat is not saved, even before any timer has noticed", async () => {
  for (const [silentMs, isSaved] of [
    [heartbeatTimes.abandonAfterMs - 1_000, true],
    [heartbeatTimes.abandonAfterMs, false],
  ] as const) {
    const clock = fakeClock();
    const parts = testParts(database, {}, { clock: { now: clock.now, correct: async () => undefined } });
    const life = createWorkerLife(clock.now);
    const jobs = createJobs(parts, life);
    await addFeed(
      database.worker,
      { url: `http://late${silentMs}.example/`, enabled: true, polling: true, enforceFeedDomain: false },
      4,
      clock.now(),
    );
    const lease = newLease({ now: clock.now, leaseMs: 600_000, hostDelayMs: 0, newLeaseId: life.newLeaseId });
    const claims = await claimDueFeeds(database.worker, { ...lease, page: 1 });
    jobs.leases.hold(claims);
    const [claim] = claims;
    assert.ok(claim !== undefined);

    clock.advance(silentMs);
    const { saved } = await jobs.results.add(completionOf(claim, clock.now(), 0));

    assert.equal(saved, isSaved);
    const { rows } = await database.worker.query("select lease_id from feed_schedules where feed_id = $1", [
      claim.feedId,
    ]);
    assert.deepEqual(rows, [{ lease_id: isSaved ? null : claim.leaseId }]);
    assert.equal(jobs.leases.signalOf(claim).aborted, !isSaved);
    jobs.leases.stop();
  }
});
