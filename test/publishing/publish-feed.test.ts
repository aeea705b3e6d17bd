import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { claimStaleFeeds, finishStaleFeed } from "../../src/feeds/stale-feed-store.ts";
import { eventually } from "../ground/eventually.ts";
import { publicWorld } from "../web/public/public-world.ts";

const world = await publicWorld();
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

test("a stale feed is built by one process at a time, and by another when the first one's lease has ended", async () => {
  const feed = await world.addFeed();
  await world.publish();
  const { worker } = world.database;
  await worker.query("insert into stale_feeds (feed_id, since) values ($1, now()) on conflict do nothing", [feed.id]);
  const start = Date.now();
  const claimAt = async (minutes: number) => {
    const now = new Date(start + minutes * minuteMs);
    const claim = { now, until: new Date(now.getTime() + minuteMs), count: 10, leaseId: randomUUID() };
    return (await claimStaleFeeds(worker, claim)).map(({ feedId }) => feedId);
  };
  assert.deepEqual(await claimAt(0), [feed.id]);
  assert.deepEqual(await claimAt(0.9), []);
  assert.deepEqual(await claimAt(1.1), [feed.id]);
  await worker.query("delete from stale_feeds");
});

test("a feed that becomes stale again while it is settled can be claimed again", async () => {
  const feed = await world.addFeed();
  await world.publish();
  const { worker, admin } = world.database;
  await worker.query("insert into stale_feeds (feed_id, since) values ($1, now()) on conflict do nothing", [feed.id]);
  const [now, leaseId] = [new Date(), randomUUID()];
  const [stale] = await claimStaleFeeds(worker, { now, until: new Date(now.getTime() + minuteMs), count: 1, leaseId });
  assert.equal(stale?.feedId, feed.id);

  const editor = await worker.connect();
  await editor.query("begin");
  await editor.query("update stale_feeds set since = clock_timestamp() where feed_id = $1", [feed.id]);
  const settled = finishStaleFeed(worker, stale);
  await eventually(async () => {
    const { rows } = await admin.query("select from pg_stat_activity where wait_event_type = 'Lock' and datname = $1", [
      world.database.name,
    ]);
    assert.equal(rows.length, 1);
  });
  await editor.query("commit");
  editor.release();
  await settled;
  const { rows } = await worker.query("select lease_id, locked_until from stale_feeds where feed_id = $1", [feed.id]);
  assert.deepEqual(rows, [{ lease_id: null, locked_until: null }]);
});

async function built(feedId: string): Promise<unknown> {
  const { rows } = await world.database.worker.query<{ xml_header: string; xml_content: string; item_refs: string[] }>(
    "select xml_header, xml_content, item_refs from cached_feeds where id = $1",
    [feedId],
  );
  const { xml_header, xml_content, item_refs } = rows[0] ?? assert.fail("not built");
  assert.ok(xml_content.startsWith(xml_header));
  return { items: xml_content.match(/<item>/g)?.length, item_refs };
}
