import assert from "node:assert/strict";
import { test } from "node:test";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { eventually } from "../ground/eventually.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";
import { runWorker } from "../ground/worker.ts";

const database = await testDatabase();
const origin = await feedOrigin();

test("with AI_TYPE=mock items are read by the mock analyzer, without a key and without a service", async () => {
  origin.serve("/mocked", { body: rss([{ title: "Council meets", guid: "1" }]) });
  await runWorker(testParts(database, { AI_TYPE: "mock" }));
  const feed = { url: origin.url("/mocked", "127.5.4.1"), enabled: true, polling: true, enforceFeedDomain: false };
  await addFeed(database.worker, feed, 4, new Date());
  await eventually(async () => {
    const { rows } = await database.worker.query(
      "select analysis_status, analyzer_result ->> 'analyzer' as analyzer, upgrade_at from items",
    );
    assert.deepEqual(rows, [{ analysis_status: "done", analyzer: "mock", upgrade_at: null }]);
  });
});
