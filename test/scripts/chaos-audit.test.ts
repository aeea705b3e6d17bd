import assert from "node:assert/strict";
import { test } from "node:test";
import { auditLog } from "../../scripts/chaos/audit-log.ts";
import { forbiddenHost } from "../../scripts/chaos/chaos-hosts.ts";
import type { ChaosRequest, SavedFetch } from "../../scripts/chaos/chaos-log.ts";
import { chooseBehaviour } from "../../scripts/chaos/choose-behaviour.ts";
import { seededRandom } from "../../scripts/simulate/seeded-random.ts";

const terms = { hostDelayMs: 500, successIntervalMs: 60_000, failureIntervalMs: 300_000 };

function request(number: number, startedAt: number, changes: Partial<ChaosRequest> = {}): ChaosRequest {
  const path = `/feed/${changes.key ?? 1}`;
  const usual = { host: "127.20.0.1", path, key: 1, endedAt: startedAt + 100, status: 200, retryAfterMs: 0 };
  return { number, startedAt, ...usual, ...changes };
}

function broken(log: ChaosRequest[], saved: SavedFetch[] = []): number[] {
  return auditLog(log, log, saved, terms).map((finding) => finding.broken.length);
}

test("a clean log breaks no promise, and says how much was checked", () => {
  const log = [request(0, 0), request(1, 61_000), request(2, 600, { key: 2 })];
  const findings = auditLog(log, log, [{ number: 0, status: "success" }], terms);
  assert.deepEqual(
    findings.map(({ checked }) => checked),
    [1, 2, 1, 0, 0],
  );
  assert.deepEqual(broken(log, [{ number: 0, status: "success" }]), [0, 0, 0, 0, 0]);
});

test("two requests for one feed at once are found, even to two hosts", () => {
  const log = [request(0, 0, { endedAt: 1_000 }), request(1, 900, { host: "127.30.0.1" })];
  assert.deepEqual(broken(log), [1, 0, 0, 0, 0]);
});

test("a request to a host too soon is found, also after an answer that never ended", () => {
  assert.deepEqual(broken([request(0, 0), request(1, 599, { key: 2 })]), [0, 1, 0, 0, 0]);
  assert.deepEqual(broken([request(0, 0, { endedAt: Infinity }), request(1, 9_000, { key: 2 })]), [0, 1, 0, 0, 0]);
});

test("an early request for a feed is found, unless the previous answer was never saved", () => {
  const log = [request(0, 0), request(1, 30_000)];
  assert.deepEqual(broken(log, [{ number: 0, status: "success" }]), [0, 0, 1, 0, 0]);
  assert.deepEqual(broken(log), [0, 0, 0, 0, 0]);
  const failed = [request(0, 0, { status: 500 }), request(1, 90_000)];
  assert.deepEqual(broken(failed, [{ number: 0, status: "temporary_error" }]), [0, 0, 1, 0, 0]);
});

test("a request to a host within its Retry-After is found, for any feed", () => {
  const log = [request(0, 0, { status: 429, retryAfterMs: 10_000 }), request(1, 9_000, { key: 2 })];
  assert.deepEqual(broken(log, [{ number: 0, status: "temporary_error" }]), [0, 0, 0, 1, 0]);
});

test("a single request to a forbidden address is found", () => {
  assert.deepEqual(broken([request(0, 0, { host: forbiddenHost, path: "/secret", key: -1 })]), [0, 0, 0, 0, 1]);
});

test("in a storm every kind of behaviour occurs, and afterwards only normal answers", () => {
  const random = seededRandom(1);
  const kinds = (isStorm: boolean) =>
    new Set(Array.from({ length: 5_000 }, () => chooseBehaviour(random, isStorm).kind));
  assert.deepEqual([...kinds(true)].toSorted(), ["answer", "drip", "fail", "redirect", "refuse", "reset"]);
  assert.deepEqual([...kinds(false)], ["answer"]);
});
