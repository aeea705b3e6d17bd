import assert from "node:assert/strict";
import { test } from "node:test";
import { reserveSpend, settleSpend, createSpendReserver, type SpendLine } from "../../src/models/spend-store.ts";
import { noUsage } from "../../src/chat/chat.ts";
import { testDatabase } from "../ground/test-database.ts";

const { worker } = await testDatabase();
const estimate = { promptTokens: 3_000, completionTokens: 2_000, costUsd: 0.01 };
const usage = { ...noUsage, calls: 2, promptTokens: 1_000, completionTokens: 200, costUsd: 0.002 };
const plenty = { usdMax: 1, tokensMax: null };

/** A day of its own for each test: the budget is the day's. */
let days = 0;
function newLine(rest: Partial<SpendLine> = {}): SpendLine {
  days += 1;
  const day = new Date(Date.UTC(2026, 0, days)).toISOString().slice(0, 10);
  return { day, feedId: null, purpose: "analysis", model: "stub", ...rest };
}

async function linesOf({ day }: SpendLine) {
  const { rows } = await worker.query(
    `select purpose, model, calls, prompt_tokens::int as prompt, completion_tokens::int as completion,
      cost_usd::float8 as cost, reserved_usd::float8 as reserved
    from ai_spend where day = $1 order by purpose, model`,
    [day],
  );
  return rows;
}

test("a reservation is counted until it is settled by what the call cost", async () => {
  const line = newLine();
  assert.equal(await reserveSpend(worker, line, estimate, plenty), "reserved");
  const booked = { purpose: "analysis", model: "stub", calls: 0, prompt: 3_000, completion: 2_000, cost: 0 };
  assert.deepEqual(await linesOf(line), [{ ...booked, reserved: 0.01 }]);

  await settleSpend(worker, line, estimate, usage);
  const settled = { ...booked, calls: 2, prompt: 1_000, completion: 200, cost: 0.002, reserved: 0 };
  assert.deepEqual(await linesOf(line), [settled]);
});

test("the budget limits the day's total over all feeds, purposes and models", async () => {
  const line = newLine();
  const budget = { usdMax: 0.03, tokensMax: null };
  assert.equal(await reserveSpend(worker, line, estimate, budget), "reserved");
  assert.equal(await reserveSpend(worker, { ...line, model: "other" }, estimate, budget), "reserved");
  assert.equal(await reserveSpend(worker, { ...line, purpose: "digest" }, estimate, budget), "reserved");
  assert.equal(await reserveSpend(worker, line, estimate, budget), "day");
  assert.equal((await linesOf(line)).length, 3);
});

test("tokens have a budget as well", async () => {
  const line = newLine();
  const budget = { usdMax: 1, tokensMax: 9_999 };
  assert.equal(await reserveSpend(worker, line, estimate, budget), "reserved");
  assert.equal(await reserveSpend(worker, line, estimate, budget), "day");
  await settleSpend(worker, line, estimate, usage);
  assert.equal(await reserveSpend(worker, line, estimate, budget), "reserved");
});

test("a budget of zero allows only calls that cost nothing", async () => {
  const line = newLine();
  const budget = { usdMax: 0, tokensMax: null };
  assert.equal(await reserveSpend(worker, line, estimate, budget), "day");
  assert.equal(await reserveSpend(worker, line, { ...estimate, costUsd: 0 }, budget), "reserved");
});

test("forty concurrent reservations never exceed the budget", async () => {
  const line = newLine();
  const budget = { usdMax: 0.1, tokensMax: null };
  const reserved = await Promise.all(
    Array.from({ length: 40 }, (_, n) => reserveSpend(worker, { ...line, model: `model-${n % 7}` }, estimate, budget)),
  );
  assert.equal(reserved.filter((one) => one === "reserved").length, 10);
});

test("a killed call keeps its reservation for the day, and the next day starts at zero", async () => {
  const budget = { usdMax: 0.01, tokensMax: null };
  let now = new Date("2026-06-01T23:59:00Z");
  const reserve = createSpendReserver(
    worker,
    { feedId: null, purpose: "analysis", model: "stub" },
    { budget, now: () => now },
  );
  assert.equal(typeof (await reserve(estimate)), "function");
  assert.equal(await reserve(estimate), "day");

  now = new Date("2026-06-02T00:00:00Z");
  assert.equal(typeof (await reserve(estimate)), "function");
});

test("a call over midnight is settled on the day it was reserved on", async () => {
  let now = new Date("2026-07-01T23:59:59Z");
  const line = { feedId: null, purpose: "digest" as const, model: "stub" };
  const settle = await createSpendReserver(worker, line, { budget: plenty, now: () => now })(estimate);
  now = new Date("2026-07-02T00:00:30Z");
  assert.ok(typeof settle === "function");
  await settle(usage, true);
  assert.deepEqual(
    (await linesOf({ ...line, day: "2026-07-01" })).map(({ cost, reserved }) => [cost, reserved]),
    [[0.002, 0]],
  );
});
