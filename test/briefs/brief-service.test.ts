import assert from "node:assert/strict";
import { after, test } from "node:test";
import { briefPartsOf, type Parts } from "../../src/assemble.ts";
import { inTransaction } from "../../src/database/transaction.ts";
import { findLatestBrief } from "../../src/briefs/brief-store.ts";
import { type BriefOutcome, type BriefParts, writeBrief } from "../../src/briefs/write-brief.ts";
import { eventually } from "../ground/eventually.ts";
import { chatBehaviours, says } from "../ground/stub-chat-server-behaviours.ts";
import { startStubChat } from "../ground/stub-chat-server.ts";
import { testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";
import { runStages } from "../ground/worker.ts";
import { addFeed, addPerson } from "./brief-people.ts";

const database = await testDatabase();
const { worker } = database;
const model = await startStubChat();
after(() => model.close());
const signal = new AbortController().signal;

async function reader(): Promise<string> {
  const person = await addPerson(worker);
  await addFeed(worker, person, "The Post", [{ title: "The budget passed", pubDate: new Date() }]);
  return person;
}

async function write(parts: Parts): Promise<BriefOutcome> {
  const writing: BriefParts = {
    ...briefPartsOf(parts),
    sleep: async () => {},
    inPerson: (_personId, work) => inTransaction(worker, work),
  };
  return writeBrief(writing, await reader(), signal);
}

function settings(more: Record<string, string> = {}): Parts {
  return testParts(database, { AI_TYPE: "openai", AI_BASE_URL: model.baseUrl, AI_API_KEY: "key", ...more });
}

test("a brief is paid from the day's budget, and beyond it no model is asked", async () => {
  model.willAnswer(says("The budget passed [1]."));
  assert.equal((await write(settings())).kind, "written");
  const { rows } = await worker.query("select purpose, calls, cost_usd > 0 as paid, reserved_usd from ai_spend");
  assert.deepEqual(rows, [{ purpose: "digest", calls: 1, paid: true, reserved_usd: "0.000000" }]);

  const asked = model.questions.length;
  const outcome = await write(settings({ AI_DAILY_BUDGET_USD: "0.0001" }));
  assert.deepEqual([outcome.kind, "failure" in outcome && outcome.failure.why], ["unavailable", "budget"]);
  assert.equal(model.questions.length, asked);
});

test("with AI_TYPE=heuristic no model is asked, and with AI_TYPE=fail the brief is unavailable", async () => {
  const asked = model.questions.length;
  const outcome = await write(settings({ AI_TYPE: "heuristic" }));
  assert.equal(outcome.kind === "written" && outcome.brief.writtenBy, "extract");
  assert.equal((await write(settings({ AI_TYPE: "fail" }))).kind, "unavailable");
  assert.equal(model.questions.length, asked);
});

test("the worker writes a brief when it is due, and stops when told", async () => {
  const person = await reader();
  await worker.query(
    "update accounts.users set brief_at = '06:40', brief_due_at = now() - interval '1 minute' where id = $1",
    [person],
  );
  model.willAnswer(says("The budget passed [1]."));
  const service = await runStages(settings(), ["briefs"]);
  const summary = await eventually(async () => {
    const found = await findLatestBrief(worker, person);
    assert.ok(found !== null);
    return found;
  });
  assert.equal(summary.content, "The budget passed [1].");
  await service.stop(AbortSignal.timeout(5_000));
});

test("AI_CONCURRENCY is how many briefs are written at once", async () => {
  for (const setting of [2, 7]) {
    const own = await testDatabase();
    const silent = await startStubChat();
    after(() => silent.close());
    silent.willAnswer(...Array.from({ length: 100 }, () => chatBehaviours.silent));
    for (let n = 0; n < 10; n += 1) {
      const person = await addPerson(own.worker);
      await addFeed(own.worker, person, "The Post", [{ title: "The budget passed", pubDate: new Date() }]);
    }
    await own.worker.query("update accounts.users set brief_at = '06:40', brief_due_at = now() - interval '1 minute'");
    const keys = { AI_TYPE: "openai", AI_BASE_URL: silent.baseUrl, AI_API_KEY: "key" };
    const parts = testParts(own, { ...keys, AI_CONCURRENCY: String(setting) });
    const service = await runStages(parts, ["briefs"]);
    const locked = "select count(brief_locked_until)::int from accounts.users";
    await eventually(async () => {
      const { rows } = await own.worker.query<{ count: number }>(locked);
      assert.deepEqual([silent.questions.length, rows[0]?.count], [setting, setting]);
    });
    await service.stop(AbortSignal.timeout(1));
  }
});
