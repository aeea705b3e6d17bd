import assert from "node:assert/strict";
import { test } from "node:test";
import { loadConfig } from "../../src/load-config.ts";
import { noModel, resolveModel, type StoredModel } from "../../src/models/model-settings.ts";
import { findStart } from "../../src/models/working-hours.ts";

const open = (sealed: Buffer) => (sealed.toString() === "lost" ? null : sealed.toString());
const stored: StoredModel = {
  ...noModel,
  provider: "ollama",
  address: "http://10.0.0.5:11434",
  apiKey: Buffer.from("k1"),
  model: "qwen2.5:3b",
};

function resolve(env: Record<string, string>, changes: Partial<StoredModel> = {}) {
  return resolveModel(loadConfig(env, {}).config, { ...stored, ...changes }, open);
}

test("without variables, what is stored holds; a local model is free, small and asked one question at a time", () => {
  const { provider, address, apiKey, model, prices, asksSmall, concurrency, contextTokens } = resolve({});
  assert.deepEqual([provider, address, apiKey, model], ["ollama", stored.address, "k1", "qwen2.5:3b"]);
  assert.deepEqual(prices, { promptUsdPerMillion: 0, completionUsdPerMillion: 0 });
  assert.deepEqual([asksSmall, concurrency, contextTokens], [true, 1, 8_192]);
});

test("a hosted model is paid, gets whole questions, and several at once", () => {
  const hosted = resolve({}, { provider: "openai", address: null });
  assert.equal(hosted.prices.promptUsdPerMillion, 0.15);
  assert.deepEqual([hosted.asksSmall, hosted.concurrency, hosted.contextTokens], [false, 4, null]);
});

test("each variable wins over its own field only", () => {
  const { model, budget, provider } = resolve(
    { AI_MODEL: "m", AI_DAILY_BUDGET_USD: "2" },
    { dailyUsd: 7, monthlyUsd: 9 },
  );
  assert.deepEqual([provider, model, budget.usdMax, budget.monthUsdMax], ["ollama", "m", 2, 9]);
  assert.equal(resolve({ AI_TYPE: "heuristic" }).provider, "none");
  assert.equal(resolve({ AI_CONCURRENCY: "3" }).concurrency, 3);
});

test("a stored key and model stay with their server when the environment names another", () => {
  for (const env of [
    { AI_TYPE: "openai", AI_MODEL: "gpt" },
    { AI_BASE_URL: "http://evil.example", AI_MODEL: "m" },
  ]) {
    assert.equal(resolve(env).apiKey, null);
  }
  assert.equal(resolve({ AI_TYPE: "mistral", AI_MODEL: "m" }).address, null);
  assert.equal(resolve({ AI_TYPE: "ollama" }).apiKey, "k1");
});

test("a key that SECRET_KEY does not open is told, and none is sent", () => {
  const { apiKey, isKeyLost } = resolve({}, { apiKey: Buffer.from("lost") });
  assert.deepEqual([apiKey, isKeyLost], [null, true]);
  assert.equal(resolve({ AI_API_KEY: "env" }, { apiKey: Buffer.from("lost") }).isKeyLost, false);
});

const night = { fromMinute: 22 * 60, toMinute: 6 * 60 + 30, timeZone: "Europe/Warsaw" };
for (const [what, hours, now, start] of [
  ["around the clock", null, "2026-01-10T12:00:00Z", null],
  ["within the night, before midnight there", night, "2026-01-10T21:30:00Z", null],
  ["within the night, after midnight there", night, "2026-01-10T05:29:59Z", null],
  ["at its end", night, "2026-01-10T05:30:00Z", "2026-01-10T21:00:00.000Z"],
  ["at noon", night, "2026-01-10T11:00:20Z", "2026-01-10T21:00:00.000Z"],
  ["at noon in summer", night, "2026-07-10T10:00:00Z", "2026-07-10T20:00:00.000Z"],
  [
    "before the clocks go back",
    { ...night, fromMinute: 300, toMinute: 360 },
    "2026-10-24T12:00:00Z",
    "2026-10-25T04:00:00.000Z",
  ],
  [
    "before the clocks go forward",
    { ...night, fromMinute: 300, toMinute: 360 },
    "2026-03-28T12:00:00Z",
    "2026-03-29T03:00:00.000Z",
  ],
  [
    "by day, after it",
    { ...night, fromMinute: 480, toMinute: 1_020 },
    "2026-01-10T20:00:00Z",
    "2026-01-11T07:00:00.000Z",
  ],
] as const) {
  test(`the hours are those of the operator's time zone: ${what}`, () => {
    assert.equal(findStart(hours, new Date(now))?.toISOString() ?? null, start);
  });
}
