import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { moveOutOfSkipTimes } from "../../src/schedule/policy/choose-next-run.ts";
import { checkProperty } from "../ground/check-property.ts";

const hours = Array.from({ length: 24 }, (_, hour) => hour);

function moved(at: string, skipHours: number[], skipDays: number[]): string {
  return moveOutOfSkipTimes(new Date(at), { skipHours, skipDays }).toISOString().slice(0, 16);
}

test("a time in no skipped hour stays", () => {
  assert.equal(moved("2026-04-15T12:37Z", [0, 1, 2], [0]), "2026-04-15T12:37");
});

test("a time in a skipped hour moves to the same minute of the first hour that is not", () => {
  assert.equal(moved("2026-04-15T02:37Z", [2, 3, 4, 5], []), "2026-04-15T06:37");
});

test("skipped hours go on past midnight", () => {
  assert.equal(moved("2026-04-15T22:10Z", [22, 23, 0, 1], []), "2026-04-16T02:10");
});

test("a time on a skipped day moves to the next day that is not", () => {
  assert.equal(moved("2026-04-18T20:15Z", [], [6, 0]), "2026-04-20T00:15");
});

test("days and hours are skipped together", () => {
  assert.equal(moved("2026-04-18T20:15Z", [0, 1], [6, 0]), "2026-04-20T02:15");
});

test("skip times that cover everything are ignored", () => {
  assert.equal(moved("2026-04-15T12:37Z", hours, []), "2026-04-15T12:37");
  assert.equal(moved("2026-04-15T12:37Z", [], [0, 1, 2, 3, 4, 5, 6]), "2026-04-15T12:37");
});

test("a time only ever moves later, by less than a week, and out of what is skipped", () => {
  const skipHours = fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { maxLength: 23 });
  const skipDays = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 6 });
  const times = fc.date({ min: new Date("2020-01-01"), max: new Date("2040-01-01"), noInvalidDate: true });
  checkProperty(
    fc.property(times, skipHours, skipDays, (at, skipHours, skipDays) => {
      const after = moveOutOfSkipTimes(at, { skipHours, skipDays });
      const byMs = after.getTime() - at.getTime();
      assert.ok(byMs >= 0 && byMs < 7 * 86_400_000);
      assert.ok(!skipHours.includes(after.getUTCHours()) && !skipDays.includes(after.getUTCDay()));
    }),
  );
});
