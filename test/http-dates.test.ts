import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { parseHttpDate, parseRetryAfter } from "../src/http-dates.ts";
import { checkProperty } from "./ground/check-property.ts";
import { dayMs } from "../src/time.ts";

const now = new Date("2026-04-15T12:00:00Z");

const sameInstant = "1994-11-06T08:49:37.000Z";

for (const [form, text] of [
  ["IMF-fixdate", "Sun, 06 Nov 1994 08:49:37 GMT"],
  ["RFC 850", "Sunday, 06-Nov-94 08:49:37 GMT"],
  ["asctime, which is UTC too", "Sun Nov  6 08:49:37 1994"],
  ["a one-digit day", "Sun, 6 Nov 1994 08:49:37 GMT"],
  ["any case, with UTC for GMT and spaces around", "  sun, 06 NOV 1994 08:49:37 utc "],
  ["a wrong weekday", "Mon, 06 Nov 1994 08:49:37 GMT"],
] as const) {
  test(`an HTTP date is read as ${form}`, () => {
    assert.equal(parseHttpDate(text)?.toISOString(), sameInstant);
  });
}

test("a leap second is the next minute", () => {
  assert.equal(parseHttpDate("Sat, 31 Dec 2016 23:59:60 GMT")?.toISOString(), "2017-01-01T00:00:00.000Z");
});

test("two-digit years up to 68 are in this century", () => {
  assert.equal(parseHttpDate("Tuesday, 01-Jan-30 00:00:00 GMT")?.getUTCFullYear(), 2030);
  assert.equal(parseHttpDate("Tuesday, 01-Jan-70 00:00:00 GMT")?.getUTCFullYear(), 1970);
});

for (const text of [
  "",
  "0",
  "-1",
  "1.5",
  "2026-04-15T12:00:00Z",
  "Wed, 31 Feb 2026 12:00:00 GMT",
  "Wed, 15 Foo 2026 12:00:00 GMT",
  "Wed, 15 Apr 2026 24:00:00 GMT",
  "Wed, 15 Apr 2026 12:60:00 GMT",
  "Wed, 15 Apr 2026 12:00:00 CET",
  "Wed, 15 Apr 2026 12:00:00",
  "Wed, 15 Apr 0026 12:00:00 GMT",
  "Wed, 15 Apr 2026 12:00:00 GMT, Thu, 16 Apr 2026 12:00:00 GMT",
]) {
  test(`"${text}" is not an HTTP date`, () => assert.equal(parseHttpDate(text), null));
}

test("every instant survives being written and read", () => {
  const instants = fc.date({ min: new Date("1000-01-01"), max: new Date("9999-12-31"), noInvalidDate: true });
  checkProperty(
    fc.property(instants, (instant) => {
      const wholeSecond = Math.floor(instant.getTime() / 1000) * 1000;
      assert.equal(parseHttpDate(instant.toUTCString())?.getTime(), wholeSecond);
    }),
  );
});

test("no text makes the date parser throw or give an invalid date", () => {
  const shards = fc.constantFrom("Sun", ", ", " ", "06", "Nov", "-", "94", "1994", "08:49:37", "99:99:99", " GMT", "é");
  const nearDates = fc.array(shards, { maxLength: 12 }).map((parts) => parts.join(""));
  checkProperty(
    fc.property(fc.oneof(nearDates, fc.string({ maxLength: 200 })), (text) => {
      const date = parseHttpDate(text);
      assert.ok(date === null || Number.isFinite(date.getTime()));
    }),
  );
});

function waitSeconds(retryAfter: string | null, date: string | null = null): number | null {
  const until = parseRetryAfter({ retryAfter, date }, now);
  return until === null ? null : (until.getTime() - now.getTime()) / 1000;
}

test("Retry-After in seconds counts from now", () => {
  assert.equal(waitSeconds("120"), 120);
  assert.equal(waitSeconds(" 120 "), 120);
});

test("Retry-After as a date counts from our clock if the server sends no Date", () => {
  assert.equal(waitSeconds("Wed, 15 Apr 2026 13:00:00 GMT"), 3600);
  assert.equal(waitSeconds("Wed, 15 Apr 2026 13:00:00 GMT", "yesterday"), 3600);
});

test("Retry-After as a date counts from the server's own clock, however wrong", () => {
  assert.equal(waitSeconds("Thu, 01 Jan 2004 00:10:00 GMT", "Thu, 01 Jan 2004 00:00:00 GMT"), 600);
});

test("Retry-After is accepted up to seven days", () => {
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
  test(`Retry-After "${text}" gives no wait`, () => assert.equal(waitSeconds(text), null));
}

test("no Retry-After gives no wait", () => assert.equal(waitSeconds(null), null));

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
