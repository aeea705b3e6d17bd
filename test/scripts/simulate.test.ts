import assert from "node:assert/strict";
import { test } from "node:test";
import type { Row } from "../../scripts/simulate/compare-policies.ts";
import { comparePolicies, mixture, ours } from "../../scripts/simulate/compare-policies.ts";
import { judgeComparison, judgeFrontier, lossesTo } from "../../scripts/simulate/judge-comparison.ts";
import type { Publisher } from "../../scripts/simulate/publisher.ts";
import { dayMs, hourMs, minuteMs } from "../../scripts/simulate/publisher.ts";
import { repeatGaps } from "../../scripts/simulate/recorded-publishers.ts";
import {
  commaFeed,
  fixedHourly,
  freshRss,
  minifluxEntryFrequency,
  minifluxRoundRobin,
} from "../../scripts/simulate/rival-policies.ts";
import { runPolicy } from "../../scripts/simulate/run-policy.ts";
import { seededRandom } from "../../scripts/simulate/seeded-random.ts";

const day = { fromMs: 0, untilMs: dayMs };

function publisher(changes: Partial<Publisher>): Publisher {
  const hints = { ttlMinutes: null, updatePeriodSeconds: null, skipHours: [], skipDays: [] };
  return { kind: "test", publishedAtMs: [], cacheControl: null, hints, overload: null, ...changes };
}

test("a delay runs from publication to the fetch that finds the item, even after the last day", () => {
  const published = [10 * minuteMs, 90 * minuteMs, dayMs - minuteMs];
  const run = runPolicy(publisher({ publishedAtMs: published }), fixedHourly(), day);
  assert.equal(run.requests, 24);
  assert.deepEqual(run.delaysMs, [50 * minuteMs, 30 * minuteMs, minuteMs]);
});

test("a request before max-age, within skipHours or before Retry-After counts as a violation", () => {
  const hourly = (changes: Partial<Publisher>) => runPolicy(publisher(changes), fixedHourly(), day).violations;
  assert.equal(hourly({ cacheControl: "max-age=7200" }), 23);
  assert.equal(hourly({ cacheControl: "max-age=3600" }), 0);
  const hints = { ttlMinutes: null, updatePeriodSeconds: null, skipHours: [3, 4], skipDays: [] };
  assert.equal(hourly({ hints }), 2);
  assert.equal(hourly({ overload: { fromMs: 5 * hourMs, untilMs: 9 * hourMs } }), 3);
});

test("the other policies give the intervals in their descriptions", () => {
  const requests = (policy: ReturnType<typeof fixedHourly>, changes: Partial<Publisher>) =>
    runPolicy(publisher(changes), policy, day).requests;
  assert.equal(requests(minifluxRoundRobin(), { cacheControl: "max-age=7200" }), 12);
  assert.equal(requests(minifluxEntryFrequency(), {}), 1);
  const halfHourly = Array.from({ length: 48 * 9 }, (_, n) => (n - 48 * 8) * 30 * minuteMs);
  assert.equal(requests(minifluxEntryFrequency(), { publishedAtMs: halfHourly }), 48);
  assert.equal(requests(commaFeed(), { publishedAtMs: halfHourly }), 96);
  assert.equal(requests(commaFeed(), { publishedAtMs: [-40 * dayMs] }), 6);
});

test("a policy that is better in both, a loss to the hourly one and an early request are all reported", () => {
  const row = (group: string, policy: string, requests: number, medianMs: number): Row => ({
    group,
    policy,
    feeds: 1,
    requests,
    meanMs: medianMs,
    medianMs,
    p95Ms: medianMs,
    feedMs: medianMs,
    violations: policy === ours ? 1 : 0,
  });
  const rows = [row(mixture, ours, 10, 10), row(mixture, "fixed hourly", 9, 9)];
  assert.deepEqual(
    judgeComparison(rows).map(({ broken }) => broken.length),
    [0, 1, 1, 1],
  );
});

test("where the learned interval is no better than the factors is named", () => {
  const of = (requests: number, meanMs: number | null, feedMs: number | null): Row => ({
    group: mixture,
    policy: ours,
    feeds: 1,
    requests,
    meanMs,
    feedMs,
    medianMs: null,
    p95Ms: null,
    violations: 0,
  });
  assert.deepEqual(lossesTo(of(10, 10, 10), of(9, 9, 9)), []);
  assert.deepEqual(lossesTo(of(10, 10, 10), of(11, 10, 12)), ["requests", "mean delay", "median over feeds"]);
  assert.deepEqual(lossesTo(of(10, null, null), of(9, null, null)), []);
});

test("recorded gaps repeat until the period is full", () => {
  assert.deepEqual(repeatGaps([5, 6, 9], 0, 10), [0, 1, 4, 5, 8, 9]);
});

test("the same seed gives the same numbers, spread from 0 to 1", () => {
  const [one, other] = [seededRandom(4), seededRandom(4)];
  const drawn = Array.from({ length: 1_000 }, one);
  assert.deepEqual(Array.from({ length: 1_000 }, other), drawn);
  assert.ok(drawn.every((value) => value >= 0 && value < 1));
  assert.ok(Math.abs(drawn.reduce((sum, value) => sum + value, 0) / 1_000 - 0.5) < 0.05);
});

test("the learned interval beats the factors on feeds that its constants were not chosen on", () => {
  const broken = judgeComparison(comparePolicies(2026).rows).flatMap((verdict) => verdict.broken);
  assert.deepEqual(broken, []);
});

test("a reader that is down fetches what is due at the end, and every delay counts", () => {
  const outage = { fromMs: 2.5 * hourMs, untilMs: 6 * hourMs };
  const run = runPolicy(publisher({ publishedAtMs: [3 * hourMs], outage }), fixedHourly(), day);
  assert.equal(run.requests, 21);
  assert.deepEqual(run.delaysMs, [3 * hourMs]);
});

test("a reader whose clock falls back waits for it, and one whose clock is put right again goes on", () => {
  const times: number[] = [];
  const wrongClock = { fromMs: 2.5 * hourMs, untilMs: 10 * hourMs, byMs: -2 * hourMs };
  const hourly = fixedHourly();
  runPolicy(
    publisher({ wrongClock }),
    (visit) => {
      times.push(visit.nowMs);
      return hourly(visit);
    },
    { fromMs: 0, untilMs: 12 * hourMs },
  );
  // What was due at 3 is fetched when the clock says 3 again; at 10 it jumps to the right time.
  assert.deepEqual(
    times.map((at) => at / hourMs),
    [0, 1, 2, 3, 4, 5, 6, 7, 10, 11],
  );
});

test("a policy knows an item by the date that the feed wrote, or by when it found it", () => {
  const seen: (number | null)[][] = [];
  runPolicy(
    publisher({ publishedAtMs: [-1, 30 * minuteMs, 90 * minuteMs], statedAtMs: [0, null, 99 * dayMs] }),
    ({ datedAtMs, statedAtMs, nowMs, isTrue, seen: known }) => {
      assert.equal(isTrue, false);
      seen.push(datedAtMs.slice(), statedAtMs.slice(0, known));
      return nowMs + hourMs;
    },
    { fromMs: 0, untilMs: 3 * hourMs },
  );
  assert.deepEqual(seen.slice(-2), [
    [0, hourMs, 99 * dayMs],
    [0, null, 99 * dayMs],
  ]);
});

test("FreshRSS waits as long as Cache-Control and Retry-After say, and knows no ttl", () => {
  const violations = (changes: Partial<Publisher>) => runPolicy(publisher(changes), freshRss(), day).violations;
  assert.equal(violations({ cacheControl: "max-age=7200" }), 0);
  assert.equal(violations({ overload: { fromMs: 5 * hourMs, untilMs: 9 * hourMs } }), 0);
  const hints = { ttlMinutes: 120, updatePeriodSeconds: null, skipHours: [], skipDays: [] };
  assert.equal(violations({ hints }), 23);
});

test("a setting of another policy that beats ours in both is reported, CommaFeed's is not", () => {
  const row = (policy: string, requests: number, meanMs: number): Row => ({
    group: "as set",
    policy,
    feeds: 1,
    requests,
    meanMs,
    medianMs: meanMs,
    p95Ms: meanMs,
    feedMs: meanMs,
    violations: 0,
  });
  const brokenBy = (policy: string) => judgeFrontier([row(ours, 10, 10), row(policy, 9, 9)]).broken.length;
  assert.deepEqual(["FreshRSS", "fixed interval", "CommaFeed"].map(brokenBy), [1, 1, 0]);
  assert.equal(judgeFrontier([row(ours, 10, 10), row("FreshRSS", 9, 11)]).broken.length, 0);
});
