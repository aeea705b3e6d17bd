import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { replanFetch } from "../../src/schedule/policy/fetch-policy.ts";
import type { FeedFetchState, FetchLimits } from "../../src/schedule/policy/fetch-state.ts";
import { learnPace } from "../../src/schedule/policy/pace.ts";
import { describeWhyNext } from "../../src/schedule/policy/why-next.ts";
import { dayMs, earlier, hourMs, later } from "../../src/time.ts";
import { checkProperty } from "../ground/check-property.ts";
import { failed, feedWith, inMinutes, limits, minutesFrom, notModified, now, plan } from "./fetch-examples.ts";

const learned = { ...limits, adaptive: "learned" as const };

/** A feed that published an item every `hours` for a month. */
function publishing(hours: number, settings: Partial<FeedFetchState> = {}): FeedFetchState {
  const dates = Array.from({ length: Math.floor((30 * 24) / hours) }, (_, n) => earlier(now, n * hours * hourMs));
  return feedWith({ pace: learnPace(null, { dates, isWhole: true }, now) }, settings);
}
const minutesOf = (state: FeedFetchState, freshness: number | null = null, policy: FetchLimits = learned) =>
  minutesFrom(now, plan(state, notModified(freshness), { limits: policy }).nextRunAt) ?? 0;

test("a feed with many readers is fetched sooner, four times as often at most", () => {
  const one = minutesOf(publishing(71));
  assert.ok(Math.abs(minutesOf(publishing(71, { readers: 4 })) / one - 0.5) < 0.05);
  assert.ok(Math.abs(minutesOf(publishing(71, { readers: 16 })) / one - 0.25) < 0.05);
  assert.equal(minutesOf(publishing(71, { readers: 100_000 })), minutesOf(publishing(71, { readers: 16 })));
  assert.equal(minutesOf(publishing(71, { readers: 0 })), one);
});

test("more readers never make a feed wait longer, and never come before the floor or the server's word", () => {
  checkProperty(
    fc.property(
      fc.double({ min: 0.1, max: 200, noNaN: true }),
      fc.nat(40),
      fc.nat(40),
      fc.option(fc.integer({ min: 0, max: 86_400 })),
      (hours, fewer, more, freshness) => {
        const few = minutesOf(publishing(hours, { readers: fewer }), freshness);
        const many = minutesOf(publishing(hours, { readers: fewer + more }), freshness);
        assert.ok(many <= few);
        assert.ok(many >= limits.intervalMinutesMin && many >= (freshness ?? 0) / 60);
        if (!freshness || freshness >= 3_600) assert.ok(many >= 60);
      },
    ),
  );
});

test("a feed that nobody reads and nobody asks for is fetched once a day, and its reason says so", () => {
  const next = plan(publishing(1, { isUnread: true }), notModified(), { limits: learned });
  assert.deepEqual([minutesFrom(now, next.nextRunAt), next.why.winner], [1_440, "nobody-reads"]);
  assert.match(describeWhyNext(next.why)[0] ?? "", /once a day, as nobody reads the feed/);
});

test("a feed that nobody read has its old interval back at once when somebody asks", () => {
  const unread = publishing(1, { isUnread: true });
  const { memory } = plan(unread, notModified(), { limits: learned });
  assert.equal(memory.intervalMinutes, 60);
  const wanted = { ...unread, isUnread: false, memory };
  assert.deepEqual(replanFetch({ state: wanted, limits: learned, random: () => 0 })?.nextRunAt, inMinutes(60));
});

test("by the factors a feed that nobody reads is fetched like any other", () => {
  assert.equal(minutesOf(publishing(1, { isUnread: true }), null, limits), 75);
});

test("while a hub tells of new items a feed is fetched once a day, and again by its interval when that ends", () => {
  const pushed = (ms: number) => plan(publishing(1, { pushUntil: later(now, ms) }), notModified(), { limits: learned });
  assert.deepEqual([minutesFrom(now, pushed(10 * dayMs).nextRunAt), pushed(10 * dayMs).why.winner], [1_440, "push"]);
  assert.equal(minutesFrom(now, pushed(5 * hourMs).nextRunAt), 300);
  assert.equal(minutesFrom(now, pushed(-1).nextRunAt), 60);
  assert.match(describeWhyNext(pushed(10 * dayMs).why)[0] ?? "", /a hub tells us/);
});

test("what the operator fixed for a feed comes before a hub and before nobody reading it", () => {
  const fixed = { adaptive: false, ownIntervalMinutes: 30, isUnread: true, pushUntil: later(now, dayMs) };
  assert.equal(minutesOf(publishing(1, fixed)), 30);
});

test("a failure is retried by the backoff, also where a hub tells of new items", () => {
  const state = publishing(1, { isUnread: true, pushUntil: later(now, 10 * dayMs) });
  assert.equal(minutesFrom(now, plan(state, failed("timeout"), { limits: learned }).nextRunAt), 5);
});

test("where the host's budget of the day decides, why_next says so", () => {
  const until = inMinutes(200);
  const next = plan(publishing(1), notModified(), { limits: learned, hostBudgetUntil: until });
  assert.deepEqual([next.nextRunAt, next.why.winner], [until, "host-budget"]);
  assert.match(describeWhyNext(next.why)[0] ?? "", /its host's requests of the day/);
  const early = plan(publishing(1), notModified(), { limits: learned, hostBudgetUntil: inMinutes(30) });
  assert.deepEqual([minutesFrom(now, early.nextRunAt), early.why.winner], [60, "success-interval"]);
});

test("of a feed that never had an item, no pace is claimed", () => {
  const emptyHour = (at: Date, known = learnPace(null, { dates: [], isWhole: true }, earlier(at, hourMs))) =>
    learnPace(known, { dates: [], isWhole: false }, at);
  const silent = plan(feedWith({ pace: emptyHour(now) }), notModified(), { limits: learned });
  assert.ok(silent.why.at !== null);
  assert.equal(silent.why.habit, undefined);
  const heard = plan(publishing(20), notModified(), { limits: learned });
  assert.ok(heard.why.at !== null && heard.why.habit !== undefined);
});
