import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, test } from "node:test";
import type pg from "pg";
import { describeFailure } from "../../src/feeds/fetch-log-store.ts";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { requestFetch } from "../../src/feeds/request-fetch-store.ts";
import { eventually } from "../ground/eventually.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { chatBehaviours } from "../ground/stub-chat-server-behaviours.ts";
import { startStubChat } from "../ground/stub-chat-server.ts";
import { testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";
import { runAnalysis, runWorker } from "../ground/worker.ts";
import { sqsServer } from "../fetching/queue/sqs-server.ts";

const [debug, info, warn, error] = [20, 30, 40, 50];

const origin = await feedOrigin();

for (const queue of ["postgres", "memory"])
  test(`with ${queue}: a worker tells of its start, of each fetch with its items, of each failure, of each cycle with its 304s, and of its stop`, () =>
    tellAll(queue));

async function tellAll(queue: string): Promise<void> {
  const database = await testDatabase();
  const pool = database.worker;
  origin.serve("/fine", { body: rss(["1", "2"].map((guid) => ({ title: guid, guid }))) });
  const parts = testParts(database, {
    QUEUE: queue,
    FETCHER_INTERVAL: "1",
    FETCHER_DOMAIN_DELAY: "0.05",
  });
  const lines = (msg: string) => parts.lines.map((line) => JSON.parse(line)).filter((line) => line.msg === msg);
  const worker = await runWorker(parts);
  assert.equal(lines("worker started").length, 1);

  const [fine, missing] = [await add(pool, "/fine", "127.3.8.1"), await add(pool, "/missing", "127.3.8.2")];
  const [fetched, failed] = await eventually(() => {
    const found = [lines("feed fetched")[0], lines("fetch failed")[0]];
    assert.ok(!found.includes(undefined));
    return found;
  });
  assert.deepEqual([fetched.feedId, fetched.items, fetched.created, fetched.httpStatus], [fine, 2, 2, 200]);
  assert.equal(fetched.level, info);
  const started = lines("fetch started").find(({ feedId }) => feedId === fine);
  assert.deepEqual([started?.level, started?.host], [debug, `127.3.8.1:${origin.port}`]);
  assert.deepEqual([failed.feedId, failed.error, failed.httpStatus], [missing, "Feed no longer available", 404]);

  await pool.query("update feeds set last_fetched_at = now() - interval '10 minutes' where id = $1", [fine]);
  assert.deepEqual(await requestFetch(pool, fine, new Date()), { kind: "requested" });
  await eventually(() => {
    const sum = (name: string) => lines("cycle").reduce((total, cycle) => total + cycle[name], 0);
    assert.deepEqual([sum("fetched"), sum("notModified"), sum("created"), sum("queued")], [3, 1, 2, 3]);
    assert.equal(lines("cycle").find(({ errors }) => errors["not-found"] !== undefined)?.errors["not-found"], 1);
  });
  const found = lines("due feeds found");
  assert.equal(
    found.reduce((sum, { count }) => sum + count, 0),
    3,
  );
  assert.ok(found.every(({ level }) => level === debug));
  const again = lines("feed fetched").at(-1);
  assert.deepEqual([again.outcome, again.items, again.level], ["not-modified", 0, info]);

  await worker.stop(AbortSignal.timeout(5_000));
  assert.equal(lines("worker stopped").length, 1);
}

test("an error of our own is told with its feed and its backtrace, in the process's log and in the feed's", async () => {
  const database = await testDatabase();
  const pool = database.worker;
  const parts = testParts(database, { FETCHER_DOMAIN_DELAY: "0.05" });
  const worker = await runWorker(parts);
  // Sealed with another key: opening it throws.
  const feed = { url: origin.url("/fine", "127.3.8.3"), enabled: true, polling: true, enforceFeedDomain: false };
  const { id } = await addFeed(pool, { ...feed, headers: Buffer.alloc(64) }, 4, new Date());
  const detail = await eventually(async () => {
    const { rows } = await pool.query<{ error_detail: string }>("select error_detail from fetch_logs");
    assert.ok(rows[0] !== undefined);
    return rows[0].error_detail;
  });
  await worker.stop(AbortSignal.timeout(5_000));
  const line = parts.lines.map((one) => JSON.parse(one)).find(({ msg }) => msg === "internal error while fetching");
  assert.deepEqual([line.level, line.feedId], [error, id]);
  assert.match(line.err.stack, /\n    at .*secret-box\.ts/);
  assert.match(detail, /^Error: .*\n    at [^]*secret-box\.ts/);
  const [message = ""] = detail.split("\n", 1);
  const attempt = { error: "not-saved", errorClass: null, errorDetail: detail };
  assert.equal(describeFailure(attempt), `not-saved: ${message}`);
});

test("a message for a feed that does not exist, and every dead letter, are warnings with the id", async () => {
  const database = await testDatabase();
  const sqs = await sqsServer();
  const { queueUrl, deadLetterUrl } = sqs.makeQueue("told");
  const [unknown, dead] = [randomUUID(), randomUUID()];
  sqs.send("told", unknown);
  sqs.send("told-dead", dead);
  const parts = testParts(database, {
    QUEUE: "sqs",
    SQS_QUEUE_URL: queueUrl,
    SQS_DLQ_URL: deadLetterUrl,
    AWS_ENDPOINT_URL: sqs.endpoint,
  });
  const worker = await runWorker(parts);
  await eventually(() => {
    const told = parts.lines.map((line) => JSON.parse(line)).filter(({ level }) => level === warn);
    assert.equal(told.find(({ msg }) => msg === "Feed not found")?.feedId, unknown);
    assert.equal(told.find(({ msg }) => msg.startsWith("Dead letter"))?.feedId, dead);
  });
  await worker.stop(AbortSignal.timeout(5_000));
  assert.equal(sqs.count("told-dead"), 1);
});

test("an item that is given up is a warning with its id", async () => {
  const database = await testDatabase();
  const pool = database.worker;
  const chat = await startStubChat();
  after(chat.close);
  const parts = testParts(database, { AI_TYPE: "openai", AI_API_KEY: "key", AI_BASE_URL: chat.baseUrl });
  const feedId = await add(pool, "/fine", "127.3.8.4");
  const itemId = randomUUID();
  await pool.query(
    `insert into items (id, feed_id, hash, title, content, pub_date, fingerprint, analysis_status, attempts, upgrade_at)
     values ($1, $2, repeat('a', 64), 'Council meets again', '', now(), '', 'done', 6, now())`,
    [itemId, feedId],
  );
  chat.willAnswer(chatBehaviours.crash, chatBehaviours.crash, chatBehaviours.crash);
  const analysis = await runAnalysis(parts);
  after(() => analysis.stop(AbortSignal.timeout(5_000)));
  const line = await eventually(() => {
    const found = parts.lines.map((one) => JSON.parse(one)).find(({ msg }) => msg.startsWith("Dead letter"));
    assert.ok(found !== undefined);
    return found;
  });
  assert.deepEqual([line.level, line.itemId, line.feedId], [warn, itemId, feedId]);
});

test("the log names the address that our own policy refused, and the setting that allows it", async () => {
  const database = await testDatabase();
  const parts = testParts(database, { QUEUE: "memory", FETCHER_INTERVAL: "1", FETCHER_DOMAIN_DELAY: "0.05" });
  const worker = await runWorker(parts);
  const feed = { url: "http://10.0.0.1/feed", enabled: true, polling: true, enforceFeedDomain: false };
  const { id } = await addFeed(database.worker, feed, 4, new Date());
  const failed = await eventually(() => {
    const found = parts.lines.map((line) => JSON.parse(line)).find((one) => one.feedId === id && one.error);
    assert.ok(found !== undefined);
    return found;
  });
  assert.equal(failed.error, "10.0.0.1 is a private address; to fetch it, add its network to FETCH_ALLOW_NETWORKS");
  await worker.stop(AbortSignal.timeout(5_000));
});

async function add(pool: pg.Pool, path: string, host: string): Promise<string> {
  const feed = { url: origin.url(path, host), enabled: true, polling: true, enforceFeedDomain: false };
  return (await addFeed(pool, feed, 4, new Date())).id;
}
