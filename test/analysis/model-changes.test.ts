import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, beforeEach, test } from "node:test";
import { createUpgrading } from "../../src/analysis/improve-items.ts";
import { noModel, type StoredModel } from "../../src/models/model-settings.ts";
import { saveStoredModel } from "../../src/models/model-settings-store.ts";
import { describeModel } from "../../src/items/reading-state.ts";
import { fakeClock } from "../ground/fetch-driver.ts";
import { protocols, sendText, startProtocolServer } from "../ground/stub-chat-server-protocols.ts";
import { testParts } from "../ground/test-parts.ts";
import { readingWorld } from "../reading/reading-world.ts";

const world = await readingWorld();
const { database } = world;
const { worker: pool } = database;
const server = await startProtocolServer("llamacpp", '{"title":"Council meets"}');
after(server.close);
const clock = fakeClock(new Date());
const signal = new AbortController().signal;
const titlesOnly = { titles: true, summaries: false, briefs: true, translations: true };
const chosen: StoredModel = { ...noModel, provider: "llamacpp", address: server.url, model: "m", uses: titlesOnly };

beforeEach(async () => {
  await pool.query("delete from ai_spend");
  await pool.query("delete from model_answers");
  await pool.query("update items set upgrade_at = null, model_why = 'off'");
  server.requests.splice(0);
});

function upgrading() {
  const { models, log } = testParts(database, {}, { clock: { now: clock.now, correct: async () => undefined } });
  return createUpgrading({ pool, now: clock.now, newLeaseId: randomUUID, log, models, ageDaysMax: 14 });
}

async function useModel(changes: Partial<StoredModel> = {}): Promise<void> {
  await saveStoredModel(pool, { ...chosen, ...changes }, clock.now());
}

/** An item that came before there was a model. */
async function newItem(): Promise<string> {
  const feedId = await world.addFeed([await world.addReader()], randomUUID());
  const itemId = await world.addItem(feedId, { title: `Council meets ${randomUUID()}`, pubDate: clock.now() });
  await world.settle();
  await pool.query("update items set page_at = null, model_why = 'no-model', analysis_lease = null where id = $1", [
    itemId,
  ]);
  return itemId;
}

async function state(itemId: string) {
  const { rows } = await pool.query(
    `select model_why as why, attempts, upgrade_at as at, analyzer_result ->> 'analyzer' as analyzer, analysis_error as error
     from items where id = $1`,
    [itemId],
  );
  return rows[0];
}

async function look(upgrade: ReturnType<typeof upgrading>, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) await upgrade(signal);
}

test("when a model is set up, recent items that came before it are asked about; when it is removed, nothing waits", async () => {
  await useModel({ provider: "none" });
  const upgrade = upgrading();
  const itemId = await newItem();
  await look(upgrade, 2);
  assert.equal((await state(itemId)).why, "no-model");

  await useModel();
  await look(upgrade, 2);
  assert.deepEqual([(await state(itemId)).why, (await state(itemId)).analyzer], ["read", "llm"]);

  const late = await newItem();
  await pool.query("update items set upgrade_at = now(), model_why = 'waiting' where id = $1", [late]);
  await useModel({ provider: "none" });
  await look(upgrade, 1);
  assert.deepEqual([(await state(late)).why, (await state(late)).at], ["no-model", null]);
});

test("while the server loads its model no attempt is counted, and the item is read as soon as it answers", async () => {
  await useModel();
  const upgrade = upgrading();
  const itemId = await newItem();
  const loading = '{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}';
  server.willAnswer(
    ...Array.from(
      { length: 9 },
      () => (response: Parameters<typeof sendText>[0]) => sendText(response, 503, "application/json", loading),
    ),
  );
  for (let n = 0; n < 9; n += 1) {
    await look(upgrade, 2);
    clock.advance(31_000);
  }
  const waiting = await state(itemId);
  assert.deepEqual([waiting.why, waiting.attempts], ["waiting", 0]);
  assert.match(waiting.error, /is loading its model/);
  await look(upgrade, 1);
  assert.equal((await state(itemId)).why, "read");
});

test("outside its hours nothing is asked, and within them it is", async () => {
  const minute = clock.now().getUTCHours() * 60 + clock.now().getUTCMinutes();
  const at = (offset: number) => (minute + offset + 1_440) % 1_440;
  await useModel({ hours: { fromMinute: at(120), toMinute: at(180), timeZone: "UTC" } });
  const upgrade = upgrading();
  const itemId = await newItem();
  await look(upgrade, 3);
  assert.deepEqual([server.requests.length, (await state(itemId)).why], [0, "waiting"]);
  await useModel({ hours: { fromMinute: at(-60), toMinute: at(60), timeZone: "UTC" } });
  await look(upgrade, 1);
  assert.equal((await state(itemId)).why, "read");
});

test("a budget that is spent falls back to words and says so: on the item, for the day and for the month", async () => {
  const prices = { promptUsd: 1_000, completionUsd: 1_000 };
  for (const budget of [{ dailyUsd: 0.1 }, { dailyUsd: 100, monthlyUsd: 0.1 }]) {
    await useModel({ ...prices, ...budget });
    const itemId = await newItem();
    await look(upgrading(), 2);
    const { why, analyzer, error, at } = await state(itemId);
    assert.deepEqual([why, analyzer, server.requests.length], ["budget", "heuristic", 0]);
    assert.match(
      error,
      "monthlyUsd" in budget ? /budget for AI is spent: the month/ : /budget for AI is spent: the day/,
    );
    assert.match(
      describeModel(why) ?? "",
      /the budget is used up\. The title and the summary are the offline reader’s/,
    );
    const [end, now] = [new Date(at), clock.now()];
    const isNextMonth = end.getUTCMonth() !== now.getUTCMonth() && end.getUTCDate() === 1;
    if ("monthlyUsd" in budget) assert.ok(isNextMonth);
    await pool.query("update items set upgrade_at = null, model_why = 'off'");
  }
});

for (const [what, answers, calls] of [
  ["a server that fails", [[500, '{"error":{"message":"no"}}']], 0],
  [
    "a model that twice says no JSON",
    [
      [200, protocols.llamacpp.chat("no")],
      [200, protocols.llamacpp.chat("no")],
    ],
    2,
  ],
] as [string, [number, string][], number][]) {
  test(`what cannot be used is counted as refused, with its use: ${what}`, async () => {
    await useModel();
    const itemId = await newItem();
    server.willAnswer(
      ...answers.map(([status, text]) => (response: Parameters<typeof sendText>[0]) => {
        sendText(response, status, "application/json", text);
      }),
    );
    await look(upgrading(), 2);
    const { rows } = await pool.query("select purpose, calls, refusals from ai_spend");
    assert.deepEqual(rows, [{ purpose: "title", calls, refusals: 1 }]);
    assert.equal((await state(itemId)).attempts, 1);
  });
}

test("a local model gets one question at a time, however many ask", async () => {
  await useModel();
  const { models } = testParts(database, {});
  const briefChat = (await models.current()).briefChat ?? assert.fail("there is a model");
  let [running, most] = [0, 0];
  server.willAnswer(
    ...Array.from({ length: 4 }, () => (response: Parameters<typeof sendText>[0]) => {
      running += 1;
      most = Math.max(most, running);
      setImmediate(() => {
        running -= 1;
        sendText(response, 200, "application/json", protocols.llamacpp.chat("yes"));
      });
    }),
  );
  const question = {
    system: "s",
    messages: [{ role: "user" as const, text: "t" }],
    format: null,
    outputTokensMax: 9,
    temperature: 0,
  };
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => briefChat.ask(question, signal)));
  assert.deepEqual(
    outcomes.map((outcome) => outcome.kind),
    Array.from({ length: 4 }, () => "answered"),
  );
  assert.equal(most, 1);
});
