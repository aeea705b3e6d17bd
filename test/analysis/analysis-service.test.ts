import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { eventually } from "../ground/eventually.ts";
import { feedOrigin } from "../ground/feed-origin.ts";
import { testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";
import { runAnalysis } from "../ground/worker.ts";

const origin = await feedOrigin();
const feed = { enabled: true, polling: true, enforceFeedDomain: false, fullText: "always" as const };
const hourMs = 3_600_000;
// Nothing wakes the stages here: items are stored while the service runs, and its next look must find them.
const lookEveryMs = 200;

for (const [days, modelWhy, pageWhy] of [
  ["40", "read", "failed"],
  ["20", "too-old", "too-old"],
] as const) {
  test(`ANALYSIS_MAX_AGE_DAYS=${days}: an item of 30 days: ${modelWhy}`, async () => {
    const database = await serviceWith({ AI_TYPE: "mock", ANALYSIS_MAX_AGE_DAYS: days });
    const url = origin.url("/feed", "127.9.1.1");
    const { id } = await addFeed(database.worker, { ...feed, url, firstRunAt: null }, 4, new Date());
    // The page is not there: that is an answer too.
    const item = await newItem(
      database.worker,
      id,
      origin.url("/gone", "127.9.1.1"),
      new Date(Date.now() - 30 * 24 * hourMs),
    );
    await eventually(async () => assert.deepEqual(await whysOf(database.worker, item), [pageWhy, modelWhy, null]));
  });
}

test("a page waits while a feed of its host is due, and is read when it no longer is", async () => {
  const { worker } = await serviceWith({ FETCHER_DOMAIN_DELAY: "0.02" });
  const host = "127.9.2.1";
  const { id } = await addFeed(worker, { ...feed, url: origin.url("/feed", host) }, 4, new Date());
  const item = await newItem(worker, id, origin.url("/gone", host), new Date());
  const busy = "Another request to this server is under way.";
  await eventually(async () => assert.deepEqual(await whysOf(worker, item), ["waiting", "no-model", busy]));
  assert.deepEqual(
    origin.log.filter((seen) => seen.host.startsWith(host)),
    [],
  );

  await worker.query("update feed_schedules set next_run_at = now() + interval '1 hour' where feed_id = $1", [id]);
  await worker.query("update items set page_at = now() where id = $1", [item]);
  await eventually(async () => assert.equal((await whysOf(worker, item))[0], "failed"));
});

async function serviceWith(settings: Record<string, string>) {
  const database = await testDatabase();
  await runAnalysis(testParts(database, settings), lookEveryMs);
  return database;
}

type Worker = Awaited<ReturnType<typeof testDatabase>>["worker"];

async function newItem(worker: Worker, feedId: string, url: string, pubDate: Date): Promise<string> {
  const id = randomUUID();
  await worker.query(
    `insert into items (id, feed_id, hash, url, title, content, pub_date, fingerprint)
     values ($1, $2, $3, $4, 'Council meets', 'It met.', $5, '')`,
    [id, feedId, id.replaceAll("-", "").padEnd(64, "0"), url, pubDate],
  );
  return id;
}

async function whysOf(worker: Worker, id: string): Promise<(string | null)[]> {
  const { rows } = await worker.query("select page_why, model_why, page_error from items where id = $1", [id]);
  const { page_why, model_why, page_error } = rows[0];
  return [page_why, model_why, page_why === "failed" ? null : page_error];
}
