import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { test } from "node:test";
import { findBriefItems } from "../../src/briefs/brief-item-store.ts";
import { testDatabase } from "../ground/test-database.ts";

const { worker } = await testDatabase();
const now = new Date("2026-03-01T12:00:00Z");
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

async function addFeed(): Promise<string> {
  const id = randomUUID();
  await worker.query("insert into feeds (id, url) values ($1, $2)", [id, `https://feed.example/${id}`]);
  return id;
}

async function addItem(feedId: string, title: string, pubDate: Date, result: object | null = null): Promise<void> {
  await worker.query(
    `insert into items (id, feed_id, hash, title, content, pub_date, fingerprint, analyzer_result, language)
    values ($1, $2, $3, $4, 'raw body', $5, '\\x00', $6, 'de')`,
    [randomUUID(), feedId, randomBytes(32).toString("hex"), title, pubDate, result],
  );
}

test("the last 24 hours of the named feeds come newest first, in our neutral words", async () => {
  const [mine, also, other] = [await addFeed(), await addFeed(), await addFeed()];
  await addItem(mine, "SHOCK!", hoursAgo(1), {
    title_corrected: "Rain",
    summary: "It rained.",
    language: "en",
    clickbait: 0.25,
  });
  await addItem(also, "Not analysed yet", hoursAgo(24));
  await addItem(mine, "Too old", hoursAgo(24.01));
  await addItem(other, "Of another feed", hoursAgo(2));

  const feeds = [
    { id: mine, name: "Mine", folder: "Towns" },
    { id: also, name: "Also mine", folder: null },
  ];
  const items = await findBriefItems(worker, feeds, { now });
  assert.deepEqual(
    items.map(({ title, summary, feedName, language, clickbait, pubDate }) => ({
      title,
      summary,
      feedName,
      language,
      clickbait,
      pubDate,
    })),
    [
      { title: "Rain", summary: "It rained.", feedName: "Mine", language: "en", clickbait: 0.25, pubDate: hoursAgo(1) },
      {
        title: "Not analysed yet",
        summary: "",
        feedName: "Also mine",
        language: "de",
        clickbait: null,
        pubDate: hoursAgo(24),
      },
    ],
  );
});

test("a brief reads at most 100 items, and none without feeds", async () => {
  const feed = await addFeed();
  for (let n = 0; n < 103; n += 1) await addItem(feed, `Item ${n}`, hoursAgo(n / 10));
  const items = await findBriefItems(worker, [{ id: feed, name: "Busy", folder: null }], { now });
  assert.deepEqual([items.length, items[0]?.title, items.at(-1)?.title], [100, "Item 0", "Item 99"]);
  assert.deepEqual(await findBriefItems(worker, [], { now }), []);

  const quiet = await addFeed();
  await addItem(quiet, "Of a quiet folder", hoursAgo(20));
  const both = [
    { id: feed, name: "Busy", folder: "Towns" },
    { id: quiet, name: "Quiet", folder: "Sport" },
  ];
  const shared = await findBriefItems(worker, both, { now });
  assert.deepEqual([shared.length, shared.at(-1)?.title, shared[98]?.title], [100, "Of a quiet folder", "Item 98"]);
});
