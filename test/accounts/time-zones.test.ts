import assert from "node:assert/strict";
import { test } from "node:test";
import { findTimeZone, timeZones } from "../../src/accounts/time-zones.ts";

test("a zone is found by its name, an old name, a city alone, and with spaces", () => {
  const cases: [written: string, zone: string | null][] = [
    ["Europe/Warsaw", "Europe/Warsaw"],
    ["europe/warsaw", "Europe/Warsaw"],
    [" Warsaw ", "Europe/Warsaw"],
    ["Ho Chi Minh", "Asia/Ho_Chi_Minh"],
    ["Asia/Saigon", "Asia/Ho_Chi_Minh"],
    ["Europe/Kiev", "Europe/Kyiv"],
    ["Calcutta", null],
    ["Asia/Calcutta", "Asia/Kolkata"],
    ["utc", "UTC"],
    ["Europe/Nowhere", null],
    ["+01:00", null],
    ["constructor", null],
    ["", null],
  ];
  for (const [written, zone] of cases) assert.equal(findTimeZone(written), zone, written);
});

test("the list has the names of today and no zone twice", () => {
  for (const name of ["Europe/Kyiv", "Asia/Kolkata", "Asia/Ho_Chi_Minh"]) assert.ok(timeZones().includes(name), name);
  for (const name of ["Europe/Kiev", "Asia/Calcutta", "Asia/Saigon"]) assert.ok(!timeZones().includes(name), name);
  assert.equal(new Set(timeZones()).size, timeZones().length);
});
