import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import type pg from "pg";
import { addFeed } from "../../../src/feeds/add-feeds-store.ts";
import { createSqsTransport } from "../../../src/queue/sqs-transport.ts";
import { createMessageQueue } from "../../../src/fetching/queue/message-queue.ts";
import type { FetchQueue, QueueOptions } from "../../../src/fetching/queue/fetch-queue.ts";
import { eventually } from "../../ground/eventually.ts";
import { testDatabase } from "../../ground/test-database.ts";
import { fetchQueueContract } from "./fetch-queue-contract.ts";
import { sqsServer } from "./sqs-server.ts";

const going = new AbortController().signal;
// The contract's clock is its own, and so are its feeds.
const [database, contractDatabase] = [await testDatabase(), await testDatabase()];
const server = await sqsServer();
const told: { invalid: string[]; errors: unknown[] } = { invalid: [], errors: [] };

const contract = server.makeQueue("contract");
fetchQueueContract("sqs", {
  database: contractDatabase,
  makeQueue: (options) => open(contract.queueUrl, { ...options, pool: contractDatabase.worker }, 60_000),
  isEmpty: () => server.waiting("contract") === 0,
});

test("a message that is no feed's id ends in the dead-letter queue", async () => {
  const { queue } = openOwn("invalid", 1_000);
  const invalid = ["AAAAAAAA-0000-7000-8000-000000000000", "no feed at all"];
  for (const text of invalid) server.send("invalid", text);
  await eventually(async () => {
    assert.deepEqual(await queue.take(10, going), []);
    assert.equal(server.count("invalid-dead"), invalid.length);
  });
  assert.equal(server.count("invalid"), 0);
  assert.deepEqual([...new Set(told.invalid)].sort(), invalid);
});

test("a message of a feed that does not exist is taken away", async () => {
  const { queue } = openOwn("unknown", 60_000);
  server.send("unknown", randomUUID());
  assert.deepEqual(await queue.take(10, going), []);
  assert.equal(server.count("unknown"), 0);
});

test("while a feed is worked on its message stays hidden, and is gone when the work is done", async () => {
  const { queue } = openOwn("hidden", 1_000);
  const { queue: other } = openOwn("hidden", 1_000);
  const id = await add("http://hidden.example/feed");
  await queue.offerDue();
  const [claim] = await queue.take(10, going);
  assert.equal(claim?.feedId, id);
  // Each of these waits for a second: three times as long as the message would be hidden by itself.
  for (let turn = 0; turn < 3; turn += 1) assert.deepEqual(await other.take(10, going), []);
  assert.equal(server.count("hidden"), 1);
  assert.equal(server.count("hidden-dead"), 0);
  await queue.finish(id);
  assert.equal(server.count("hidden"), 0);
});

test("a message delivered twice does its feed's work once", async () => {
  const { queue } = openOwn("doubled", 60_000);
  const id = await add("http://doubled.example/feed");
  await queue.offerDue();
  server.send("doubled", id);
  server.send("doubled", id);
  const claims = await queue.take(10, going);
  assert.equal(claims.length, 1);
  assert.equal(server.count("doubled"), 1);
  await queue.finish(id);
  assert.equal(server.count("doubled"), 0);
});

test("a message that is gone already is no fault of the queue", async () => {
  const { queueUrl } = server.makeQueue("gone");
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const transport = createSqsTransport({ queueUrl, endpoint: server.endpoint, visibilityMs: 60_000, onError });
  after(() => transport.close());
  await transport.send(["one"]);
  const [message] = await transport.receive(1, going);
  await message?.acknowledge();
  await message?.extend(60_000);
  await message?.acknowledge();
  assert.deepEqual(errors, []);
});

test("with the endpoint down due feeds stay IDLE, and a take fails rather than spins", async () => {
  const own = await sqsServer();
  const { queueUrl } = own.makeQueue("down");
  const queue = open(queueUrl, options(), 60_000, own.endpoint);
  const id = await add("http://down.example/feed");
  await own.stop();
  assert.equal(await queue.offerDue(), 0);
  const { rows } = await database.worker.query("select fetch_status from feed_schedules where feed_id = $1", [id]);
  assert.deepEqual(rows, [{ fetch_status: "IDLE" }]);
  await assert.rejects(queue.take(10, going), /ECONNREFUSED/);
  assert.ok(told.errors.length > 0);
});

function openOwn(name: string, visibilityMs: number): { queue: FetchQueue } {
  return { queue: open(server.makeQueue(name).queueUrl, options(), visibilityMs) };
}

type Options = QueueOptions & { pool: pg.Pool };

function options(): Options {
  return {
    pool: database.worker,
    now: () => new Date(),
    leaseMs: 600_000,
    hostDelayMs: 0,
    batchSize: 1_000,
    onQueued: () => undefined,
  };
}

function open(queueUrl: string, queueOptions: Options, visibilityMs: number, endpoint = server.endpoint) {
  const onError = (error: unknown) => void told.errors.push(error);
  const queue = createMessageQueue({
    ...queueOptions,
    transport: createSqsTransport({ queueUrl, endpoint, visibilityMs, onError }),
    visibilityMs,
    onInvalidMessage: (text) => void told.invalid.push(text),
    onError,
  });
  after(() => queue.close());
  return queue;
}

async function add(url: string): Promise<string> {
  const feed = { url, enabled: true, polling: true, enforceFeedDomain: false };
  return (await addFeed(database.worker, feed, 4, new Date())).id;
}
