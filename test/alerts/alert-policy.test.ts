import assert from "node:assert/strict";
import { test } from "node:test";
import { type Alert, decideAlerts, type Look } from "../../src/alerts/alert-policy.ts";

const start = Date.UTC(2026, 4, 1);
const hourMs = 3_600_000;
const bad: Look = { checked: ["health"], findings: [{ kind: "health", sentence: "12 feeds are stuck." }] };
const good: Look = { checked: ["health"], findings: [] };
const unseen: Look = { checked: [], findings: [] };

/** Every look with its time in seconds; what was told, with its time. */
function play(looks: [seconds: number, look: Look][], known: Alert[] = []) {
  let alerts = known;
  const told: [seconds: number, state: string][] = [];
  for (const [seconds, look] of looks) {
    const decided = decideAlerts(alerts, look, new Date(start + seconds * 1_000));
    alerts = decided.alerts;
    told.push(...decided.messages.map(({ state }): [number, string] => [seconds, state]));
  }
  return { alerts, told };
}

test("a problem is reported once after a minute, and once when it has been over for a minute", () => {
  const { told } = play([
    [0, bad],
    [59, bad],
    [60, bad],
    [90, bad],
    [120, good],
    [179, good],
    [180, good],
    [240, good],
  ]);
  assert.deepEqual(told, [
    [60, "raised"],
    [180, "cleared"],
  ]);
});

test("a problem shorter than a minute is not reported, however often it comes", () => {
  const looks = Array.from({ length: 200 }, (_, n): [number, Look] => [n * 30, n % 2 === 0 ? bad : good]);
  assert.deepEqual(play(looks).told, []);
});

test("a short recovery does not clear an alert", () => {
  const looks: [number, Look][] = [
    [0, bad],
    [60, bad],
    [90, good],
    [120, bad],
    [600, good],
    [630, bad],
  ];
  assert.deepEqual(play(looks).told, [[60, "raised"]]);
});

test("a lasting problem is repeated every six hours, not sooner", () => {
  const looks = Array.from({ length: 26 * 120 }, (_, n): [number, Look] => [n * 30, bad]);
  assert.deepEqual(
    play(looks).told.map(([seconds, state]) => [Math.floor((seconds * 1_000) / hourMs), state]),
    [
      [0, "raised"],
      [6, "still raised"],
      [12, "still raised"],
      [18, "still raised"],
      [24, "still raised"],
    ],
  );
});

test("a problem that comes and goes is reported at most once an hour, and cleared only if it was reported", () => {
  // Five minutes bad, five minutes good.
  const looks = Array.from({ length: 24 * 120 }, (_, n): [number, Look] => [n * 30, n % 20 < 10 ? bad : good]);
  const { told } = play(looks);
  const raised = told.filter(([, state]) => state === "raised");
  assert.ok(raised.length <= 24 && raised.length >= 20, `${raised.length}`);
  assert.deepEqual(
    told.map(([, state]) => state),
    Array.from({ length: told.length }, (_, n) => (n % 2 === 0 ? "raised" : "cleared")),
  );
});

test("a failed check neither raises nor clears an alert", () => {
  const { alerts, told } = play([
    [0, bad],
    [60, bad],
    [3_000, unseen],
    [5_000, unseen],
  ]);
  assert.deepEqual(told, [[60, "raised"]]);
  assert.notEqual(alerts[0]?.raisedAt, null);
});

test("a new process does not repeat what was already reported", () => {
  const before = play([
    [0, bad],
    [60, bad],
  ]).alerts;
  const stored = JSON.parse(JSON.stringify(before), (key, value: unknown) =>
    key.endsWith("At") && typeof value === "string" ? new Date(value) : value,
  ) as Alert[];
  assert.deepEqual(
    play(
      [
        [100, bad],
        [400, bad],
        [500, good],
        [560, good],
      ],
      stored,
    ).told,
    [[560, "cleared"]],
  );
});

test("after a clock was years ahead, alerts are raised, repeated and cleared as usual", () => {
  const yearSeconds = 365 * 24 * 3_600;
  const ahead = play([
    [yearSeconds, bad],
    [yearSeconds + 60, bad],
  ]).alerts;
  const { told } = play(
    [
      [0, bad],
      [30, good],
      [90, good],
      [4_000, bad],
      [4_060, bad],
    ],
    ahead,
  );
  assert.deepEqual(told, [
    [0, "still raised"],
    [90, "cleared"],
    [4_060, "raised"],
  ]);
  const seenOnce = play([[yearSeconds, bad]]).alerts;
  assert.deepEqual(
    play(
      [
        [0, bad],
        [60, bad],
      ],
      seenOnce,
    ).told,
    [[0, "raised"]],
  );
});
