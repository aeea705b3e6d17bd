import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, beforeEach, test } from "node:test";
import { analyseItems } from "../../src/analysis/analyse-items.ts";
import { claimPages, claimUpgrades, letGoOld } from "../../src/items/claim-items-store.ts";
import { updateWaitReasons } from "../../src/items/analysis-store.ts";
import type { PageOutcome } from "../../src/analysis/page/page-outcome.ts";
import { readPage, type PageRead } from "../../src/analysis/read-page.ts";
import { upgradeItem, type Upgraded } from "../../src/analysis/upgrade-item.ts";
import { oldestRead } from "../../src/analysis/upgrade-policy.ts";
import { fakeClock } from "../ground/fetch-driver.ts";
import { analyst, askedItem } from "../ground/stub-chat-server-analyst.ts";
import { chatBehaviours as stub } from "../ground/stub-chat-server-behaviours.ts";
import { startStubChat } from "../ground/stub-chat-server.ts";
import { testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";

const database = await testDatabase();
const { worker: pool } = database;
const chat = await startStubChat();
after(() => chat.close());
const clock = fakeClock();
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const pageText = "The council decided on Monday to repair the old bridge over the river. ".repeat(12);

const text: PageOutcome = {
  kind: "text",
  url: "http://x.example/page",
  page: { kind: "text", title: null, byline: null, language: "en", html: "<p>x</p>", text: pageText, words: 150 },
};
const unreachable: PageOutcome = {
  kind: "unavailable",
  why: "connect",
  message: "The server refused the connection.",
  detail: null,
  retry: true,
  retryAt: null,
};

beforeEach(async () => {
  await pool.query("update items set upgrade_at = null, page_at = null, analysis_locked_until = null");
  await pool.query("delete from model_stops");
});

test("a page is fetched once and kept: a refused key, a retry or an edit does not fetch it again", async () => {
  const item = await newItem({ fullText: "always" });
  await analyse();
  const downloads: string[] = [];
  assert.deepEqual(await readPages(text, downloads), ["read"]);
  assert.deepEqual(pick(await find(item), "input_kind", "text", "page_why", "model_why"), [
    "page",
    pageText,
    "read",
    "waiting",
  ]);

  chat.willAnswer(stub.badKey);
  assert.deepEqual(await upgrade("wrong"), ["put-off"]);
  assert.equal((await find(item)).model_why, "stopped");
  chat.willAnswer(analyst());
  assert.deepEqual(await upgradeAt(5 * minuteMs, "right"), ["upgraded"]);
  assert.equal(askedItem(chat.questions.at(-1)!).body, pageText);

  await pool.query("update items set title = 'Edited', analysis_status = 'pending' where id = $1", [item]);
  await analyse();
  assert.deepEqual(pick(await find(item), "input_kind", "text", "page_why", "page_at"), [
    "page",
    pageText,
    "read",
    null,
  ]);
  chat.willAnswer(analyst());
  assert.deepEqual(await upgrade("right"), ["upgraded"]);
  assert.deepEqual(await readPages(text, downloads), []);
  assert.equal(downloads.length, 1);
});

test("an unavailable page is tried three times; then the feed's text is used, and the item says why", async () => {
  const item = await newItem({ fullText: "always" });
  await analyse();
  const outcomes: PageRead[] = [];
  for (let attempt = 0; attempt < 4; attempt += 1) {
    outcomes.push(...(await readPages(unreachable)));
    clock.advance(31 * minuteMs);
  }
  assert.deepEqual(outcomes, ["put-off", "put-off", "given-up"]);
  assert.deepEqual(pick(await find(item), "page_why", "page_error", "input_kind"), [
    "failed",
    "The server refused the connection.",
    "description",
  ]);
  chat.willAnswer(analyst());
  assert.deepEqual(await upgrade("right"), ["upgraded"]);
});

test("a busy host does not count as a failed attempt", async () => {
  const item = await newItem({ fullText: "always" });
  await analyse();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    assert.deepEqual(await readPages({ ...unreachable, why: "host-busy" }), ["put-off"]);
    clock.advance(minuteMs);
  }
  assert.equal((await find(item)).page_attempts, 0);
});

test("a model waits for the page, and reads the page's text", async () => {
  await newItem({ fullText: "always" });
  await analyse();
  assert.deepEqual(await upgrade("right"), []);
  await readPages(text);
  chat.willAnswer(analyst());
  assert.deepEqual(await upgrade("right"), ["upgraded"]);
});

test("every item of an import is asked about, the newest first, and none that is older than the limit", async () => {
  const feed = await newFeed("never");
  for (let n = 0; n < 30; n += 1) await newItem({ feed, title: `Item ${n}`, pubDate: daysBefore((n * 7) % 30) });
  await analyse();
  const [before, asked] = [chat.questions.length, [] as string[]];
  chat.willAnswer(...Array.from({ length: 30 }, () => analyst()));
  await upgrade("right", 1);
  for (let left = 1; left > 0; left = (await upgrade("right", 1)).length);
  for (const question of chat.questions.slice(before)) asked.push(askedItem(question).title);
  const byAge = Array.from({ length: 30 }, (_, n) => n).toSorted((a, b) => ((a * 7) % 30) - ((b * 7) % 30));
  assert.deepEqual(
    asked,
    byAge.filter((n) => (n * 7) % 30 <= 14).map((n) => `Item ${n}`),
  );
  const { rows } = await pool.query(
    "select count(*)::int as old from items where feed_id = $1 and model_why = 'too-old'",
    [feed],
  );
  assert.deepEqual(rows, [{ old: 15 }]);
});

test("an item that gets too old while it waits is dropped from the queue, and says so", async () => {
  const item = await newItem({ fullText: "never", pubDate: daysBefore(13) });
  await analyse();
  clock.advance(2 * dayMs);
  assert.deepEqual(await upgrade("right"), []);
  assert.equal(await letGoOld(pool, oldestRead(clock.now(), 14)), 1);
  assert.deepEqual(pick(await find(item), "upgrade_at", "model_why"), [null, "too-old"]);
});

test("waiting items say whether they are queued or the service has stopped", async () => {
  const [first, second] = [await newItem({ fullText: "never" }), await newItem({ fullText: "never" })];
  await analyse();
  assert.equal(await updateWaitReasons(pool, false), 0);
  assert.equal(await updateWaitReasons(pool, true), 2);
  assert.deepEqual([(await find(first)).model_why, (await find(second)).model_why], ["stopped", "stopped"]);
  assert.equal(await updateWaitReasons(pool, false), 2);
  assert.deepEqual([(await find(first)).model_why, (await find(second)).model_why], ["waiting", "waiting"]);
});

function daysBefore(days: number): Date {
  return new Date(clock.now().getTime() - days * dayMs);
}

async function analyse(): Promise<void> {
  while ((await analyseItems({ pool, now: clock.now, limits: { hasModel: true, ageDaysMax: 14 } })) > 0);
}

function lease(count: number) {
  const now = clock.now();
  return { now, count, leaseId: randomUUID(), until: new Date(now.getTime() + 5 * minuteMs) };
}

async function readPages(outcome: PageOutcome, downloads: string[] = []): Promise<PageRead[]> {
  const parts = { pool, now: clock.now, downloadPage: async (url: string) => (downloads.push(url), outcome) };
  const ended: PageRead[] = [];
  for (const item of await claimPages(pool, lease(50))) ended.push(await readPage(parts, item, AbortSignal.any([])));
  return ended;
}

async function upgrade(apiKey: string, count = 50): Promise<Upgraded[]> {
  const settings = { AI_TYPE: "openai", AI_API_KEY: apiKey, AI_BASE_URL: chat.baseUrl, AI_MODEL: "stub-1" };
  const { models } = testParts(database, settings, { clock: { now: clock.now, correct: async () => undefined } });
  const modelFor = (await models.current()).modelFor ?? assert.fail("there is a model");
  const ended: Upgraded[] = [];
  for (const item of await claimUpgrades(pool, { ...lease(count), ageDaysMax: 14 })) {
    ended.push(await upgradeItem({ pool, now: clock.now, modelFor }, item, AbortSignal.any([])));
  }
  return ended;
}

function upgradeAt(afterMs: number, apiKey: string): Promise<Upgraded[]> {
  clock.advance(afterMs);
  return upgrade(apiKey);
}

async function newFeed(fullText: string): Promise<string> {
  const id = randomUUID();
  await pool.query("insert into feeds (id, url, full_text, cache_scope) values ($1, $2, $3, 'off')", [
    id,
    `http://x.example/${id}`,
    fullText,
  ]);
  return id;
}

type Draft = { feed?: string; fullText?: string; title?: string; pubDate?: Date };

async function newItem({
  feed,
  fullText = "auto",
  title = "Council meets",
  pubDate = clock.now(),
}: Draft): Promise<string> {
  const id = randomUUID();
  await pool.query(
    `insert into items (id, feed_id, hash, url, title, content, pub_date, first_seen_at, fingerprint)
     values ($1, $2, $3, $4, $5, 'The council met.', $6, $7, '')`,
    [
      id,
      feed ?? (await newFeed(fullText)),
      id.replaceAll("-", "").padEnd(64, "0"),
      `http://x.example/${id}`,
      title,
      pubDate,
      clock.now(),
    ],
  );
  return id;
}

async function find(id: string): Promise<Record<string, unknown>> {
  const { rows } = await pool.query("select * from items where id = $1", [id]);
  return rows[0];
}

function pick(row: Record<string, unknown>, ...names: string[]): unknown[] {
  return names.map((name) => row[name]);
}
