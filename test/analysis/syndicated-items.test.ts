import assert from "node:assert/strict";
import { after, test } from "node:test";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { eventually } from "../ground/eventually.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { analyst } from "../ground/stub-chat-server-analyst.ts";
import { startStubChat } from "../ground/stub-chat-server.ts";
import { testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";
import { runWorker } from "../ground/worker.ts";

const database = await testDatabase();
const origin = await feedOrigin();
const model = await startStubChat();
after(() => model.close());

test("a page in two feeds is an item of each, and a model reads both", async () => {
  const link = origin.url("/story", "127.5.3.1");
  origin.serve("/syndicated", {
    body: rss([{ title: "Council repairs the bridge", link, text: "It met on Monday." }]),
  });
  model.willAnswer(analyst(), analyst());
  const settings = { AI_TYPE: "openai", AI_API_KEY: "key", AI_BASE_URL: model.baseUrl, AI_MODEL: "stub-1" };
  await runWorker(testParts(database, { ...settings, FETCHER_DOMAIN_DELAY: "0.05" }));
  for (const host of ["127.5.3.2", "127.5.3.3"]) {
    const feed = { url: origin.url("/syndicated", host), enabled: true, polling: true, enforceFeedDomain: false };
    await addFeed(database.worker, feed, 4, new Date());
  }

  const items = await eventually(async () => {
    const { rows } = await database.worker.query(
      "select feed_id, hash, url from items where analyzer_result ->> 'analyzer' = 'llm'",
    );
    assert.equal(rows.length, 2);
    return rows;
  });
  assert.equal(new Set(items.map(({ feed_id }) => feed_id)).size, 2);
  assert.deepEqual([...new Set(items.map(({ url }) => url))], [link]);
  assert.equal(new Set(items.map(({ hash }) => hash)).size, 1);
  assert.equal(model.questions.length, 2);
});
