import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { registerPerson } from "../../src/accounts/person-store.ts";
import { deleteFeed } from "../../src/feeds/change-feed-store.ts";
import { addFeed, type NewFeed } from "../../src/feeds/add-feeds-store.ts";
import { laneOf } from "../../src/schedule/lane.ts";
import { type Move, moveFeed } from "../../src/feeds/change-url-store.ts";
import { testDatabase } from "../ground/test-database.ts";

const { worker: pool, admin } = await testDatabase();
const now = new Date("2026-03-02T08:00:00Z");
const lanes = 4;
const freshUrl = () => `https://${randomUUID()}.example/feed`;
const off = { enabled: false, polling: false };

test("a feed moves to a free address, and its old one leads to it", async () => {
  const [from, to] = [freshUrl(), freshUrl()];
  const id = await add(from);
  assert.deepEqual(await move(id, to), { kind: "moved" });
  const { rows } = await pool.query("select url, lane from feeds join feed_schedules on feed_id = id where id = $1", [
    id,
  ]);
  assert.deepEqual(rows, [{ url: to, lane: laneOf(to, lanes) }]);
  assert.equal(await leadsTo(from), id);
});

test("a deleted feed does not move", async () => {
  const id = await add(freshUrl());
  await deleteFeed(pool, id, now);
  assert.deepEqual(await move(id, freshUrl()), { kind: "unchanged" });
  assert.deepEqual(await move(randomUUID(), freshUrl()), { kind: "unchanged" });
});

test("a feed with its old addresses is merged into the one that has the new address", async () => {
  const [first, second, to] = [freshUrl(), freshUrl(), freshUrl()];
  const [id, twin] = [await add(first), await add(to)];
  await move(id, second);
  assert.deepEqual(await move(id, to), { kind: "merged", into: twin });
  assert.deepEqual([await leadsTo(first), await leadsTo(second)], [twin, twin]);
  const { rows } = await pool.query("select merged_into, deleted_at is not null as deleted from feeds where id = $1", [
    id,
  ]);
  assert.deepEqual(rows, [{ merged_into: twin, deleted: true }]);
});

test("a disabled target stays disabled if nobody reads the merged feed", async () => {
  const to = freshUrl();
  const [id, twin] = [await add(freshUrl()), await add(to, off)];
  await move(id, to);
  assert.deepEqual(await runs(twin), { enabled: false, runnable: false });
});

test("a disabled target is enabled for readers who come over, and for those who read both", async () => {
  for (const readsBoth of [false, true]) {
    const to = freshUrl();
    const [id, twin, person] = [await add(freshUrl()), await add(to, off), await addPerson()];
    await subscribe(person, id, "Old name");
    if (readsBoth) await subscribe(person, twin, "Own name");
    await move(id, to);
    assert.deepEqual(await runs(twin), { enabled: true, runnable: true });
    const { rows } = await pool.query("select feed_id, name from subscriptions where user_id = $1", [person]);
    assert.deepEqual(rows, [{ feed_id: twin, name: readsBoth ? "Own name" : "Old name" }]);
  }
});

test("a target placed with another number of lanes becomes due in its own lane", async () => {
  // Its lane under one number is not its lane under the other.
  const to = Array.from({ length: 50 }, freshUrl).find((url) => laneOf(url, 64) !== laneOf(url, lanes));
  assert.ok(to !== undefined);
  const [id, person] = [await add(freshUrl()), await addPerson()];
  const { id: twin } = await addFeed(pool, { ...feed, url: to, ...off }, 64, now);
  await subscribe(person, id, "News");
  await move(id, to);
  const { rows } = await admin.query(
    "select lane, ready_at < $2 as ready from lanes where lane = any($1) order by ready_at",
    [[laneOf(to, 64), laneOf(to, lanes)], now],
  );
  assert.deepEqual(rows, [
    { lane: laneOf(to, 64), ready: true },
    { lane: laneOf(to, lanes), ready: false },
  ]);
  assert.deepEqual(await runs(twin), { enabled: true, runnable: true });
});

const feed = { enabled: true, polling: true, enforceFeedDomain: true };

async function add(url: string, changes: Partial<NewFeed> = {}): Promise<string> {
  return (await addFeed(pool, { ...feed, url, ...changes }, lanes, now)).id;
}

async function addPerson(): Promise<string> {
  const id = randomUUID();
  const person = { id, email: `${id}@example.org`, passwordHash: null, providerId: null, passHash: null };
  await registerPerson(pool, person, now);
  return id;
}

async function subscribe(person: string, feedId: string, name: string): Promise<void> {
  await admin.query("insert into subscriptions (id, user_id, feed_id, name) values (gen_random_uuid(), $1, $2, $3)", [
    person,
    feedId,
    name,
  ]);
}

async function leadsTo(url: string): Promise<string | undefined> {
  const { rows } = await admin.query("select feed_id from feed_aliases where url = $1", [url]);
  return rows[0]?.feed_id;
}

async function runs(id: string): Promise<unknown> {
  const { rows } = await pool.query(
    "select enabled, runnable from feeds join feed_schedules on feed_id = id where id = $1",
    [id],
  );
  return rows[0];
}

/** As a fetch of the address that the feed has now would have it moved. */
async function move(id: string, to: string): Promise<Move> {
  const { rows } = await pool.query<{ url: string }>("select url from feeds where id = $1", [id]);
  return moveFeed(pool, { id, url: rows[0]?.url ?? "" }, to, lanes);
}
