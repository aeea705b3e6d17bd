import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync, gzipSync } from "node:zlib";
import { markStale } from "../../src/feeds/stale-feed-store.ts";
import { findStaleFeed, saveCachedFeed, settleUnchanged } from "../../src/publishing/cached-feed-store.ts";
import { etagOf, publishFeed } from "../../src/publishing/publish-feed.ts";
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
  assert.equal(await staleSince(feed.id), null);
});

test("who builds a feed gets it as it is stored, and who has nothing to build gets nothing", async () => {
  const feed = await world.addFeed();
  await world.addItem(feed.id);
  const built = (await publishFeed(parts, feed.id)) ?? assert.fail("not built");
  const { rows } = await worker.query(
    `select f.id as "feedId", f.url, c.xml_content, c.gzip, c.etag, c.updated_at as "updatedAt" from cached_feeds c join feeds f using (id) where id = $1`,
    [feed.id],
  );
  const { xml_content: xml, ...stored } = rows[0];
  assert.deepEqual(built, { ...stored, xml: Buffer.from(xml) });
  assert.equal(built.etag, etagOf(gunzipSync(built.gzip)));
  assert.equal(await publishFeed(parts, feed.id), null);
});

test("what was built before the last change is not stored, and the change stays to be built", async () => {
  const feed = await world.addFeed();
  await world.addItem(feed.id);
  const since = (await staleSince(feed.id)) ?? assert.fail("not marked");
  await world.addItem(feed.id);
  const old = {
    url: feed.url,
    header: "",
    xml: Buffer.from("old"),
    gzip: Buffer.from(""),
    etag: '"old"',
    itemRefs: [],
    itemMarks: [],
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
  const since = (await staleSince(feed.id)) ?? assert.fail("not marked");
  await markStale(worker, [feed.id], at);
  assert.equal(await settleUnchanged(worker, feed.id, since), false);
  assert.notEqual(await staleSince(feed.id), null);
});

test("a feed that is marked without a change keeps its tag and its date", async () => {
  const feed = await world.addBuiltFeed();
  const stored = () => worker.query("select etag, updated_at from cached_feeds where id = $1", [feed.id]);
  const { rows: before } = await stored();
  await world.markStale(feed.id);
  const later = { ...parts, now: () => new Date(Date.now() + minuteMs) };
  await publishFeed(later, feed.id);
  assert.deepEqual((await stored()).rows, before);
  assert.equal(await staleSince(feed.id), null);
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

test("an item that did not change is taken over from what is stored, and one that did is built again", async () => {
  const feed = await world.addFeed();
  const [calm, edited] = [await world.addItem(feed.id), await world.addItem(feed.id)];
  await world.publish();
  await writeIntoStored(feed.id);
  await worker.query("update items set author = 'Ada Quill' where hash = $1", [edited.hash]);
  await world.addItem(feed.id, { pub_date: new Date("2026-03-04T20:00:00Z") });
  await world.publish();

  const items = itemsOf(await storedXml(feed.id));
  assert.equal(items.length, 3);
  for (const item of items) assert.equal(item.includes(note), item.includes(calm.url ?? ""));
  for (const item of items) assert.equal(item.includes("Ada Quill"), item.includes(edited.url ?? ""));
});

test("items that are taken over make the same document as items that are built", async () => {
  const feed = await world.addFeed();
  const items = [];
  for (let n = 0; n < 5; n += 1) items.push(await world.addItem(feed.id, { pub_date: new Date(1_000 * n) }));
  await world.publish();
  await worker.query("delete from items where hash = $1", [items[1]?.hash]);
  await worker.query("update items set pub_date = '2026-03-05' where hash = $1", [items[2]?.hash]);
  await worker.query("update feeds set title = 'Other & Gazette' where id = $1", [feed.id]);
  await world.addItem(feed.id, { pub_date: new Date(2_500) });
  await world.publish();
  const takenOver = await storedXml(feed.id);

  await worker.query("delete from cached_feeds where id = $1", [feed.id]);
  await world.markStale(feed.id);
  await world.publish();
  const undated = (xml: string) => xml.replace(/<lastBuildDate>.*/, "");
  assert.equal(undated(takenOver), undated(await storedXml(feed.id)));
  assert.equal(itemsOf(takenOver).length, 5);
});

test("a feed with another name of the same length is new, though its items are not", async () => {
  const feed = await world.addBuiltFeed();
  await worker.query("update feeds set title = 'Harvest Gazette' where id = $1", [feed.id]);
  await world.markStale(feed.id);
  await world.publish();
  assert.match(await storedXml(feed.id), /<title>Harvest Gazette</);
});

test("nothing is taken over from a row that another version, or anybody else, wrote", async () => {
  const feed = await world.addBuiltFeed();
  const changes = [
    `item_marks = regexp_replace(item_marks, '^\\S+', 'other'), ${markedNow}`,
    `item_marks = null, ${markedNow}`,
    "updated_at = updated_at",
  ];
  for (const change of changes) {
    await writeIntoStored(feed.id);
    await worker.query(`update cached_feeds set ${change} where id = $1`, [feed.id]);
    await world.markStale(feed.id);
    await world.publish();
    assert.doesNotMatch(await storedXml(feed.id), new RegExp(note));
  }
});

test("only the build does not wait for the disk, and what follows on its connection does", async () => {
  const feed = await world.addFeed();
  await world.addItem(feed.id);
  const client = await worker.connect();
  try {
    const found = (await findStaleFeed(client, feed.id, 50)) ?? assert.fail("not stale");
    const [gzip, updatedAt] = [gzipSync(""), new Date()];
    const built = { feedId: feed.id, url: feed.url, header: "", xml: Buffer.from(""), gzip, etag: '""', updatedAt };
    assert.ok(await saveCachedFeed(client, { ...built, itemRefs: [], itemMarks: [] }, found.since));
    const { rows } = await client.query<{ setting: string }>("select current_setting('synchronous_commit') as setting");
    assert.equal(rows[0]?.setting, "on");
  } finally {
    client.release();
  }
});

const note = "from the stored XML";
// As if a build had written the row.
const markedNow = "marked_by = pg_current_xact_id()::xid";

/** As no build would write it. */
async function writeIntoStored(feedId: string): Promise<void> {
  const xml = (await storedXml(feedId)).replaceAll("</item>", `<!-- ${note} --></item>`);
  await worker.query(`update cached_feeds set xml_content = $2, gzip = $3, ${markedNow} where id = $1`, [
    feedId,
    xml,
    gzipSync(xml),
  ]);
}

async function storedXml(feedId: string): Promise<string> {
  const { rows } = await worker.query<{ gzip: Buffer }>("select gzip from cached_feeds where id = $1", [feedId]);
  return gunzipSync(rows[0]?.gzip ?? assert.fail("not built")).toString();
}

function itemsOf(xml: string): string[] {
  return xml.split("<item>").slice(1);
}

async function staleSince(feedId: string): Promise<string | null> {
  return (await findStaleFeed(worker, feedId, 0))?.since ?? null;
}

async function built(feedId: string): Promise<{ items: number | undefined; item_refs: string[] }> {
  const { rows } = await worker.query<{ xml_header: string; xml_content: string; item_refs: string[] }>(
    "select xml_header, xml_content, item_refs from cached_feeds where id = $1",
    [feedId],
  );
  const { xml_header, xml_content, item_refs } = rows[0] ?? assert.fail("not built");
  assert.ok(xml_content.startsWith(xml_header));
  return { items: xml_content.match(/<item>/g)?.length, item_refs };
}
