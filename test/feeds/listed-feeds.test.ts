import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { registerPerson } from "../../src/accounts/person-store.ts";
import { changeFeedUrl } from "../../src/feeds/change-url-store.ts";
import { deleteFeed } from "../../src/feeds/change-feed-store.ts";
import { exportFeeds, type FeedFilter, listFeeds, listRootDomains } from "../../src/feeds/list-feeds-store.ts";
import { addFeed, type NewFeed } from "../../src/feeds/add-feeds-store.ts";
import { findFeedsByIdPrefix, findFeedsByUrl } from "../../src/feeds/find-feed-store.ts";
import { testDatabase } from "../ground/test-database.ts";

const { worker: pool } = await testDatabase();
const now = new Date("2026-03-02T08:00:00Z");
const ownerId = randomUUID();
const person = { id: ownerId, email: "a@example.org", passwordHash: null, providerId: null, passHash: null };
await registerPerson(pool, person, now);

const working = await add("https://b.example/working", { published: true });
const failing = await add("https://b.example/failing", { published: false });
const pending = await add("https://a.example/pending", { published: true, enabled: false });
const personal = await add("https://c.example/personal", { ownerId, published: false });
const deleted = await add("https://d.example/deleted", { published: true });
await deleteFeed(pool, deleted, now);
await pool.query("update feeds set last_fetch_status = 'success' where id = any($1)", [[working, personal]]);
await pool.query("update feeds set last_fetch_status = 'unauthorized' where id = $1", [failing]);

const questions: [string, Partial<FeedFilter>, string[]][] = [
  ["all live feeds, by address", {}, [pending, failing, working, personal]],
  ["deleted ones", { deleted: true }, [deleted]],
  ["those of a domain", { rootDomain: "b.example" }, [failing, working]],
  ["those that work", { status: "working" }, [working, personal]],
  ["those that fail, in any way", { status: "error" }, [failing]],
  ["those never fetched", { status: "pending" }, [pending]],
  ["those that are off", { enabled: false }, [pending]],
  ["those that are on", { enabled: true, status: "error" }, [failing]],
  ["not more than asked for", { limit: 2 }, [pending, failing]],
];
for (const [name, filter, expected] of questions) {
  test(`an operator lists ${name}`, async () => {
    const listed = await listFeeds(pool, { limit: 10, ...filter });
    assert.deepEqual(
      listed.map(({ id }) => id),
      expected,
    );
  });
}

test("a listed feed says whose it is, and how many read it", async () => {
  await pool.query(
    "insert into subscriptions (id, user_id, feed_id, name) values (gen_random_uuid(), $1, $2, 'News')",
    [ownerId, working],
  );
  const listed = await listFeeds(pool, { limit: 10, status: "working" });
  assert.deepEqual(
    listed.map((feed) => [feed.personal, feed.published, feed.subscribers]),
    [
      [false, true, 1],
      [true, false, 0],
    ],
  );
});

test("root domains are counted for active feeds", async () => {
  assert.deepEqual(await listRootDomains(pool), [
    { rootDomain: "a.example", feeds: 1 },
    { rootDomain: "b.example", feeds: 2 },
    { rootDomain: "c.example", feeds: 1 },
  ]);
});

test("published or all shared feeds are exported, never deleted or personal ones", async () => {
  const exported = async (all: boolean) => (await exportFeeds(pool, { all })).map(({ url }) => url);
  assert.deepEqual(await exported(false), ["https://a.example/pending", "https://b.example/working"]);
  assert.deepEqual(await exported(true), [
    "https://a.example/pending",
    "https://b.example/failing",
    "https://b.example/working",
  ]);
});

test("a feed is found by the first digits of its id", async () => {
  const found = await findFeedsByIdPrefix(pool, working.replaceAll("-", "").slice(0, 20));
  assert.deepEqual(
    found.map(({ id }) => id),
    [working],
  );
});

test("a feed is found by its old address while no active feed has it", async () => {
  const [old, next] = ["https://moved.example/old", "https://moved.example/new"];
  const moved = await add(old, { published: true });
  await changeFeedUrl(pool, moved, { url: next, lanes: 4, now, changes: {} });
  const ids = async () => (await findFeedsByUrl(pool, [old])).map(({ id }) => id);
  assert.deepEqual(await ids(), [moved]);
  await pool.query("update feeds set url = $2 where id = $1", [failing, old]);
  assert.deepEqual(await ids(), [failing]);
  await deleteFeed(pool, failing, now);
  assert.deepEqual(await ids(), [moved, failing]);
});

test("for one address, an active feed comes before a deleted one, and a shared before a personal", async () => {
  const url = "https://same.example/feed";
  const gone = await add(url);
  await deleteFeed(pool, gone, now);
  const own = await add(url, { ownerId });
  const shared = await add(url);
  const found = await findFeedsByUrl(pool, [url]);
  assert.deepEqual(
    found.map(({ id }) => id),
    [shared, own, gone],
  );
});

async function add(url: string, feed: Partial<NewFeed> = {}): Promise<string> {
  return (await addFeed(pool, { url, enabled: true, polling: true, enforceFeedDomain: true, ...feed }, 4, now)).id;
}
