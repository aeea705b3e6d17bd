import assert from "node:assert/strict";
import { after, test } from "node:test";
import { addFeeds } from "../../src/feeds/add-feeds-store.ts";
import { eventually } from "../ground/eventually.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { analyst } from "../ground/stub-chat-server-analyst.ts";
import { startStubChat } from "../ground/stub-chat-server.ts";
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
