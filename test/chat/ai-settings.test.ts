import assert from "node:assert/strict";
import { after, test } from "node:test";
import { noon, sampleRequest } from "../ground/stub-chat-server-chat.ts";
import { startStubChat } from "../ground/stub-chat-server.ts";
import { type TestDatabase, testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";

const chat = await startStubChat();
after(() => chat.close());
const usual = { AI_TYPE: "openai", AI_API_KEY: "k", AI_BASE_URL: chat.baseUrl, AI_MODEL: "m" };
// Always the same day, so that no budget begins again meanwhile.
const clock = { now: () => noon, correct: async () => undefined };

/** What comes of one question to the model that these settings name. The stub reads 1,000 tokens and writes 200. */
async function ask(database: TestDatabase, settings: Record<string, string>): Promise<string | undefined> {
  const { models } = testParts(database, { ...usual, ...settings }, { clock });
  const outcome = await (
    await models.current()
  ).briefChat?.ask({ ...sampleRequest, format: null }, new AbortController().signal);
  return outcome?.kind === "failed" ? outcome.failure.why : outcome?.kind;
}

/** How many questions are answered before the day's budget is spent. */
async function answersWithin(settings: Record<string, string>): Promise<number> {
  const database = await testDatabase();
  for (let answers = 0; answers < 20; answers += 1) {
    const outcome = await ask(database, settings);
    if (outcome === "budget") return answers;
    assert.equal(outcome, "answered");
  }
  return Infinity;
}

test("AI_BASE_URL is the server that is asked, and AI_MODEL what it is asked for", async () => {
  const database = await testDatabase();
  for (const model of ["one-model", "two/models"]) {
    const server = await startStubChat();
    after(() => server.close());
    assert.equal(await ask(database, { AI_BASE_URL: server.baseUrl, AI_MODEL: model }), "answered");
    assert.deepEqual(
      server.questions.map(({ path, body }) => [path, body.model]),
      [["/v1/chat/completions", model]],
    );
  }
});

test("AI_DAILY_BUDGET_USD is the money of a day", async () => {
  // Each question may cost 0.5 USD before it is asked, and has cost 1 after.
  const prices = { AI_PRICE_PROMPT_USD: "0", AI_PRICE_COMPLETION_USD: "5000" };
  assert.equal(await answersWithin({ ...prices, AI_DAILY_BUDGET_USD: "2.6" }), 3);
  assert.equal(await answersWithin({ ...prices, AI_DAILY_BUDGET_USD: "4.6" }), 5);
});

test("AI_DAILY_BUDGET_TOKENS is the tokens of a day", async () => {
  assert.equal(await answersWithin({ AI_DAILY_BUDGET_TOKENS: "2000" }), 2);
  assert.equal(await answersWithin({ AI_DAILY_BUDGET_TOKENS: "4000" }), 4);
});

test("AI_PRICE_PROMPT_USD and AI_PRICE_COMPLETION_USD are what a million tokens cost, read and written", async () => {
  for (const [read, written, cost] of [
    ["2", "3", 0.0026],
    ["7", "11", 0.0092],
  ] as const) {
    const database = await testDatabase();
    const prices = { AI_PRICE_PROMPT_USD: read, AI_PRICE_COMPLETION_USD: written };
    assert.equal(await ask(database, prices), "answered");
    const { rows } = await database.worker.query("select cost_usd::float as cost from ai_spend");
    assert.deepEqual(rows, [{ cost }]);
  }
});
