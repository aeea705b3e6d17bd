import assert from "node:assert/strict";
import { test } from "node:test";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { requestFetch } from "../../src/feeds/request-fetch-store.ts";
import { eventually } from "../ground/eventually.ts";
import type { FeedOrigin } from "../ground/feed-origin.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import type { TestDatabase } from "../ground/test-database.ts";
import { testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";
import { runWorker } from "../ground/worker.ts";
import { silentHost } from "../ground/silent-host.ts";
import { sqsServer } from "../fetching/queue/sqs-server.ts";

const origin = await feedOrigin();
// Without a link: its page would be fetched for analysis, from a host that is not ours.
origin.serve("*", { body: rss([{ title: "One", guid: "1" }]) });
// A look in an hour: whatever happens before that, a wake-up did.
const rarely = { FETCHER_INTERVAL: "3600", FETCHER_DOMAIN_DELAY: "0.05" };
// Longer than `eventually` waits: a silent host is given up by the stop alone.
const patient = { FETCHER_REQUEST_TIMEOUT: "120", FETCHER_JOB_TIMEOUT: "180" };
const sqs = await sqsServer();
const queues: Record<string, Record<string, string>> = {
  postgres: { QUEUE: "postgres" },
  memory: { QUEUE: "memory" },
  sqs: { QUEUE: "sqs", SQS_QUEUE_URL: sqs.makeQueue("feeds").queueUrl, AWS_ENDPOINT_URL: sqs.endpoint },
};

test("a stop in the middle of a fetch records no failure and leaves no lease", async () => {
  const database = await testDatabase();
  const parts = testParts(database, { ...rarely, ...patient, FETCHER_WORKERS: "1" });
  const worker = await runWorker(parts);
  const silent = await silentHost();
  const slow = await add(database, silent.url("127.3.3.1"));
  await eventually(() => assert.equal(silent.asked(), 1));
  const waiting = await add(database, origin.url("/waiting", "127.3.3.2"));
  await eventually(async () => assert.equal((await stateOf(database, waiting)).fetch_status, "QUEUED"));
  assert.equal((await stateOf(database, slow)).fetch_status, "FETCHING");

  await worker.stop(AbortSignal.timeout(100));
  assert.deepEqual(await leftovers(database), []);
  const { last_fetch_status, retry_count, suspended, next_run_at } = await stateOf(database, slow);
  assert.deepEqual([last_fetch_status, retry_count, suspended], [null, 0, false]);
  assert.ok(next_run_at > new Date() && next_run_at < new Date(Date.now() + 120_000));
  assert.equal(requested(origin, "/waiting"), false);
  assert.ok((await stateOf(database, waiting)).next_run_at < new Date());
  assert.ok(!parts.lines.some((line) => line.includes('"level":50')), parts.lines.join(""));
});

test("a worker that is stopping says that it is alive until its last fetch has ended", async () => {
  const database = await testDatabase();
  const times = { beatEveryMs: 100, abandonAfterMs: 60_000, deadAfterMs: 90_000 };
  const worker = await runWorker(testParts(database, { ...rarely, ...patient }), times);
  const silent = await silentHost();
  await add(database, silent.url("127.3.9.1"));
  await eventually(() => assert.equal(silent.asked(), 1));
  const abort = new AbortController();
  const stopped = worker.stop(abort.signal);
  for (let beats = 0; beats < 3; beats += 1) {
    const before = await lastBeat(database);
    await eventually(async () => assert.ok((await lastBeat(database)) > before));
  }
  abort.abort();
  await stopped;
  assert.equal((await database.worker.query("select from worker_heartbeats")).rowCount, 0);
});

test("a full queue is told of once a cycle", async () => {
  const database = await testDatabase();
  const silent = await silentHost();
  const settings = { FETCHER_INTERVAL: "3600", QUEUE: "memory", FETCH_QUEUE_CAPACITY: "1", FETCHER_WORKERS: "1" };
  const parts = testParts(database, { ...settings, ...patient });
  const worker = await runWorker(parts);
  for (let n = 0; n < 6; n += 1) await add(database, silent.url(`127.3.5.${n + 1}`));
  const warnings = () => parts.lines.filter((line) => line.includes("Queue full, skipping scheduling cycle")).length;
  await eventually(() => assert.equal(warnings(), 1));
  await worker.stop(AbortSignal.timeout(100));
  assert.deepEqual(await leftovers(database), []);
  assert.equal(warnings(), 1);
});

for (const [queue, settings] of Object.entries(queues)) {
  test(`with ${queue}: a new feed is fetched at once, the feeds of one host one after the other`, async () => {
    const database = await testDatabase();
    const worker = await runWorker(testParts(database, { ...rarely, ...settings }));
    const host = `127.3.0.${Object.keys(queues).indexOf(queue) + 1}`;
    const ids = [];
    for (const path of ["/a", "/b", "/c"]) ids.push(await add(database, origin.url(path, host)));
    await eventually(async () => assert.equal(await countFetched(database), 3));
    const requests = origin.log.filter((seen) => seen.host === host);
    assert.equal(requests.length, 3);
    assert.deepEqual(
      origin.crowding(0).filter((crowd) => crowd.host === host),
      [],
    );
    await worker.stop(AbortSignal.timeout(5_000));
    assert.deepEqual(await leftovers(database), []);
  });
}

test("a person's wish wakes the worker", async () => {
  const database = await testDatabase();
  const worker = await runWorker(testParts(database, rarely));
  const id = await add(database, origin.url("/wished", "127.3.1.1"));
  await eventually(async () => assert.equal(await countFetched(database), 1));
  await database.worker.query("update feeds set last_fetched_at = now() - interval '10 minutes' where id = $1", [id]);
  assert.deepEqual(await requestFetch(database.worker, id, new Date()), { kind: "requested" });
  await eventually(() => assert.equal(origin.log.filter(({ path }) => path === "/wished").length, 2));
  await worker.stop(AbortSignal.timeout(5_000));
});

test("several workers on one database fetch every feed once", async () => {
  const database = await testDatabase();
  const workers = await Promise.all(
    Array.from({ length: 3 }, () => runWorker(testParts(database, { ...rarely, FETCHER_WORKERS: "5" }))),
  );
  for (let n = 0; n < 60; n += 1) await add(database, origin.url(`/shared${n}`, `127.3.2.${n + 1}`));
  await eventually(async () => assert.equal(await countFetched(database), 60));
  await Promise.all(workers.map((worker) => worker.stop(AbortSignal.timeout(5_000))));
  assert.equal(origin.log.filter(({ path }) => path.startsWith("/shared")).length, 60);
});

test("feeds left by a vanished worker are put back at the start, with the two warnings", async () => {
  const database = await testDatabase();
  const ids = [];
  for (const path of ["/queued", "/fetching"]) ids.push(await add(database, origin.url(path, "127.3.4.1")));
  await database.worker.query(
    `update feed_schedules set lease_id = gen_random_uuid(), locked_until = now() - interval '1 minute', next_run_at = null,
       fetch_status = case when feed_id = $1 then 'QUEUED' else 'FETCHING' end`,
    [ids[0]],
  );
  const parts = testParts(database, rarely);
  const worker = await runWorker(parts);
  await eventually(() => {
    assert.ok(parts.lines.some((line) => line.includes("Reset 1 stuck QUEUED feeds")));
    assert.ok(parts.lines.some((line) => line.includes("Reset 1 stuck FETCHING feeds")));
  });
  await worker.stop(AbortSignal.timeout(5_000));
  assert.deepEqual(await leftovers(database), []);
});

test("each cycle is summed up in one line, and a worker is known by its heartbeat while it lives", async () => {
  const database = await testDatabase();
  const parts = testParts(database, { ...rarely, FETCHER_INTERVAL: "1" });
  const worker = await runWorker(parts);
  origin.serve("/missing", { status: 404 });
  origin.serve("/moved", { status: 302, headers: { location: origin.url("/target", "127.3.6.9") } });
  for (const [n, path] of ["/fine", "/missing", "/moved"].entries())
    await add(database, origin.url(path, `127.3.6.${n + 1}`));
  const cycle = await eventually(() => {
    const lines = parts.lines
      .map((line) => JSON.parse(line))
      .filter(({ msg, fetched }) => msg === "cycle" && fetched > 0);
    const sum = (name: string) => lines.reduce((total, line) => total + line[name], 0);
    assert.equal(sum("fetched"), 3);
    return { created: sum("created"), errors: Object.assign({}, ...lines.map(({ errors }) => errors)) };
  });
  assert.deepEqual(cycle, { created: 2, errors: { "not-found": 1 } });

  const { rows } = await database.worker.query("select pid, roles from worker_heartbeats");
  assert.deepEqual(rows, [{ pid: process.pid, roles: ["worker"] }]);
  await worker.stop(AbortSignal.timeout(5_000));
  assert.equal((await database.worker.query("select from worker_heartbeats")).rowCount, 0);
});

test("of a feed that moved for good the log names the host, and not the address: that may carry a token", async () => {
  const database = await testDatabase();
  const parts = testParts(database, rarely);
  const worker = await runWorker(parts);
  origin.serve("/old", { status: 301, headers: { location: origin.url("/new?token=s3cret", "127.3.7.2") } });
  await add(database, origin.url("/old", "127.3.7.1"));
  const line = await eventually(() => {
    const found = parts.lines.find((one) => one.includes("feed moved for good"));
    assert.ok(found !== undefined);
    return JSON.parse(found);
  });
  assert.deepEqual([line.host, line.move], [`127.3.7.2:${origin.port}`, "moved"]);
  await worker.stop(AbortSignal.timeout(5_000));
  assert.ok(!parts.lines.some((one) => one.includes("s3cret")));
});

async function add(database: TestDatabase, url: string): Promise<string> {
  const feed = { url, enabled: true, polling: true, enforceFeedDomain: false };
  return (await addFeed(database.worker, feed, 4, new Date())).id;
}

async function countFetched({ worker }: TestDatabase): Promise<number | null> {
  return (await worker.query("select from feeds where last_fetched_at is not null")).rowCount;
}

async function lastBeat({ worker }: TestDatabase): Promise<Date> {
  const { rows } = await worker.query<{ beat_at: Date }>("select beat_at from worker_heartbeats");
  assert.ok(rows[0] !== undefined);
  return rows[0].beat_at;
}

/** Whatever a stopped worker should not have left: leases, states, held hosts, its heartbeat. */
async function leftovers({ worker }: TestDatabase): Promise<unknown[]> {
  const { rows } = await worker.query(
    `select 'feed ' || fetch_status as what from feed_schedules where fetch_status <> 'IDLE' or lease_id is not null or locked_until is not null
     union all select 'lane ' || lane from lanes where lease_id is not null or feed_id is not null`,
  );
  return rows;
}

async function stateOf({ worker }: TestDatabase, id: string) {
  const { rows } = await worker.query(
    "select * from feeds f join feed_schedules s on s.feed_id = f.id where f.id = $1",
    [id],
  );
  return rows[0];
}

function requested({ log }: FeedOrigin, path: string): boolean {
  return log.some((seen) => seen.path === path);
}
