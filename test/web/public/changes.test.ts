import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { superuser } from "../../../src/database/connection.ts";
import { moveFeed } from "../../../src/feeds/change-url-store.ts";
import { eventually } from "../../ground/eventually.ts";
import { startPlainwire } from "../../ground/plainwire-process.ts";
import { testSocket } from "../../ground/test-database.ts";
import { feedPath, type FeedRow, publicWorld } from "./public-world.ts";

const world = await publicWorld();
const server = await world.startServer();
const { worker, admin, web } = world.database;

async function statusOf(url: string): Promise<number> {
  return (await server.get(feedPath("/rss", url))).status;
}

test("the database is asked once for a document, and once more after the feed changed", async (t) => {
  const feed = await world.addBuiltFeed();
  await listening();
  const asked = countQuestions(t);
  const path = feedPath("/rss", feed.url);
  await Promise.all([server.get(path), server.get(path), server.get(path)]);
  await server.get(path);
  assert.equal(asked(), 1);

  const before = await (await server.get(path)).text();
  await world.addItem(feed.id);
  await world.publish();
  await eventually(async () => assert.notEqual(await (await server.get(path)).text(), before));
  await server.get(path);
  assert.equal(asked(), 2);
});

test("the first who asks after a change gets the new document, and nobody else builds it", async () => {
  const feed = await world.addBuiltFeed();
  await listening();
  const path = feedPath("/rss", feed.url);
  const before = await (await server.get(path)).text();
  await world.addItem(feed.id);
  await toldAll();
  const texts = await Promise.all([1, 2, 3].map(async () => (await server.get(path)).text()));
  assert.equal(new Set(texts).size, 1);
  assert.equal(texts[0]?.match(/<item>/g)?.length, (before.match(/<item>/g)?.length ?? 0) + 1);
  for (const other of ["/atom", "/feed.json"]) assert.equal((await server.get(feedPath(other, feed.url))).status, 200);
  const { rowCount } = await worker.query("select from stale_feeds where feed_id = $1", [feed.id]);
  assert.equal(rowCount, 0);
});

test("a change is built for readers of every format, even if nobody asked for RSS", async () => {
  const feed = await world.addFeed();
  await world.addItem(feed.id);
  assert.equal((await server.get(feedPath("/atom", feed.url))).status, 200);
  assert.equal((await server.get(feedPath("/feed.json", feed.url))).status, 200);
});

test("a feed that was never fetched is 404 in every format, and after its first fetch it is there, even when empty", async () => {
  const feed = await world.addFeed({ last_success_at: null });
  const statuses = async () => {
    const answers = ["/rss", "/atom", "/feed.json"].map((path) => server.get(feedPath(path, feed.url)));
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  await listening();
  // As any change of a setting does.
  await world.markStale(feed.id);
  await world.publish();
  assert.deepEqual(await statuses(), [404, 404, 404]);

  await world.changeFeed(feed.id, { last_success_at: new Date() });
  await world.publish();
  await toldAll();
  assert.deepEqual(await statuses(), [200, 200, 200]);
  const text = await (await server.get(feedPath("/rss", feed.url))).text();
  assert.match(text, /<title>Harbour Gazette<\/title>/);
  assert.doesNotMatch(text, /<item>/);
});

const takenAway: [string, Partial<FeedRow>, Partial<FeedRow>][] = [
  ["disabled", { enabled: false }, { enabled: true }],
  ["unpublished", { published: false }, { published: true }],
  ["deleted", { deleted_at: new Date() }, { deleted_at: null }],
];
for (const [what, away, back] of takenAway) {
  test(`a feed that is ${what} is gone at once, in memory or not, and comes back at once`, async () => {
    const feed = await world.addBuiltFeed();
    await listening();
    assert.equal(await statusOf(feed.url), 200);
    await world.changeFeed(feed.id, away);
    await eventually(async () => assert.equal(await statusOf(feed.url), 404));
    assert.equal((await server.get(feedPath("/atom", feed.url))).status, 404);
    await world.changeFeed(feed.id, back);
    await eventually(async () => assert.equal(await statusOf(feed.url), 200));
  });
}

test("a feed is read as anybody, and its connection is nobody afterwards", async () => {
  const [open, hidden] = [await world.addBuiltFeed(), await world.addBuiltFeed({ published: false })];
  const client = await web.connect();
  try {
    const read = async ({ url }: { url: string }) =>
      (await client.query("select * from served_feed($1, true)", [url])).rowCount;
    assert.deepEqual([await read(open), await read(hidden)], [1, 0]);
    const { rows } = await client.query<{ user: string }>("select current_user as user");
    assert.equal(rows[0]?.user, "app_web");
    await assert.rejects(client.query("select from cached_feeds"), /permission denied/);
  } finally {
    client.release();
  }
});

test("a feed that is purged is gone at once", async () => {
  const feed = await world.addBuiltFeed();
  await listening();
  assert.equal(await statusOf(feed.url), 200);
  await worker.query("delete from feeds where id = $1", [feed.id]);
  await eventually(async () => assert.equal(await statusOf(feed.url), 404));
});

test("a missing feed is found as soon as it is built", async () => {
  const feed = await world.addFeed();
  await listening();
  assert.equal(await statusOf(feed.url), 404);
  await world.addItem(feed.id);
  await world.publish();
  await eventually(async () => assert.equal(await statusOf(feed.url), 200));
});

test("a feed that moves is found at both addresses, one that merges leads to the other", async () => {
  const [feed, twin] = [await world.addBuiltFeed(), await world.addBuiltFeed()];
  const moved = "https://moved.example/feed.xml";
  await worker.query(
    "insert into feed_schedules (feed_id, lane) select id, 'news.example/0' from feeds where id = any($1)",
    [[feed.id, twin.id]],
  );
  await listening();
  assert.equal(await statusOf(feed.url), 200);
  assert.equal(await statusOf(moved), 404);
  await moveFeed(worker, feed, moved, 4);
  await eventually(async () => assert.deepEqual([await statusOf(feed.url), await statusOf(moved)], [200, 200]));

  await moveFeed(worker, { ...feed, url: moved }, twin.url, 4);
  await eventually(async () => {
    for (const url of [feed.url, moved]) {
      const text = await (await server.get(feedPath("/rss", url))).text();
      assert.ok(text.includes(encodeURIComponent(twin.url)));
    }
  });
});

test("an update of other columns sends no notification", async (t) => {
  const feed = await world.addBuiltFeed();
  await listening();
  await server.get(feedPath("/rss", feed.url));
  await worker.query("update feeds set last_fetched_at = now(), etag = 'x', title = 'y' where id = $1", [feed.id]);
  await toldAll();
  const asked = countQuestions(t);
  await server.get(feedPath("/rss", feed.url));
  assert.equal(asked(), 0);
});

test("notifications during a lost connection are not missed: a new connection clears the cache", async () => {
  const feed = await world.addBuiltFeed();
  await listening();
  assert.equal(await statusOf(feed.url), 200);
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()",
  );
  await world.changeFeed(feed.id, { enabled: false });
  await eventually(async () => assert.equal(await statusOf(feed.url), 404));
});

test("two web processes are notified of what one worker publishes", async () => {
  const feed = await world.addBuiltFeed();
  const env = {
    DATABASE_URL: `postgresql://${superuser}@${encodeURIComponent(testSocket())}/${world.database.name}`,
    SECRET_KEY: "k".repeat(32),
    PORT: "0",
  };
  const processes = [startPlainwire(["web"], env), startPlainwire(["web"], env)];
  const urls = await Promise.all(
    processes.map(async (one) => /"url":"([^"]+)"/.exec(await one.line(/Plainwire is on/))?.[1] ?? ""),
  );
  const bodies = () => Promise.all(urls.map(async (url) => (await fetch(url + feedPath("/rss", feed.url))).text()));
  const [before] = await bodies();
  assert.deepEqual(await bodies(), [before, before]);

  const item = await world.addItem(feed.id, { url: "https://news.example/for-both" });
  await world.publish();
  await eventually(async () => {
    for (const body of await bodies()) assert.ok(body.includes(item.url ?? ""));
  });
  for (const { child } of processes) child.kill("SIGTERM");
  for (const { ended } of processes) assert.deepEqual(await ended, { code: 0, signal: null });
});

/** Until the server's connection listens, nothing it is told arrives. */
async function listening(): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await admin.query(
      "select from pg_stat_activity where query like 'listen %' and datname = current_database()",
    );
    assert.equal(rowCount, 1);
  });
  await toldAll();
}

/** After it, everything said before was heard: notifications keep their order. */
async function toldAll(): Promise<void> {
  const marker = await world.addBuiltFeed();
  await eventually(async () => assert.equal(await statusOf(marker.url), 200));
  await world.changeFeed(marker.id, { enabled: false });
  await eventually(async () => assert.equal(await statusOf(marker.url), 404));
}

/** How often a connection was taken for reading, since now. */
function countQuestions(t: TestContext): () => number {
  let count = 0;
  const onAcquire = () => (count += 1);
  web.on("acquire", onAcquire);
  t.after(() => web.off("acquire", onAcquire));
  return () => count;
}
