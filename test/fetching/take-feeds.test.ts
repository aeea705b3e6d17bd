import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { createJobLoop, createFeedTaking } from "../../src/fetching/fetch-due-feeds.ts";
import type { LeasedFeed } from "../../src/schedule/lease.ts";
import { createPostgresQueue } from "../../src/fetching/queue/fetch-queue.ts";
import { fakeClock } from "../ground/fetch-driver.ts";
import { idleTurn } from "../ground/one-stage.ts";
import { testDatabase } from "../ground/test-database.ts";

const { worker: pool, admin } = await testDatabase();
const clock = fakeClock();
const going = new AbortController().signal;
const held = new Set<LeasedFeed>();
const quarantined: string[] = [];
const errors: unknown[] = [];
afterEach(() => assert.deepEqual(errors, []));
const taking = createFeedTaking({
  pool,
  queue: createPostgresQueue(pool, {
    now: clock.now,
    leaseMs: 600_000,
    hostDelayMs: 0,
    batchSize: 1_000,
    onQueued: () => undefined,
  }),
  leases: {
    hold: (claims) => claims.forEach((claim) => held.add(claim)),
    letGo: (claim) => void held.delete(claim as LeasedFeed),
  },
  now: clock.now,
  onQuarantined: (feedIds) => quarantined.push(...feedIds),
  onError: (error) => errors.push(error),
});

test("what killed three workers is quarantined before a fourth touches it, and its host goes on with others", async () => {
  const deadly = await add("http://deadly.example/feed");
  await pool.query("update feed_schedules set lost_leases = 3 where feed_id = $1", [deadly]);
  const other = await add("http://other.example/feed");
  const claims = await taking.take(10, going);
  assert.deepEqual(
    claims.map(({ feedId }) => feedId),
    [other],
  );
  assert.deepEqual(quarantined, [deadly]);
  assert.deepEqual([...held], claims);
  const neighbour = await add("http://deadly.example/neighbour");
  assert.deepEqual(
    (await taking.take(10, going)).map(({ feedId }) => feedId),
    [neighbour],
  );
});

test("what cannot be quarantined now is given back, and quarantined at its next claim", async () => {
  const deadly = await add("http://stubborn.example/feed");
  await pool.query("update feed_schedules set lost_leases = 3 where feed_id = $1", [deadly]);
  await admin.query("alter table dead_letters rename to dead_letters_away");
  assert.deepEqual(await taking.take(10, going), []);
  assert.match(String(errors.pop()), /dead_letters/);
  assert.ok(![...held].some(({ feedId }) => feedId === deadly));

  await admin.query("alter table dead_letters_away rename to dead_letters");
  assert.deepEqual(await taking.take(10, going), []);
  assert.equal(quarantined.at(-1), deadly);
});

test("of feeds whose workers died twice, a process fetches one at a time, and the others are due a little later", async () => {
  const suspects = await Promise.all([1, 2, 3].map((n) => add(`http://suspect${n}.example/feed`)));
  await pool.query("update feed_schedules set lost_leases = 2 where feed_id = any($1)", [suspects]);
  const calm = await add("http://calm.example/feed");
  const asked: string[] = [];
  for (const left of [3, 2, 1]) {
    const claims = await taking.take(10, going);
    assert.equal(claims.length, left === 3 ? 2 : 1);
    assert.deepEqual(await taking.take(10, going), []);
    asked.push(...claims.map(({ feedId }) => feedId));
    await Promise.all(claims.map(taking.end));
    clock.advance(250);
  }
  assert.deepEqual(asked.toSorted(), [...suspects, calm].toSorted());
});

test("a claim is let go when its job has ended, even if it failed", async () => {
  await add("http://broken.example/feed");
  const [claim] = await taking.take(10, going);
  assert.ok(claim !== undefined && held.has(claim));
  const fetching = createJobLoop({
    ...taking,
    take: async () => [claim],
    run: async () => {
      assert.ok(held.has(claim));
      throw new Error("broken");
    },
    leases: { signalOf: () => going, giveUp: () => undefined, giveUpAll: () => undefined },
    nextTakeAt: async () => null,
    slots: 1,
    jobTimeoutMs: 60_000,
    now: clock.now,
    idleMsMax: 60_000,
    onError: (error) => errors.push(error),
  });
  const ended: string[] = [];
  const itemsSaved = () => assert.fail("nothing was saved");
  await fetching.look({ ...idleTurn, itemsSaved, jobEnded: () => ended.push(claim.feedId) });
  await fetching.drain();
  assert.match(String(errors.pop()), /broken/);
  assert.ok(!held.has(claim));
  assert.deepEqual(ended, [claim.feedId]);
});

async function add(url: string): Promise<string> {
  const feed = { url, enabled: true, polling: true, enforceFeedDomain: false };
  return (await addFeed(pool, feed, 4, clock.now())).id;
}
