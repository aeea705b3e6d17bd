import assert from "node:assert/strict";
import { test } from "node:test";
import { addFeed } from "../../../src/feeds/add-feeds-store.ts";
import { leaseTerms } from "../../../src/assemble-worker.ts";
import type { FetchQueue } from "../../../src/fetching/queue/fetch-queue.ts";
import { createFetchQueue } from "../../../src/fetching/queue/create-fetch-queue.ts";
import { eventually } from "../../ground/eventually.ts";
import { testDatabase } from "../../ground/test-database.ts";
import { testParts } from "../../ground/test-parts.ts";
import { runWorker } from "../../ground/worker.ts";
import { sqsServer } from "./sqs-server.ts";

const going = new AbortController().signal;
const sqs = await sqsServer();
const { queueUrl, deadLetterUrl } = sqs.makeQueue("settings");
const throughSqs = { QUEUE: "sqs", SQS_QUEUE_URL: queueUrl, AWS_ENDPOINT_URL: sqs.endpoint };

/** With the queue as a worker of these settings makes it, and so many feeds that are due, each on a host of its own. */
async function withQueue(
  settings: Record<string, string>,
  feeds: number,
  use: (queue: FetchQueue, ids: string[]) => Promise<void>,
): Promise<void> {
  const database = await testDatabase();
  const { config, log, clock } = testParts(database, settings);
  const queue = await createFetchQueue({
    ...leaseTerms(config),
    config,
    log,
    pool: database.worker,
    now: clock.now,
    onQueued: () => undefined,
    onError: assert.ifError,
  });
  const ids: string[] = [];
  for (let n = 0; n < feeds; n += 1) {
    const feed = { url: `http://due${n}.example/feed`, enabled: true, polling: true, enforceFeedDomain: false };
    ids.push((await addFeed(database.worker, feed, config.fetcherDomainLanes, new Date())).id);
  }
  try {
    await use(queue, ids);
  } finally {
    await queue.close();
  }
}

test("QUEUE, SQS_QUEUE_URL and AWS_ENDPOINT_URL say what carries feeds to workers", async () => {
  await withQueue({ QUEUE: "postgres" }, 3, async (queue) => {
    assert.deepEqual([await queue.offerDue(), await queue.size()], [0, 3]);
  });
  await withQueue({ QUEUE: "memory" }, 3, async (queue) => {
    assert.deepEqual([await queue.offerDue(), await queue.size()], [3, 3]);
  });
  await withQueue(throughSqs, 3, async (queue) => {
    assert.deepEqual([await queue.offerDue(), sqs.waiting("settings")], [3, 3]);
    assert.equal((await queue.take(10, going)).length, 3);
  });
});

for (const name of ["postgres", "memory", "sqs"] as const) {
  test(`FETCHER_BATCH_SIZE bounds what one look claims or offers with ${name}`, async () => {
    const { queueUrl: own } = sqs.makeQueue(`batches-${name}`);
    for (const size of [2, 4]) {
      const settings = { ...throughSqs, SQS_QUEUE_URL: own, QUEUE: name, FETCHER_BATCH_SIZE: String(size) };
      await withQueue(settings, 5, async (queue) => {
        assert.equal(await queue.offerDue(), name === "postgres" ? 0 : size);
        assert.equal((await queue.take(10, going)).length, size);
      });
    }
  });
}

test("FETCH_QUEUE_CAPACITY is how many feeds a memory queue holds", async () => {
  for (const capacity of [2, 4]) {
    await withQueue({ QUEUE: "memory", FETCH_QUEUE_CAPACITY: String(capacity) }, 5, async (queue, ids) => {
      assert.equal((await queue.enqueue(ids)).length, 5 - capacity);
      assert.equal(queue.canAccept(), false);
    });
  }
});

test("SQS_DLQ_URL is where dead letters are looked for", async () => {
  sqs.send("settings-dead", "one");
  const parts = testParts(await testDatabase(), { ...throughSqs, SQS_DLQ_URL: deadLetterUrl });
  await runWorker(parts);
  await eventually(() =>
    assert.ok(parts.lines.some((line) => line.includes('"count":1') && line.includes("dead letters in SQS"))),
  );
});
