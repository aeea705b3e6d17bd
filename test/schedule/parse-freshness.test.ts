import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { parseFreshness } from "../../src/schedule/policy/parse-freshness.ts";
import type { FreshnessHeaders } from "../../src/schedule/policy/parse-freshness.ts";
import { now } from "./fetch-examples.ts";
import { checkProperty } from "../ground/check-property.ts";

function freshness(headers: Partial<FreshnessHeaders>): number | null {
  return parseFreshness({ cacheControl: null, age: null, expires: null, date: null, ...headers }, now);
}

const cacheControlCases: [why: string, cacheControl: string, seconds: number | null][] = [
  ["max-age is taken as it is", "max-age=3600", 3600],
  ["names are read in any case", "Public, MAX-AGE=3600", 3600],
  ["a quoted value counts", 'max-age="3600"', 3600],
  ["spaces around the equals sign are forgiven", "max-age = 3600", 3600],
  ["the first of two max-age wins", "max-age=600, max-age=3600", 600],
  ["a first garbled max-age wins too, and is zero", "max-age=abc, max-age=3600", 0],
  ["a negative max-age is zero", "max-age=-1", 0],
  ["a broken max-age is zero", "max-age=12.5", 0],
  ["an empty max-age is zero", "max-age=", 0],
  ["an unfinished quote is zero", 'max-age="3600', 0],
  ["max-age=0 is zero", "max-age=0", 0],
  ["no-store is zero", "no-store, max-age=3600", 0],
  ["no-cache is zero", "max-age=3600, no-cache", 0],
  ["no-cache for one field forbids nothing else", 'no-cache="Set-Cookie", max-age=3600', 3600],
  ["a directive inside quotes is none", 'private="x, no-store, max-age=5", max-age=3600', 3600],
  ["s-maxage is for CDNs", "s-maxage=3600", null],
  ["stale-while-revalidate adds nothing", "max-age=60, stale-while-revalidate=86400", 60],
  ["it counts up to a day", "max-age=31536000", 86_400],
  ["absurdly many digits are a day", `max-age=${"9".repeat(400)}`, 86_400],
  ["other directives say nothing", "public, must-revalidate", null],
  ["an empty header says nothing", "", null],
];
for (const [why, cacheControl, seconds] of cacheControlCases) {
  test(`freshness: ${why}`, () => assert.equal(freshness({ cacheControl }), seconds));
}

test("Age is subtracted from max-age, and never below zero", () => {
  assert.equal(freshness({ cacheControl: "max-age=3600", age: "600" }), 3000);
  assert.equal(freshness({ cacheControl: "max-age=3600", age: "4000" }), 0);
  assert.equal(freshness({ cacheControl: "max-age=172800", age: "100000" }), 72_800);
  for (const age of ["", "-5", "old", "1.5"]) assert.equal(freshness({ cacheControl: "max-age=3600", age }), 3600);
});

test("Expires counts from the server's own Date", () => {
  const headers = { expires: "Thu, 01 Jan 2004 02:00:00 GMT", date: "Thu, 01 Jan 2004 00:00:00 GMT" };
  assert.equal(freshness(headers), 7200);
});

test("Expires counts from our clock if the server sends no Date", () => {
  assert.equal(freshness({ expires: "Wed, 15 Apr 2026 13:00:00 GMT" }), 3600);
});

test("an old or garbled Expires asks for no wait", () => {
  for (const expires of ["0", "-1", "never", "", "Thu, 01 Jan 1970 00:00:00 GMT"]) {
    assert.equal(freshness({ expires }), 0);
  }
});

test("max-age outranks Expires", () => {
  assert.equal(freshness({ cacheControl: "max-age=60", expires: "Wed, 15 Apr 2026 13:00:00 GMT" }), 60);
});

test("a server that sends no cache header gives no freshness", () => assert.equal(freshness({}), null));

test("whatever the headers say, freshness is null or a whole number of seconds up to a day", () => {
  const shards = fc.constantFrom(
    "max-age",
    "no-cache",
    "no-store",
    "=",
    '"',
    ",",
    " ",
    "-",
    "60",
    "9".repeat(30),
    "\\",
  );
  const header = fc.option(
    fc.oneof(
      fc.array(shards).map((parts) => parts.join("")),
      fc.string({ maxLength: 300 }),
    ),
  );
  checkProperty(
    fc.property(header, header, header, header, (cacheControl, age, expires, date) => {
      const seconds = parseFreshness({ cacheControl, age, expires, date }, now);
      assert.ok(seconds === null || (Number.isInteger(seconds) && seconds >= 0 && seconds <= 86_400));
    }),
  );
});
