import assert from "node:assert/strict";
import { test } from "node:test";
import { addFeed } from "../../src/feeds/feed-store.ts";
import { requestFetch } from "../../src/feeds/request-fetch-store.ts";
import { eventually } from "../ground/eventually.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";
import { runWorker } from "../ground/worker.ts";

const database = await testDatabase();
const pool = database.worker;
const origin = await feedOrigin();

test("a worker tells of its start, of each fetch with its items, of each failure, of each cycle with its 304s, and of its stop", async () => {
  origin.serve("/fine", { body: rss(["1", "2"].map((guid) => ({ title: guid, guid }))) });
  const parts = testParts(database, {
    QUEUE: "memory",
    FETCHER_INTERVAL: "1",
    FETCHER_DOMAIN_DELAY: "0.05",
  });
  const lines = (msg: string) => parts.lines.map((line) => JSON.parse(line)).filter((line) => line.msg === msg);
  const worker = await runWorker(parts);
  assert.equal(lines("worker started").length, 1);

  const [fine, missing] = [await add("/fine", "127.3.8.1"), await add("/missing", "127.3.8.2")];
  const [fetched, failed] = await eventually(() => {
    const found = [lines("feed fetched")[0], lines("fetch failed")[0]];
    assert.ok(!found.includes(undefined));
    return found;
  });
  assert.deepEqual([fetched.feedId, fetched.created, fetched.httpStatus], [fine, 2, 200]);
  assert.deepEqual([failed.feedId, failed.error, failed.httpStatus], [missing, "Feed no longer available", 404]);

  await pool.query("update feeds set last_fetched_at = now() - interval '10 minutes' where id = $1", [fine]);
  assert.deepEqual(await requestFetch(pool, fine, new Date()), { kind: "requested" });
  await eventually(() => {
    const sum = (name: string) => lines("cycle").reduce((total, cycle) => total + cycle[name], 0);
    assert.deepEqual([sum("fetched"), sum("notModified"), sum("created"), sum("queued")], [3, 1, 2, 3]);
    assert.equal(lines("cycle").find(({ errors }) => errors["not-found"] !== undefined)?.errors["not-found"], 1);
  });

  await worker.stop(AbortSignal.timeout(5_000));
  assert.equal(lines("worker stopped").length, 1);
});

test("the log names the address that our own policy refused, and the setting that allows it", async () => {
  const parts = testParts(database, { QUEUE: "memory", FETCHER_INTERVAL: "1", FETCHER_DOMAIN_DELAY: "0.05" });
  const worker = await runWorker(parts);
  const feed = { url: "http://10.0.0.1/feed", enabled: true, polling: true, enforceFeedDomain: false };
  const { id } = await addFeed(pool, feed, 4, new Date());
  const failed = await eventually(() => {
    const found = parts.lines.map((line) => JSON.parse(line)).find(({ feedId }) => feedId === id);
    assert.ok(found !== undefined);
    return found;
  });
  assert.equal(failed.error, "10.0.0.1 is a private address; FETCH_ALLOW_NETWORKS allows it");
  await worker.stop(AbortSignal.timeout(5_000));
});

async function add(path: string, host: string): Promise<string> {
  const feed = { url: origin.url(path, host), enabled: true, polling: true, enforceFeedDomain: false };
  return (await addFeed(pool, feed, 4, new Date())).id;
}
