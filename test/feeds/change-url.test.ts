import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { changeFeed, deleteFeed } from "../../src/feeds/change-feed-store.ts";
import { changeFeedUrl } from "../../src/feeds/change-url-store.ts";
import { readFeed } from "../../src/feeds/find-feed-store.ts";
import { eventually } from "../ground/eventually.ts";
import { formOf, makeFeed, operatorWorld } from "../web/operator/operator-world.ts";

const { database, operator, ask } = await operatorWorld();
const { worker: pool, admin } = database;
const { headers: asOperator } = await operator();
const lanes = 4;
const headers = Buffer.from("sealed");

test("a feed's address and settings change in one step, and settings made by hand stay", async () => {
  const id = await makeFeed(database, { headers, polling: false, rootDomain: "old.example", firstRunAt: null });
  const [url, now] = [freshUrl(), new Date()];
  const changes = { headers: null, rootDomain: "mine.example", polling: true };
  assert.deepEqual(await changeFeedUrl(pool, id, { url, lanes, now, changes }), { kind: "changed" });
  const feed = await readFeed(pool, id);
  assert.deepEqual([feed?.url, feed?.hasHeaders, feed?.rootDomain], [url, false, "mine.example"]);
  assert.ok((feed?.nextRunAt ?? Infinity) < now, "a feed that polls is due at once");
});

test("if the address is taken, no setting changes either", async () => {
  const [id, other] = [await makeFeed(database), await makeFeed(database)];
  const url = (await readFeed(pool, other))?.url ?? "";
  const change = { url, lanes, now: new Date(), changes: { name: "New" } };
  assert.deepEqual(await changeFeedUrl(pool, id, change), { kind: "taken", by: other });
  assert.equal((await readFeed(pool, id))?.name, null);
});

test("a deleted feed is not changed, and no address leads to it", async () => {
  const [id, now] = [await makeFeed(database), new Date()];
  await deleteFeed(pool, id, now);
  const before = await readFeed(pool, id);
  for (const url of [freshUrl(), null]) {
    const change = { url, lanes, now, changes: { name: "New" } };
    assert.deepEqual(await changeFeedUrl(pool, id, change), { kind: "unknown" });
  }
  assert.equal(await changeFeed(pool, id, { name: "New" }, now), false);
  assert.deepEqual(await readFeed(pool, id), before);
});

test("if its headers cannot be deleted, the operator's feed keeps its old address, so no other host gets them", async () => {
  const id = await makeFeed(database, { headers, firstRunAt: null });
  const before = await readFeed(pool, id);
  assert.ok(before !== null);
  await admin.query(`
    create function keep_headers() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger keep_headers before update of headers on feeds for each row execute function keep_headers()`);
  const form = { ...formOf(before), url: freshUrl(), forget: "on" };
  assert.equal((await ask(asOperator, `POST /operator/feeds/${id}`, form)).status, 500);
  await admin.query("drop trigger keep_headers on feeds");
  assert.deepEqual(await readFeed(pool, id), before);
});

for (const [what, changed] of Object.entries({ address: { url: freshUrl() }, name: { name: "New" } })) {
  test(`an operator who sends another ${what} for a feed that is deleted meanwhile is not told that it was saved`, async (t) => {
    const id = await makeFeed(database);
    const feed = await readFeed(pool, id);
    assert.ok(feed !== null);
    const holder = await admin.connect();
    t.after(() => holder.release(true));
    await holder.query("begin");
    await holder.query(
      "select from lanes where lane = (select lane from feed_schedules where feed_id = $1) for update",
      [id],
    );
    await holder.query("update feeds set deleted_at = now() where id = $1", [id]);
    const answer = ask(asOperator, `POST /operator/feeds/${id}`, { ...formOf(feed), url: feed.url, ...changed });
    await eventually(async () => {
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      assert.equal((await pool.query(waiting)).rowCount, 1);
    });
    await holder.query("commit");
    assert.equal((await answer).status, 404);
  });
}

function freshUrl(): string {
  return `https://${randomUUID()}.example/feed.xml`;
}
