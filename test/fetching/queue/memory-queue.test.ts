import assert from "node:assert/strict";
import { test } from "node:test";
import { isDatabaseUnavailable } from "../../../src/database/unavailable.ts";
import { addFeed } from "../../../src/feeds/add-feeds-store.ts";
import { createFeedOffering } from "../../../src/fetching/offer-due-feeds.ts";
import { createMemoryTransport, type Transport } from "../../../src/queue/transport.ts";
import { createMessageQueue } from "../../../src/fetching/queue/message-queue.ts";
import type { FetchQueue } from "../../../src/fetching/queue/fetch-queue.ts";
import { eventually } from "../../ground/eventually.ts";
import { runOne } from "../../ground/one-stage.ts";
import { testDatabase } from "../../ground/test-database.ts";
import { refuseConnections } from "../../ground/refuse-connections.ts";
import { fetchQueueContract } from "./fetch-queue-contract.ts";

const going = new AbortController().signal;
const fail = (error: unknown) => {
  throw error;
};

const database = await testDatabase();
const transports: Transport[] = [];
fetchQueueContract("memory", {
  database,
  makeQueue: (options) => {
    const transport = createMemoryTransport(1_000);
    transports.push(transport);
    return createMessageQueue({
      ...options,
      pool: database.worker,
      transport,
      visibilityMs: 60_000,
      onInvalidMessage: fail,
      onError: fail,
    });
  },
  isEmpty: () => transports.every((transport) => transport.size() === 0),
});

test("what does not fit is refused and IDLE again, and the next cycle is skipped with a warning", async () => {
  const { pool, queue } = await crowd(5, 2);
  let cyclesSkipped = 0;
  const offering = createFeedOffering({
    queue,
    intervalMs: 3_600_000,
    now: () => new Date(),
    onCycle: () => undefined,
    onFull: () => (cyclesSkipped += 1),
  });
  const run = async () => ({ againInMs: await offering.look() });
  const stage = runOne({ debounceMs: 50, run }, fail);
  await eventually(async () => assert.deepEqual(await statesOf(pool), { QUEUED: 2, IDLE: 3 }));
  assert.equal(queue.canAccept(), false);
  stage.wake();
  await eventually(() => assert.equal(cyclesSkipped, 1));
  assert.deepEqual(await statesOf(pool), { QUEUED: 2, IDLE: 3 });

  const claims = await queue.take(10, going);
  assert.equal(claims.length, 2);
  await eventually(async () => assert.deepEqual(await statesOf(pool), { QUEUED: 4, IDLE: 1 }));
  await stage.stop();
  await queue.close();
});

test("feeds still in it when the process stops are IDLE again", async () => {
  const { pool, queue } = await crowd(3, 10);
  assert.equal(await queue.offerDue(), 3);
  assert.deepEqual(await statesOf(pool), { QUEUED: 3 });
  await queue.close();
  assert.deepEqual(await statesOf(pool), { IDLE: 3 });
});

test("a message whose feed could not be claimed, as the database was away, is not lost", async () => {
  const { pool, queue, refuseConnections } = await crowd(1, 10);
  await queue.offerDue();
  const allowConnections = await refuseConnections();
  await assert.rejects(queue.take(10, going), isDatabaseUnavailable);
  await allowConnections();
  assert.equal((await queue.take(10, going)).length, 1);
  assert.deepEqual(await statesOf(pool), { QUEUED: 1 });
  await queue.close();
});

/** Feeds that are due, each on a host of its own, in a database of their own. */
async function crowd(feeds: number, capacity: number) {
  const database = await testDatabase();
  const pool = database.worker;
  for (let n = 0; n < feeds; n += 1)
    await addFeed(
      pool,
      { url: `http://crowd${n}.example/feed`, enabled: true, polling: true, enforceFeedDomain: false },
      4,
      new Date(),
    );
  const queue: FetchQueue = createMessageQueue({
    pool,
    transport: createMemoryTransport(capacity),
    now: () => new Date(),
    leaseMs: 600_000,
    hostDelayMs: 0,
    onQueued: () => undefined,
    batchSize: 1_000,
    visibilityMs: 60_000,
    onInvalidMessage: fail,
    onError: fail,
  });
  return { pool, queue, refuseConnections: () => refuseConnections(database) };
}

async function statesOf(pool: { query: (sql: string) => Promise<{ rows: { status: string; count: number }[] }> }) {
  const { rows } = await pool.query(
    "select fetch_status as status, count(*)::int as count from feed_schedules group by fetch_status",
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}
