import assert from "node:assert/strict";
import { after, test } from "node:test";
import { addFeeds } from "../../src/feeds/add-feeds-store.ts";
import { noModel } from "../../src/models/model-settings.ts";
import { saveStoredModel } from "../../src/models/model-settings-store.ts";
import { eventually } from "../ground/eventually.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { analyst } from "../ground/stub-chat-server-analyst.ts";
import { startStubChat } from "../ground/stub-chat-server.ts";
import { protocols, sendText, startProtocolServer } from "../ground/stub-chat-server-protocols.ts";
import { testDatabase } from "../ground/test-database.ts";
import { onDatabase, startQuick } from "./fault-world.ts";

const itemCount = 3;

test("kill -9 while a model answers: each item is asked once more, its reserved cost stays counted, nothing is stuck", async () => {
  const [database, origin, model] = await Promise.all([testDatabase(), feedOrigin(), startStubChat()]);
  after(model.close);
  const { worker: pool } = database;
  const entries = Array.from({ length: itemCount }, (_, n) => ({
    title: `Council meets for the ${n}th time`,
    guid: String(n),
  }));
  origin.serve("/feed", { body: rss(entries) });
  const settings = { ...onDatabase(database), AI_TYPE: "openai", AI_API_KEY: "key", AI_BASE_URL: model.baseUrl };
  const feed = { url: origin.url("/feed", "127.9.0.1"), enabled: true, polling: true, enforceFeedDomain: false };
  await addFeeds(pool, [feed], 4, new Date());

  const thinking = () => undefined;
  model.willAnswer(...entries.map(() => thinking));
  const first = startQuick(settings);
  await eventually(() => assert.equal(model.questions.length, itemCount));
  first.child.kill("SIGKILL");
  await first.ended;
  const reserved = await spend();
  assert.ok(reserved.reserved > 0);
  assert.deepEqual(await states(), { done: itemCount, held: itemCount, byModel: 0 });

  model.willAnswer(...entries.map(() => analyst()));
  const second = startQuick(settings);
  const line = JSON.parse(await second.line(/Reset \d+ stuck feeds/));
  assert.equal(line.items, itemCount);
  await eventually(async () => assert.deepEqual(await states(), { done: itemCount, held: 0, byModel: itemCount }));
  assert.equal(model.questions.length, 2 * itemCount);
  const paid = await spend();
  assert.equal(paid.reserved, reserved.reserved);
  assert.ok(paid.cost > 0);
  second.child.kill("SIGTERM");
  assert.equal((await second.ended).code, 0);

  async function states() {
    const { rows } = await pool.query(
      `select count(*) filter (where analysis_status = 'done')::int as done,
         count(analysis_lease)::int as held, count(*) filter (where analyzer_result ->> 'analyzer' <> 'heuristic')::int as "byModel"
       from items`,
    );
    return rows[0];
  }

  async function spend(): Promise<{ reserved: number; cost: number }> {
    const { rows } = await pool.query(
      "select coalesce(sum(reserved_usd), 0)::float as reserved, coalesce(sum(cost_usd), 0)::float as cost from ai_spend",
    );
    return rows[0];
  }
});

test("kill -9 between two questions to a local model: only the one in flight is asked again, and nothing is lost", async () => {
  const text = '{"title":"Council meets","summary":"The council meets."}';
  const [database, origin, model] = await Promise.all([
    testDatabase(),
    feedOrigin(),
    startProtocolServer("ollama", text),
  ]);
  after(model.close);
  const { worker: pool } = database;
  const entries = Array.from({ length: itemCount }, (_, n) => ({
    title: `Council meets for the ${n}th time`,
    guid: String(n),
  }));
  origin.serve("/feed", { body: rss(entries) });
  // What an operator set up in the browser, not in the environment.
  const stored = { ...noModel, provider: "ollama" as const, address: model.url, model: "qwen2.5:3b" };
  await saveStoredModel(pool, stored, new Date());
  const feed = { url: origin.url("/feed", "127.9.0.2"), enabled: true, polling: true, enforceFeedDomain: false };
  await addFeeds(pool, [feed], 4, new Date());
  const settings = onDatabase(database);

  // The first item's title is answered; its summary is being thought about when the worker dies.
  const answer = (response: Parameters<typeof sendText>[0]) =>
    sendText(response, 200, "application/json", protocols.ollama.chat(text));
  model.willAnswer(answer, () => undefined);
  const first = startQuick(settings);
  await eventually(() => assert.equal(model.requests.length, 2));
  first.child.kill("SIGKILL");
  await first.ended;

  const second = startQuick(settings);
  await eventually(async () => {
    const { rows } = await pool.query(
      "select count(*)::int as read, count(analysis_lease)::int as held from items where model_why = 'read'",
    );
    assert.deepEqual(rows, [{ read: itemCount, held: 0 }]);
  });
  second.child.kill("SIGTERM");
  assert.equal((await second.ended).code, 0);

  const asked = model.requests.map(({ body }) => {
    const { format, messages } = JSON.parse(body);
    return `${format.required[0]} ${/for the \dth time/.exec(messages[1].content)?.[0]}`;
  });
  assert.equal(asked.length, 2 * itemCount + 1);
  assert.equal(new Set(asked).size, 2 * itemCount);
  const twice = asked.filter((question, place) => asked.indexOf(question) !== place);
  assert.deepEqual(twice, [asked[1]]);
});
