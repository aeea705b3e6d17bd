import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, beforeEach, test } from "node:test";
import { analyseItems } from "../../src/analysis/analyse-items.ts";
import { claimUpgrades } from "../../src/items/claim-items-store.ts";
import { upgradeItem, type Upgraded, type UpgradeParts } from "../../src/analysis/upgrade-item.ts";
import { analyst } from "../ground/stub-chat-server-analyst.ts";
import { chatBehaviours as stub } from "../ground/stub-chat-server-behaviours.ts";
import { startStubChat } from "../ground/stub-chat-server.ts";
import { fakeClock } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";

const database = await testDatabase();
const { worker: pool } = database;
const chat = await startStubChat();
after(() => chat.close());
const clock = fakeClock();
const minuteMs = 60_000;
const budget = { AI_TYPE: "openai", AI_API_KEY: "k", AI_BASE_URL: chat.baseUrl, AI_MODEL: "stub-1" };
const longText = "The council of the town decided on Monday to repair the old bridge over the river. ".repeat(10);

// What one test leaves waiting is not the next one's business.
beforeEach(() => pool.query("update items set upgrade_at = null, analysis_locked_until = null"));

test("a new item gets a word-list result immediately and a model's result later", async () => {
  const item = await newItem({ title: "SHOCKING: council SLAMS bridge plan!!!" });
  await analyse();
  assert.equal((await find(item)).analyzer, "heuristic");
  assert.equal((await find(item)).analysis_status, "done");

  chat.willAnswer(analyst(), analyst());
  assert.deepEqual(await upgrade(), ["upgraded"]);
  assert.equal((await find(item)).analyzer, "llm");
  assert.equal((await find(item)).upgrade_at, null);
});

test("a score of zero is kept as zero", async () => {
  const item = await newItem({ title: "Council meets" });
  await analyse();
  chat.willAnswer(
    analyst(() => ({ framing: 0, clickbait: 0, persuasive: 0, hyper_stimulus: 0, speculative: 0, overall: 0 })),
  );
  await upgrade();
  assert.equal((await find(item)).rating, 0);
});

test("an overloaded model is asked again after 5 min, 30 min and 4 h, seven times in all, then the item is a dead letter", async () => {
  const item = await newItem({ title: "Never analysed" });
  await analyse();
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 7; attempt += 1) {
    chat.willAnswer(stub.crash, stub.crash, stub.crash);
    await upgrade();
    const { upgrade_at } = await find(item);
    if (upgrade_at !== null) {
      waits.push((upgrade_at.getTime() - clock.now().getTime()) / minuteMs);
      clock.set(upgrade_at);
    }
  }
  assert.deepEqual(waits, [5, 30, 240, 240, 240, 240]);
  const { rows } = await pool.query("select kind, item_id from dead_letters");
  assert.deepEqual(rows, [{ kind: "analysis", item_id: item }]);
  assert.equal((await find(item)).analyzer, "heuristic");
});

test("the same text is not paid for twice in one feed, unless the feed says so", async () => {
  const feed = await newFeed();
  const first = await newItem({ feed, title: "Twin", content: longText });
  await analyse();
  chat.willAnswer(analyst(), analyst());
  await upgrade();
  const asked = chat.questions.length;
  const second = await newItem({ feed, title: "Twin", content: longText });
  await analyse();
  await upgrade();
  assert.deepEqual([(await find(first)).analyzer, (await find(second)).analyzer], ["llm", "llm"]);
  assert.equal(chat.questions.length, asked);
});

test("beyond the day's budget the word-list result stays, and the model is asked the next day", async () => {
  const spent = await partsWith({ ...budget, AI_DAILY_BUDGET_USD: "0" });
  const item = await newItem({ title: "Too dear" });
  await analyse();
  const asked = chat.questions.length;
  await upgrade(spent);
  assert.equal(chat.questions.length, asked);
  const { upgrade_at, analyzer, attempts } = await find(item);
  assert.equal(analyzer, "heuristic");
  assert.equal(upgrade_at?.getUTCHours(), 0);
  assert.equal(attempts, 0);
  assert.equal((await find(item)).model_why, "budget");
});

test("an edit discards the result for the old text, even while a model reads it", async () => {
  const item = await newItem({ title: "Before" });
  await analyse();
  const [claimed] = await claim();
  await pool.query(
    "update items set title = 'After', analysis_status = 'pending', analysis_lease = null, analysis_locked_until = null, upgrade_at = null where id = $1",
    [item],
  );
  chat.willAnswer(analyst(), analyst());
  assert.ok(claimed !== undefined);
  await upgradeItem(await partsWith(budget), claimed, new AbortController().signal);
  assert.equal((await find(item)).analysis_status, "pending");
  await analyse();
  assert.equal((await find(item)).title_original, "After");
});

test("after a crash during an analysis, the item can be claimed again when its lease ends", async () => {
  const item = await newItem({ title: "Interrupted" });
  await analyse();
  assert.deepEqual(
    (await claim()).map(({ itemId }) => itemId),
    [item],
  );
  assert.deepEqual(await claim(), []);
  clock.advance(6 * minuteMs);
  chat.willAnswer(analyst(), analyst());
  assert.deepEqual(await upgrade(), ["upgraded"]);
});

test("a feed whose analyzer is off has its items cleaned but not analysed", async () => {
  const feed = await newFeed({ analyzer: "off" });
  const item = await newItem({ feed, title: "Plain", content: "<p onclick=x>Hello</p><script>alert(1)</script>" });
  await analyse();
  const { analysis_status, analyzer, clean_html } = await find(item);
  assert.deepEqual([analysis_status, analyzer, clean_html], ["skipped", null, "<p>Hello</p>"]);
});

test("a model's result builds on the stored word-list result of the same text", async () => {
  assert.equal(await summaryAfterUpgrade("{summary}", '"Stored."'), "Stored.");
});

for (const [what, field, value] of [
  ["another text", "input_hash", '"00"'],
  ["another version of the word lists", "analyzer_version", '"h0"'],
] as const) {
  test(`a stored word-list result of ${what} is not used`, async () => {
    assert.notEqual(await summaryAfterUpgrade(`{${field}}`, value), "Stored.");
  });
}

/** The stored result says "Stored." where the model's own summary cannot be used. */
async function summaryAfterUpgrade(path: string, value: string): Promise<unknown> {
  const item = await newItem({ title: `Council meets ${randomUUID()}` });
  await analyse();
  await pool.query(
    `update items set analyzer_result = jsonb_set(jsonb_set(analyzer_result, '{summary}', '"Stored."'), $2, $3)
     where id = $1`,
    [item, path, value],
  );
  chat.willAnswer(analyst(() => ({ summary: "It cost 987,654 crowns." })));
  assert.deepEqual(await upgrade(), ["upgraded"]);
  const { rows } = await pool.query<{ summary: string }>(
    "select analyzer_result ->> 'summary' as summary from items where id = $1",
    [item],
  );
  return rows[0]?.summary;
}

async function partsWith(settings: Record<string, string>): Promise<UpgradeParts> {
  const { models } = testParts(database, settings, { clock: { now: clock.now, correct: async () => undefined } });
  return {
    pool,
    now: clock.now,
    modelFor: (await models.current()).modelFor ?? (async () => null),
  };
}

async function analyse(): Promise<void> {
  while ((await analyseItems({ pool, now: clock.now, limits: { hasModel: true, ageDaysMax: 14 } })) > 0);
}

function claim() {
  return claimUpgrades(pool, {
    now: clock.now(),
    count: 50,
    ageDaysMax: 14,
    leaseId: randomUUID(),
    until: new Date(clock.now().getTime() + 5 * minuteMs),
  });
}

async function upgrade(parts?: UpgradeParts): Promise<Upgraded[]> {
  const using = parts ?? (await partsWith(budget));
  const ended: Upgraded[] = [];
  for (const item of await claim()) ended.push(await upgradeItem(using, item, new AbortController().signal));
  return ended;
}

async function newFeed({ analyzer = null }: { analyzer?: string | null } = {}): Promise<string> {
  const id = randomUUID();
  await pool.query("insert into feeds (id, url, analyzer, full_text) values ($1, $2, $3, 'never')", [
    id,
    `http://x.example/${id}`,
    analyzer,
  ]);
  return id;
}

type Draft = { feed?: string; title: string; content?: string; url?: string | null; pubDate?: Date };
async function newItem({
  feed,
  title,
  content = "The council met on Monday.",
  url = null,
  pubDate = clock.now(),
}: Draft): Promise<string> {
  const id = randomUUID();
  const hash = id.replaceAll("-", "").padEnd(64, "0");
  await pool.query(
    "insert into items (id, feed_id, hash, url, title, content, pub_date, first_seen_at, fingerprint) values ($1, $2, $3, $4, $5, $6, $7, $8, '')",
    [id, feed ?? (await newFeed()), hash, url, title, content, pubDate, clock.now()],
  );
  return id;
}

async function find(
  id: string,
): Promise<Record<string, unknown> & { upgrade_at: Date | null; rating: number | null; attempts: number }> {
  const { rows } = await pool.query(
    "select *, analyzer_result ->> 'analyzer' as analyzer, analyzer_result ->> 'title_original' as title_original from items where id = $1",
    [id],
  );
  return rows[0];
}
