import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { parseRetryAfter } from "../../src/feeds/parse-retry-after.ts";
import { now } from "./fetch-examples.ts";
import { checkProperty } from "../ground/check-property.ts";

const dayMs = 86_400_000;

function waitSeconds(retryAfter: string | null, date: string | null = null): number | null {
  const until = parseRetryAfter({ retryAfter, date }, now);
  return until === null ? null : (until.getTime() - now.getTime()) / 1000;
}

test("Retry-After in seconds counts from now", () => {
  assert.equal(waitSeconds("120"), 120);
  assert.equal(waitSeconds(" 120 "), 120);
});

test("Retry-After as a date counts from our clock where the server tells no time", () => {
  assert.equal(waitSeconds("Wed, 15 Apr 2026 13:00:00 GMT"), 3600);
  assert.equal(waitSeconds("Wed, 15 Apr 2026 13:00:00 GMT", "yesterday"), 3600);
});

test("Retry-After as a date counts from the server's own clock, however wrong", () => {
  assert.equal(waitSeconds("Thu, 01 Jan 2004 00:10:00 GMT", "Thu, 01 Jan 2004 00:00:00 GMT"), 600);
});

test("Retry-After is believed up to seven days", () => {
  for (const text of ["604800", "604801", "9".repeat(400), "Fri, 15 Apr 2050 12:00:00 GMT"]) {
    assert.equal(waitSeconds(text), 604_800);
  }
});

for (const text of [
  "",
  "0",
  "-5",
  "1.5",
  "1e3",
  "0x10",
  "soon",
  "120, 300",
  "120s",
  "Wed, 15 Apr 2026 11:00:00 GMT",
  "Wed, 15 Apr 2026 12:00:00 GMT",
]) {
  test(`Retry-After "${text}" names no time to wait for`, () => assert.equal(waitSeconds(text), null));
}

test("no Retry-After names no time", () => assert.equal(waitSeconds(null), null));

test("whatever the headers say, the wait is positive and at most seven days", () => {
  const headers = fc.option(fc.oneof(fc.string(), fc.integer().map(String), anyHttpDate()));
  checkProperty(
    fc.property(headers, headers, (retryAfter, date) => {
      const until = parseRetryAfter({ retryAfter, date }, now);
      assert.ok(until === null || (until > now && until.getTime() <= now.getTime() + 7 * dayMs));
    }),
  );
});

function anyHttpDate(): fc.Arbitrary<string> {
  return fc.date({ noInvalidDate: true }).map((date) => date.toUTCString());
}
