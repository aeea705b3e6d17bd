import assert from "node:assert/strict";
import { after, test } from "node:test";
import { addFeed, type NewFeed } from "../../src/feeds/add-feeds-store.ts";
import { eventually } from "../ground/eventually.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { chatBehaviours as stub } from "../ground/stub-chat-server-behaviours.ts";
import { startStubChat } from "../ground/stub-chat-server.ts";
import { testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";
import { runWorker } from "../ground/worker.ts";

const database = await testDatabase();
const { worker: pool } = database;
const origin = await feedOrigin();
const chat = await startStubChat();
after(() => chat.close());
// A key that is refused whenever it is used.
chat.willAnswer(...Array.from({ length: 1_000 }, () => stub.badKey));

const { lines, ...parts } = testParts(database, {
  FETCHER_DOMAIN_DELAY: "0.02",
  AI_TYPE: "openai",
  AI_API_KEY: "refused",
  AI_BASE_URL: chat.baseUrl,
  AI_CONCURRENCY: "1",
});
await runWorker(parts);

const long = "The council decided on Monday to repair the old bridge over the river. ".repeat(10);
const short = "The council met.";
const article = `<html><body><article><h1>Council</h1>${`<p>${long}</p>`.repeat(3)}</article></body></html>`;
let hosts = 0;

test("with 5 new items of long text a feed costs 1 request", async () => {
  const { host, whys } = await fetched(long, { published: true });
  assert.deepEqual(
    whys,
    Array.from({ length: 5 }, () => "long-enough"),
  );
  assert.deepEqual(pathsOf(host), ["/feed"]);
});

test("with 5 new items of short text that nobody reads a feed costs 1 request", async () => {
  const { host, whys } = await fetched(short, {});
  assert.deepEqual(
    whys,
    Array.from({ length: 5 }, () => "nobody-reads"),
  );
  assert.deepEqual(pathsOf(host), ["/feed"]);
});

test('a feed with full text "never" fetches no pages, whatever its text', async () => {
  const { host } = await fetched(short, { published: true, fullText: "never" });
  assert.deepEqual(pathsOf(host), ["/feed"]);
});

test("short text of a public feed: each page is fetched once, even if the model's key is refused", async () => {
  const { host, whys } = await fetched(short, { published: true });
  assert.deepEqual(
    whys,
    Array.from({ length: 5 }, () => "read"),
  );
  assert.deepEqual(pathsOf(host), ["/feed", "/item-0", "/item-1", "/item-2", "/item-3", "/item-4", "/robots.txt"]);
});

test('full text "always" fetches every page, and the refused key is used only once', async () => {
  const { host, whys } = await fetched(long, { fullText: "always" });
  assert.deepEqual(
    whys,
    Array.from({ length: 5 }, () => "read"),
  );
  assert.equal(pathsOf(host).length, 7);
  // All of them wait and say why; only one was taken up for it.
  await eventually(async () => {
    const { rows } = await pool.query(
      `select count(*)::int as stopped, count(analysis_error)::int as asked from items
       where upgrade_at is not null and model_why = 'stopped'`,
    );
    assert.deepEqual(rows, [{ stopped: 25, asked: 1 }]);
  });
  assert.equal(chat.questions.length, 1);
  assert.equal(lines.filter((line) => line.includes("models are no longer asked")).length, 1);
});

async function fetched(
  text: string,
  feed: Pick<Partial<NewFeed>, "published" | "fullText">,
): Promise<{ host: string; whys: string[] }> {
  hosts += 1;
  const host = `127.8.${hosts}.1`;
  const entries = [0, 1, 2, 3, 4].map((n) => ({ title: `Item ${n}`, link: origin.url(`/item-${n}`, host), text }));
  origin.serve("/feed", { body: rss(entries) });
  for (const n of [0, 1, 2, 3, 4])
    origin.serve(`/item-${n}`, { body: article, headers: { "content-type": "text/html" } });
  const url = origin.url("/feed", host);
  const { id } = await addFeed(
    pool,
    { url, enabled: true, polling: true, enforceFeedDomain: false, ...feed },
    4,
    new Date(),
  );
  const whys = await eventually(async () => {
    const { rows } = await pool.query<{ page_why: string }>(
      "select page_why from items where feed_id = $1 and page_at is null and analysis_status = 'done'",
      [id],
    );
    assert.equal(rows.length, 5);
    return rows.map(({ page_why }) => page_why);
  });
  return { host, whys };
}

function pathsOf(host: string): string[] {
  return origin.log
    .filter((seen) => seen.host.startsWith(`${host}:`) || seen.host === host)
    .map(({ path }) => path)
    .toSorted();
}
