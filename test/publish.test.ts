import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { test } from "node:test";
import { addFeed } from "../src/feeds/add-feeds-store.ts";
import { publishFeed } from "../src/publishing/publish-feed.ts";
import { eventually } from "./ground/eventually.ts";
import { feedOrigin, rss } from "./ground/feed-origin.ts";
import { testDatabase } from "./ground/test-database.ts";
import { testParts } from "./ground/test-parts.ts";
import { runWorker } from "./ground/worker.ts";

const database = await testDatabase();
const origin = await feedOrigin();
await runWorker(testParts(database, { FETCHER_DOMAIN_DELAY: "0.05" }));

test("a new item of a published feed is analysed and in the clean feed, first with the feed's text, then with its page", async () => {
  const page = `<html><body><article><h1>Council</h1>${"<p>The council of the town decided on Monday to repair the old bridge over the river, the mayor said.</p>".repeat(12)}</article></body></html>`;
  origin.serve("/story", { body: page, headers: { "content-type": "text/html" } });
  origin.serve("/robots.txt", { status: 404 });
  origin.serve("/published", {
    body: rss([
      {
        title: "BREAKING: Council SLAMS shocking bridge plan!!!",
        link: origin.url("/story", "127.5.0.1"),
        text: "The council decided on Monday.",
      },
    ]),
  });
  const { id } = await addFeed(
    database.worker,
    {
      url: origin.url("/published", "127.5.0.1"),
      enabled: true,
      polling: true,
      published: true,
      enforceFeedDomain: false,
    },
    4,
    new Date(),
  );

  const publishing = { pool: database.worker, now: () => new Date(), publicOrigin: "http://127.0.0.1:8080" };
  const first = await eventually(async () => {
    await publishFeed(publishing, id);
    const { rows } = await database.worker.query(
      "select xml_content, gzip, etag, item_refs, updated_at from cached_feeds where id = $1",
      [id],
    );
    assert.equal(rows.length, 1);
    return rows[0];
  });
  assert.match(first.xml_content, /<title>Council criticizes/i);
  assert.equal(gunzipSync(first.gzip).toString(), first.xml_content);
  assert.ok(first.xml_content.includes(`<lastBuildDate>${first.updated_at.toUTCString()}</lastBuildDate>`));
  assert.equal(first.item_refs.length, 1);

  await eventually(async () => {
    const { rows } = await database.worker.query(
      "select input_kind, analysis_status, upgrade_at, analyzer_result ->> 'input_kind' as kind from items where feed_id = $1",
      [id],
    );
    assert.deepEqual(rows, [{ input_kind: "page", analysis_status: "done", upgrade_at: null, kind: "article" }]);
  });
  await eventually(async () => {
    await publishFeed(publishing, id);
    const { rows } = await database.worker.query(
      "select etag from cached_feeds where id = $1 union all select feed_id::text from stale_feeds",
      [id],
    );
    assert.equal(rows.length, 1);
    assert.notEqual(rows[0].etag, first.etag);
  });
});
