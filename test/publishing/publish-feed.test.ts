import assert from "node:assert/strict";
import { test } from "node:test";
import { findStaleSince, markStale } from "../../src/feeds/stale-feed-store.ts";
import { readStoredRss, saveCachedFeed, settleUnchanged } from "../../src/publishing/cached-feed-store.ts";
import { publishFeed } from "../../src/publishing/publish-feed.ts";
import { publicWorld } from "../web/public/public-world.ts";

const world = await publicWorld();
const { worker } = world.database;
const parts = { pool: worker, now: () => new Date(), publicOrigin: "http://127.0.0.1:8080" };
const minuteMs = 60_000;

test("a built feed has the fifty newest items, lists their hashes, and is built again when one is added", async () => {
  const feed = await world.addFeed();
  const start = Date.UTC(2026, 2, 3);
  const items = [];
  for (let n = 0; n < 53; n += 1)
    items.push(await world.addItem(feed.id, { pub_date: new Date(start + n * minuteMs) }));
  await world.publish();
  const newest = items.slice(3).toReversed();
  assert.deepEqual(await built(feed.id), { items: 50, item_refs: newest.map(({ hash }) => hash) });

  const next = await world.addItem(feed.id, { pub_date: new Date(start + 60 * minuteMs) });
  await world.publish();
  assert.deepEqual(await built(feed.id), {
    items: 50,
    item_refs: [next, ...newest.slice(0, 49)].map(({ hash }) => hash),
  });
});

test("two processes that build a feed at once store it once, and nothing is left to do", async () => {
  const feed = await world.addFeed();
  await world.addItem(feed.id);
  await Promise.all([publishFeed(parts, feed.id), publishFeed(parts, feed.id)]);
  assert.equal((await built(feed.id)).items, 1);
  assert.equal(await findStaleSince(worker, feed.id), null);
});

test("who builds a feed gets it as it is stored, and who has nothing to build gets nothing", async () => {
  const feed = await world.addFeed();
  await world.addItem(feed.id);
  assert.deepEqual(await publishFeed(parts, feed.id), await readStoredRss(worker, feed.id));
  assert.equal(await publishFeed(parts, feed.id), null);
});

test("what was built before the last change is not stored, and the change stays to be built", async () => {
  const feed = await world.addFeed();
  await world.addItem(feed.id);
  const since = (await findStaleSince(worker, feed.id)) ?? assert.fail("not marked");
  await world.addItem(feed.id);
  const old = {
    header: "",
    xml: Buffer.from("old"),
    gzip: Buffer.from(""),
    etag: '"old"',
    itemRefs: [],
    updatedAt: new Date(),
  };
  assert.equal(await saveCachedFeed(worker, { feedId: feed.id, ...old }, since), false);
  assert.equal(await settleUnchanged(worker, feed.id, since), false);
  await publishFeed(parts, feed.id);
  assert.equal((await built(feed.id)).items, 2);
});

test("a change in the same millisecond as the one that is being built is not taken for it", async () => {
  const feed = await world.addFeed();
  await world.addItem(feed.id);
  const at = new Date();
  await markStale(worker, [feed.id], at);
  const since = (await findStaleSince(worker, feed.id)) ?? assert.fail("not marked");
  await markStale(worker, [feed.id], at);
  assert.equal(await settleUnchanged(worker, feed.id, since), false);
  assert.notEqual(await findStaleSince(worker, feed.id), null);
});

test("a feed that is marked without a change keeps its tag and its date", async () => {
  const feed = await world.addBuiltFeed();
  const stored = () => worker.query("select etag, updated_at from cached_feeds where id = $1", [feed.id]);
  const { rows: before } = await stored();
  await world.markStale(feed.id);
  const later = { ...parts, now: () => new Date(Date.now() + minuteMs) };
  await publishFeed(later, feed.id);
  assert.deepEqual((await stored()).rows, before);
  assert.equal(await findStaleSince(worker, feed.id), null);
});

test("a feed that is not published, or was never fetched, is not built", async () => {
  const hidden = await world.addFeed({ published: false });
  const never = await world.addFeed({ last_success_at: null });
  for (const { id } of [hidden, never]) {
    await world.markStale(id);
    await publishFeed(parts, id);
    assert.equal((await worker.query("select from cached_feeds where id = $1", [id])).rowCount, 0);
  }
});

async function built(feedId: string): Promise<{ items: number | undefined; item_refs: string[] }> {
  const { rows } = await worker.query<{ xml_header: string; xml_content: string; item_refs: string[] }>(
    "select xml_header, xml_content, item_refs from cached_feeds where id = $1",
    [feedId],
  );
  const { xml_header, xml_content, item_refs } = rows[0] ?? assert.fail("not built");
  assert.ok(xml_content.startsWith(xml_header));
  return { items: xml_content.match(/<item>/g)?.length, item_refs };
}
