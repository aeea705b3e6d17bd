import assert from "node:assert/strict";
import { test } from "node:test";
import type { FetchFailure } from "../../src/schedule/policy/fetch-state.ts";
import { afterPlan, failed, feedWith, minutesFrom, now, plan } from "./fetch-examples.ts";

// The waits alone do not show it: where a step of the table is as long as the circuit, both give the same time.
const circuits: [FetchFailure, attempts: number, minutes: number][] = [
  ["timeout", 2, 60],
  ["connection", 3, 60],
  ["rate-limited", 2, 90],
  ["server-error", 2, 90],
  ["other", 2, 90],
];
for (const [failure, attempts, minutes] of circuits) {
  test(`after ${attempts} times ${failure} the circuit opens for ${minutes} minutes, and not before`, () => {
    let state = feedWith({});
    for (let attempt = 1; attempt <= attempts; attempt += 1) {
      assert.equal(state.memory.circuitUntil, null, `before attempt ${attempt}`);
      state = afterPlan(state, plan(state, failed(failure)));
    }
    assert.equal(minutesFrom(now, state.memory.circuitUntil), minutes);
  });
}
