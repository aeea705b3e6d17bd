import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { fetchDriver } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";

const database = await testDatabase();
const origin = await feedOrigin();
const hourMs = 3_600_000;

test("an unchanged feed costs a conditional request and touches no item", async () => {
  const driver = fetchDriver(database);
  origin.serve("/calm", { body: rss([{ title: "One", link: "http://x.example/1" }]) });
  const id = await driver.add(origin.url("/calm", "127.1.0.1"));
  await driver.fetchDue();
  driver.clock.advance(2 * hourMs);
  const second = await driver.fetchDueOf(id);
  assert.equal(second?.completion.log.outcome, "not-modified");
  const requests = origin.log.filter(({ path }) => path === "/calm");
  assert.deepEqual(
    requests.map(({ status }) => status),
    [200, 304],
  );
  assert.equal(requests[0]?.headers["if-none-match"], undefined);
  assert.match(requests[1]?.headers["if-none-match"] ?? "", /^"[0-9a-f]{16}"$/);
  const feed = await driver.feed(id);
  assert.equal(feed["last_fetch_status"], "success");
  assert.ok(Number(feed["interval_minutes"]) > 60);
});

test("a body that only moved its build date changes nothing and slows the feed down", async () => {
  const driver = fetchDriver(database);
  let builds = 0;
  const entries = [{ title: "One", link: "http://x.example/1" }];
  origin.serve("/stamped", () => ({
    body: rss(entries, "Stamped", `<lastBuildDate>${(builds += 1)}</lastBuildDate>`),
  }));
  const id = await driver.add(origin.url("/stamped", "127.1.0.2"));
  await driver.fetchDue();
  driver.clock.advance(2 * hourMs);
  const second = await driver.fetchDueOf(id);
  assert.equal(second?.completion.log.outcome, "parsed");
  assert.equal(second?.completion.items.length, 0);
  assert.ok(Number((await driver.feed(id))["interval_minutes"]) > 75, "later than by the usual interval");
});

test("new items are added, changed ones keep their old version, and dates never change", async () => {
  const driver = fetchDriver(database);
  const day = new Date("2026-03-01T10:00:00Z");
  origin.serve("/living", {
    body: rss([{ title: "Draft", guid: "a", link: "http://x.example/a", text: "first", date: day }]),
  });
  const id = await driver.add(origin.url("/living", "127.1.0.3"));
  await driver.fetchDue();
  origin.serve("/living", {
    body: rss([
      { title: "New", guid: "b", link: "http://x.example/b" },
      { title: "Final", guid: "a", link: "http://x.example/a", text: "second", date: new Date("2026-03-02T00:00:00Z") },
    ]),
  });
  driver.clock.advance(24 * hourMs);
  const second = await driver.fetchDueOf(id);
  assert.equal(second?.result.created.length, 1);
  assert.equal(second?.result.updated.length, 1);
  const { rows } = await database.worker.query(
    "select title, content, pub_date from items where feed_id = $1 and guid = 'a'",
    [id],
  );
  assert.deepEqual(rows, [{ title: "Final", content: "second", pub_date: day }]);
  const { rows: versions } = await database.worker.query(
    "select v.title, v.content from item_versions v join items i on i.id = v.item_id where i.feed_id = $1",
    [id],
  );
  assert.deepEqual(versions, [{ title: "Draft", content: "first" }]);
});

test("an item that comes back after leaving the document is not stored twice", async () => {
  const driver = fetchDriver(database);
  const [one, two] = [
    { title: "One", link: "http://x.example/back?utm_source=a" },
    { title: "Two", link: "http://x.example/2" },
  ];
  const id = await driver.add(origin.url("/back", "127.1.0.4"));
  for (const entries of [[one], [two], [{ ...one, link: "http://x.example/back#top" }, two]]) {
    origin.serve("/back", { body: rss(entries) });
    await driver.fetchDue();
    driver.clock.advance(25 * hourMs);
  }
  const { rows } = await database.worker.query("select title from items where feed_id = $1 order by title", [id]);
  assert.deepEqual(rows, [{ title: "One" }, { title: "Two" }]);
});

test("entries on other hosts are discarded and counted if the feed allows none", async () => {
  const driver = fetchDriver(database);
  origin.serve("/strict", {
    body: rss([
      { title: "Own", link: "http://www.127.1.0.5.example/1" },
      { title: "Relative", link: "/2" },
    ]),
  });
  const id = await driver.add(origin.url("/strict", "127.1.0.5"), { enforceFeedDomain: true, rootDomain: null });
  await driver.fetchDue();
  const { rows } = await database.worker.query("select created, discarded from fetch_logs where feed_id = $1", [id]);
  assert.deepEqual(rows, [{ created: 1, discarded: 1 }]);
});

const failures: [
  string,
  string,
  { status?: number; body?: string; headers?: Record<string, string> },
  Record<string, unknown>,
][] = [
  [
    "404",
    "permanent",
    { status: 404 },
    {
      last_fetch_status: "permanent_error",
      last_fetch_error: "Feed no longer available",
      next_run_at: null,
      runnable: false,
    },
  ],
  [
    "401",
    "unauthorized",
    { status: 401 },
    {
      last_fetch_status: "unauthorized",
      last_fetch_error: "Authentication required",
      next_run_at: null,
      runnable: false,
    },
  ],
  [
    "400",
    "a bad request",
    { status: 400 },
    { last_fetch_status: "permanent_error", last_fetch_error: "Invalid request", next_run_at: null },
  ],
  [
    "500",
    "temporary",
    { status: 500, body: "oops" },
    {
      last_fetch_status: "temporary_error",
      last_fetch_error: "Server error (HTTP 500): oops",
      runnable: true,
      retry_count: 1,
    },
  ],
  [
    "429",
    "rate limited",
    { status: 429, headers: { "retry-after": "7200" } },
    { last_fetch_status: "temporary_error", last_fetch_error: "Rate limited", runnable: true },
  ],
  [
    "html",
    "a page",
    { body: "<html><body>Welcome</body></html>", headers: { "content-type": "text/html" } },
    { last_fetch_status: "permanent_error", last_fetch_error: "This is a web page, not a feed. It begins: “Welcome”" },
  ],
  [
    "empty",
    "nothing",
    { body: "" },
    { last_fetch_status: "permanent_error", last_fetch_error: "The server's answer is empty." },
  ],
];
for (const [path, meaning, answer, expected] of failures) {
  test(`an answer like ${path} means ${meaning}`, async () => {
    const driver = fetchDriver(database);
    origin.serve(`/${path}`, answer);
    const id = await driver.add(origin.url(`/${path}`, `127.2.0.${failures.findIndex(([name]) => name === path) + 1}`));
    await driver.fetchDue();
    const feed = await driver.feed(id);
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((key) => [key, feed[key]])), expected);
  });
}

const noise = String.fromCharCode(...Array.from({ length: 600 }, (_, index) => (index * index * 31 + 7) % 256));
const binaries: [string, { status?: number; body: Buffer; headers?: Record<string, string> }, string][] = [
  ["pdf", { body: Buffer.from("%PDF-1.7\n<html><a href='/feed.xml'>feed</a>") }, "This is a PDF document, not a feed."],
  ["png", { body: Buffer.from(`\x89PNG\r\n\x1a\n${noise}`, "latin1") }, "This is an image, not a feed."],
  ["gz", { body: gzipSync(gzipSync(rss([]))) }, "This is a gzip file, not a feed."],
  ["bin", { body: Buffer.from(noise, "latin1") }, "This is a binary file, not a feed."],
  [
    "500png",
    { status: 500, body: Buffer.from(`\x89PNG\r\n\x1a\n${noise}`, "latin1") },
    "Server error (HTTP 500): the answer is an image",
  ],
];
for (const [index, [path, answer, message]] of binaries.entries()) {
  test(`if ${path} is sent instead of a feed, none of its bytes are shown: ${message}`, async () => {
    const driver = fetchDriver(database);
    origin.serve(`/${path}`, answer);
    const id = await driver.add(origin.url(`/${path}`, `127.2.1.${index + 1}`));
    await driver.fetchDue();
    const feed = await driver.feed(id);
    assert.equal(feed["last_fetch_error"], message);
    assert.ok(feed["discovered"] === null || (feed["discovered"] as unknown[]).length === 0);
    const { rows } = await database.worker.query("select error, error_detail from fetch_logs where feed_id = $1", [id]);
    const detail = path === "500png" ? "the answer is an image" : null;
    assert.deepEqual(rows, [{ error: message, error_detail: detail }]);
  });
}

test("a 429 keeps every feed of its host waiting until Retry-After, and other hosts not at all", async () => {
  const driver = fetchDriver(database);
  origin.serve("/limited", { status: 429, headers: { "retry-after": "3600" } });
  origin.serve("/neighbour", { body: rss([]) });
  await driver.add(origin.url("/limited", "127.3.0.1"));
  await driver.fetchDue();
  const neighbour = await driver.add(origin.url("/neighbour", "127.3.0.1"));
  const other = await driver.add(origin.url("/neighbour", "127.3.0.2"));
  await driver.fetchDue();
  assert.equal((await driver.feed(neighbour))["last_fetched_at"], null);
  assert.equal((await driver.feed(other))["last_fetch_status"], "success");
  driver.clock.advance(hourMs + 1);
  await driver.fetchDue();
  assert.equal((await driver.feed(neighbour))["last_fetch_status"], "success");
});

test("a failure keeps the validators, and a success resets the failures", async () => {
  const driver = fetchDriver(database);
  const body = rss([{ title: "One", link: "http://x.example/1" }]);
  origin.serve("/flaky", { body });
  const id = await driver.add(origin.url("/flaky", "127.3.0.3"));
  await driver.fetchDue();
  const { etag } = await driver.feed(id);
  origin.serve("/flaky", { status: 503 });
  driver.clock.advance(25 * hourMs);
  await driver.fetchDue();
  assert.deepEqual([(await driver.feed(id))["etag"], (await driver.feed(id))["retry_count"]], [etag, 1]);
  origin.serve("/flaky", { body });
  driver.clock.advance(25 * hourMs);
  await driver.fetchDue();
  const feed = await driver.feed(id);
  assert.deepEqual([feed["retry_count"], feed["last_fetch_error"], feed["failure_class"]], [0, null, null]);
});

test("a redirect to a busy host is tried again later and does not count as a failure", async () => {
  const driver = fetchDriver(database);
  origin.serve("/hop", { status: 302, headers: { location: origin.url("/landing", "127.3.3.2") } });
  const id = await driver.add(origin.url("/hop", "127.3.3.1"));
  await driver.add(origin.url("/landing", "127.3.3.2"));
  await database.worker.query(
    "update lanes set lease_id = gen_random_uuid(), free_at = $1, ready_at = $1 where lane like '127.3.3.2%'",
    [new Date(driver.clock.now().getTime() + hourMs)],
  );
  const only = await driver.fetchDueOf(id);
  assert.equal(only?.completion.log.outcome, "deferred");
  const feed = await driver.feed(id);
  assert.deepEqual([feed["last_fetch_status"], feed["retry_count"]], [null, 0]);
});

test("a completion after its lease was lost writes nothing", async () => {
  const driver = fetchDriver(database);
  origin.serve("/fenced", () => ({ body: rss([{ title: "Late", link: "http://x.example/late" }]) }));
  const id = await driver.add(origin.url("/fenced", "127.3.4.1"));
  const stolen = driver.parts.get;
  const thief = fetchDriver(
    database,
    {
      get: async (request) => {
        const result = await stolen(request);
        await database.worker.query("update lanes set lease_id = gen_random_uuid() where lane like '127.3.4.1%'");
        return result;
      },
    },
    driver.clock,
  );
  const results = await thief.fetchDue();
  const mine = results.find(({ completion }) => completion.claim.feedId === id);
  assert.equal(mine?.result.saved, false);
  const { rows } = await database.worker.query(
    "select (select count(*)::int from items where feed_id = $1) as items, etag from feeds where id = $1",
    [id],
  );
  assert.deepEqual(rows, [{ items: 0, etag: null }]);
});

test("entries with the same guid are distinguished by their links and do not overwrite each other", async () => {
  const driver = fetchDriver(database);
  const entry = (n: number) => ({ title: `Entry ${n}`, guid: "always-the-same", link: `http://x.example/shared/${n}` });
  origin.serve("/one-guid", { body: rss([1, 2, 3].map(entry)) });
  const id = await driver.add(origin.url("/one-guid", "127.1.0.9"));
  await driver.fetchDue();
  origin.serve("/one-guid", { body: rss([2, 3, 4, 5].map(entry)) });
  driver.clock.advance(25 * hourMs);
  await driver.fetchDue();
  const { rows } = await database.worker.query("select title from items where feed_id = $1 order by title", [id]);
  assert.deepEqual(
    rows.map(({ title }) => title),
    [1, 2, 3, 4, 5].map((n) => `Entry ${n}`),
  );
});
