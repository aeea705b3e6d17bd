import assert from "node:assert/strict";
import { test } from "node:test";
import { failAnalyzer } from "../../src/analysis/fail-analyzer.ts";
import { createMockAnalyzer } from "../../src/analysis/mock-analyzer.ts";
import { analyzerContract, sampleInput } from "./analyzer-contract.ts";

const signal = new AbortController().signal;

analyzerContract("mock", () => createMockAnalyzer({ latencyMs: 0, sleep: async () => {} }));
analyzerContract("fail", () => failAnalyzer, "failed");

test("the mock analyzer takes the time it is told to, on the clock it is given", async () => {
  const slept: number[] = [];
  const sleep = async (ms: number) => {
    slept.push(ms);
  };
  await createMockAnalyzer({ latencyMs: 1_500, sleep }).analyse(sampleInput, signal);
  assert.deepEqual(slept, [1_500]);
});

test("the mock analyzer stops when it is told to while it sleeps", async () => {
  const stop = new AbortController();
  const sleep = async () => stop.abort();
  const outcome = await createMockAnalyzer({ latencyMs: 1_500, sleep }).analyse(sampleInput, stop.signal);
  assert.equal(outcome.kind === "failed" && outcome.failure.why, "aborted");
});

test("the mock analyzer's scores differ between items", async () => {
  const mock = createMockAnalyzer({ latencyMs: 0, sleep: async () => {} });
  const [one, other] = await Promise.all([
    mock.analyse(sampleInput, signal),
    mock.analyse({ ...sampleInput, title: "Another title" }, signal),
  ]);
  assert.ok(one.kind === "analysed" && other.kind === "analysed");
  assert.notEqual(one.result.overall, other.result.overall);
});

test("the fail analyzer says that it fails on purpose", async () => {
  const outcome = await failAnalyzer.analyse(sampleInput, signal);
  assert.match(outcome.kind === "failed" ? outcome.failure.message : "", /fails on purpose/u);
});
