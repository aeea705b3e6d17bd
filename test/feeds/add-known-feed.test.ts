import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { beforeEach, test } from "node:test";
import { registerPerson } from "../../src/accounts/person-store.ts";
import { deleteFeed } from "../../src/feeds/change-feed-store.ts";
import { changeFeedUrl } from "../../src/feeds/change-url-store.ts";
import { addFeed, addFeeds, type NewFeed } from "../../src/feeds/add-feeds-store.ts";
import { testDatabase } from "../ground/test-database.ts";

const { worker: pool } = await testDatabase();
const now = new Date("2026-03-02T08:00:00Z");
const ownerId = randomUUID();
const person = { id: ownerId, email: "a@example.org", passwordHash: null, providerId: null, passHash: null };
await registerPerson(pool, person, now);

const url = "https://news.example/feed";
const feed = { url, enabled: true, polling: true, enforceFeedDomain: true };
const add = (changes: Partial<NewFeed> = {}) => addFeed(pool, { ...feed, ...changes }, 4, now);

beforeEach(() => pool.query("delete from feeds"));

test("an existing feed stays as it is", async () => {
  const { id } = await add({ name: "First" });
  assert.deepEqual(await add({ name: "Second" }), { kind: "exists", id });
  assert.deepEqual(await stored(id), { name: "First", published: false, stale: false });
});

test("a feed that people read becomes public when it is added as a public one, and is built", async () => {
  const { id } = await add();
  assert.deepEqual(await add({ published: true }), { kind: "published", id });
  assert.deepEqual(await stored(id), { name: null, published: true, stale: true });
  await pool.query("delete from stale_feeds");
  // Nothing changes the second time, and a public feed does not become less so.
  assert.deepEqual(await add({ published: true }), { kind: "exists", id });
  assert.deepEqual(await add({ published: false }), { kind: "exists", id });
  assert.deepEqual(await stored(id), { name: null, published: true, stale: false });
});

test("only the new feeds of a list are added", async () => {
  const { id } = await add();
  const [known, fresh] = await addFeeds(pool, [feed, { ...feed, url: `${url}/2` }], 4, now);
  assert.deepEqual(known, { kind: "exists", id });
  assert.equal(fresh?.kind, "added");
});

test("a person's own feed and a shared one of the same address are two", async () => {
  const shared = await add();
  const own = await add({ ownerId });
  assert.deepEqual([shared.kind, own.kind], ["added", "added"]);
  assert.deepEqual(await add({ ownerId }), { kind: "exists", id: own.id });
  assert.deepEqual(await add(), { kind: "exists", id: shared.id });
});

test("an old address leads to the feed that moved, unless that feed is personal or deleted", async () => {
  const { id } = await add();
  await changeFeedUrl(pool, id, { url: `${url}/moved`, lanes: 4, now, changes: {} });
  assert.deepEqual(await add(), { kind: "exists", id });
  assert.equal((await add({ ownerId })).kind, "added");
  await deleteFeed(pool, id, now);
  assert.equal((await add()).kind, "added");
});

test("a deleted feed's address may be added again", async () => {
  const { id } = await add();
  await deleteFeed(pool, id, now);
  const again = await add();
  assert.equal(again.kind, "added");
  assert.notEqual(again.id, id);
  assert.deepEqual(await add(), { kind: "exists", id: again.id });
});

async function stored(id: string): Promise<unknown> {
  const { rows } = await pool.query(
    "select name, published, exists (select from stale_feeds where feed_id = id) as stale from feeds where id = $1",
    [id],
  );
  return rows[0];
}
