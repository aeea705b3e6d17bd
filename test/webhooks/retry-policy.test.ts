import assert from "node:assert/strict";
import { test } from "node:test";
import { isGivenUp, planAttempt } from "../../src/webhooks/retry-policy.ts";

const now = new Date("2026-11-17T12:00:00Z");
const plan = (status: number | null, attempts = 1, retryAfter?: string) =>
  planAttempt({ status, answer: "", retryAfter }, attempts, now);
const seconds = (found: ReturnType<typeof plan>) =>
  found.kind === "again" ? (found.at.getTime() - now.getTime()) / 1_000 : found.kind;

test("no answer, a timeout and a server's own fault are tried again, later each time, and then given up", () => {
  for (const status of [null, 408, 429, 500, 503]) {
    const waits = [1, 2, 3, 4, 5, 6].map((attempts) => seconds(plan(status, attempts)));
    assert.deepEqual(waits, [30, 300, 3_600, 21_600, 86_400, "failed"], String(status));
  }
});

test("what a receiver took is delivered; a no is final, and 410 ends everything", () => {
  assert.deepEqual(
    [200, 204, 301, 400, 401, 404, 410].map((status) => seconds(plan(status))),
    ["delivered", "delivered", "failed", "failed", "failed", "failed", "gone"],
  );
});

test("what a receiver could never take is not tried again", () => {
  assert.equal(planAttempt({ status: null, answer: "", isUnsendable: true }, 1, now).kind, "failed");
});

test("a receiver may ask for more time, at most for a day, and never for less", () => {
  assert.equal(seconds(plan(429, 1, "120")), 120);
  assert.equal(seconds(plan(503, 1, "5")), 30);
  assert.equal(seconds(plan(503, 1, "999999")), 86_400);
  assert.equal(seconds(plan(503, 1, "rubbish")), 30);
});

test("three days of failures are enough", () => {
  assert.equal(isGivenUp(new Date("2026-11-14T12:00:00Z"), now), true);
  assert.equal(isGivenUp(new Date("2026-11-14T12:00:01Z"), now), false);
});
