import assert from "node:assert/strict";
import { test } from "node:test";
import {
  budgetDay,
  budgetFor,
  createBudgetedChat,
  estimateSpend,
  msToNextBudgetDay,
  type SpendEstimate,
} from "../../src/chat/limited-chat.ts";
import type { ChatUsage } from "../../src/chat/chat.ts";
import { parseRetryAfterMs } from "../../src/chat/ask-once.ts";
import { chatBehaviours as stub } from "../ground/stub-chat-server-behaviours.ts";
import { noon, sampleRequest as request, stubbedChat } from "../ground/stub-chat-server-chat.ts";

const { server, chatWith } = stubbedChat();
const signal = new AbortController().signal;
const prices = { promptUsdPerMillion: 0.15, completionUsdPerMillion: 0.6 };

test("the last fifth of the budget is reserved for urgent questions", () => {
  const budget = { usdMax: 1, tokensMax: 1_000 };
  assert.deepEqual(budgetFor(budget, 0.39), { usdMax: 0.8, tokensMax: 800 });
  assert.deepEqual(budgetFor(budget, 0.4), budget);
  assert.deepEqual(budgetFor({ usdMax: 1, tokensMax: null }, 0), { usdMax: 0.8, tokensMax: null });
});

test("an estimate assumes the longest answer and rounds up to a millionth", () => {
  assert.deepEqual(estimateSpend(request, prices), { promptTokens: 11, completionTokens: 100, costUsd: 0.000062 });
});

test("an estimate is above what English, German and Polish cost", () => {
  // As many characters as were measured to make a thousand tokens.
  for (const [text, tokens] of [
    ["a".repeat(4_600), 1_000],
    ["ä".repeat(4_300), 1_000],
    ["ż".repeat(3_080), 1_000],
  ] as const) {
    const estimate = estimateSpend({ ...request, messages: [{ role: "user", text }] }, prices);
    assert.ok(estimate.promptTokens >= tokens);
  }
});

test("the day is the UTC day, and the next begins at midnight", () => {
  const late = new Date("2026-03-01T23:59:59.500Z");
  assert.equal(budgetDay(late), "2026-03-01");
  assert.equal(msToNextBudgetDay(late), 500);
  assert.equal(msToNextBudgetDay(new Date("2026-03-02T00:00:00Z")), 86_400_000);
});

function ledger(mayReserve: boolean) {
  const booked: (SpendEstimate | ChatUsage)[] = [];
  const reserve = async (estimate: SpendEstimate) => {
    if (!mayReserve) return "day" as const;
    booked.push(estimate);
    return async (usage: ChatUsage | null) => void (usage !== null && booked.push(usage));
  };
  const chat = createBudgetedChat(chatWith({ timeoutMs: 1_500 }), reserve, { prices, now: () => noon });
  return { booked, chat };
}

test("a call is reserved before it is made, and settled by what it cost", async () => {
  server().willAnswer();
  const { booked, chat } = ledger(true);
  const outcome = await chat.ask(request, signal);
  assert.deepEqual(booked, [estimateSpend(request, prices), outcome.usage]);
});

test("a failed call that was not billed releases its reservation", async () => {
  server().willAnswer(stub.crash);
  const { booked, chat } = ledger(true);
  await chat.ask(request, signal);
  assert.equal(booked.at(-1)?.costUsd, 0);
});

test("a call of unknown cost keeps its reservation", async () => {
  server().willAnswer(stub.silent);
  const { booked, chat } = ledger(true);
  await chat.ask(request, signal);
  assert.deepEqual(booked, [estimateSpend(request, prices)]);
});

test("beyond the budget nothing is asked until the next day", async () => {
  const asked = server().questions.length;
  const outcome = await ledger(false).chat.ask(request, signal);
  assert.ok(outcome.kind === "failed");
  assert.deepEqual([outcome.failure.why, outcome.failure.retryAfterMs], ["budget", 12 * 3_600_000]);
  assert.equal(server().questions.length, asked);
});

const waits: [Record<string, string>, number | null][] = [
  [{}, null],
  [{ "retry-after": "20" }, 20_000],
  [{ "retry-after": "0.5" }, 500],
  [{ "retry-after": "20", "retry-after-ms": "250" }, 250],
  [{ "retry-after": "Sun, 01 Mar 2026 12:01:00 GMT" }, 60_000],
  [{ "retry-after": "Sun, 01 Mar 2026 11:00:00 GMT" }, null],
  [{ "retry-after": "Sun, 01 Mar 2026 10:01:00 GMT", date: "Sun, 01 Mar 2026 10:00:00 GMT" }, 60_000],
  [{ "retry-after": "0" }, null],
  [{ "retry-after": "soon" }, null],
  [{ "retry-after": "999999999999" }, 86_400_000],
];
for (const [headers, waitMs] of waits) {
  test(`${JSON.stringify(headers)} is a wait of ${waitMs} ms`, () => {
    assert.equal(parseRetryAfterMs(headers, noon), waitMs);
  });
}
