import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseDate } from "../../../src/fetching/parsing/parse-date.ts";
import { checkProperty } from "../../ground/check-property.ts";

// By form; the 46 that feedparser's tests know are among them.
const readable: Record<string, [written: string, utc: string][]> = {
  "RSS, RFC 822": [
    ["Sat, 07 Mar 2020 18:05:09 GMT", "2020-03-07T18:05:09Z"],
    ["Sat, 07 Mar 2020 18:05:09 +0200", "2020-03-07T16:05:09Z"],
    ["Sat, 07 Mar 2020 18:05:09 -00:30", "2020-03-07T18:35:09Z"],
    ["Sat, 07 Mar 2020 18:05:09 GMT-01:30", "2020-03-07T19:35:09Z"],
    ["Sat, 07 Mar 2020 18:05:09 GMT+1", "2020-03-07T17:05:09Z"],
    ["Sat, 07 Mar 2020 18:05:09 UTC-10", "2020-03-08T04:05:09Z"],
    ["Sat, 07 Mar 2020 18:05:09 Etc/GMT", "2020-03-07T18:05:09Z"],
    ["Sat,  7 Mar 2020 18:05:09 GMT", "2020-03-07T18:05:09Z"],
    ["Sat, 07 Mar 20 18:05:09 GMT", "2020-03-07T18:05:09Z"],
    ["Sun, 07 Mar 71 18:05:09 GMT", "1971-03-07T18:05:09Z"],
    ["Sat, 07 Mar 2020 18:05 GMT", "2020-03-07T18:05:00Z"],
    ["Sat, 07 Mar 2020", "2020-03-07T00:00:00Z"],
    ["Sat, 07 Mar, 2020 18:05:09 UTC", "2020-03-07T18:05:09Z"],
    ["Thu, 07 Mar 0200 00:00:01 +0100", "0200-03-06T23:00:01Z"],
    ["7 Mar 2020 18:05:09 Z", "2020-03-07T18:05:09Z"],
    ["07-Mar-2020 18:05:09 GMT", "2020-03-07T18:05:09Z"],
    ["Sat, 7th Mar 2020 18:05:09 GMT", "2020-03-07T18:05:09Z"],
    ["Saturday, 07. March 2020 - 18:05", "2020-03-07T18:05:00Z"],
    ["7 March, 2020", "2020-03-07T00:00:00Z"],
    ["07 Mar 2020 GMT", "2020-03-07T00:00:00Z"],
    ["Sat, 07 Mar 2020 6:05 PM EST", "2020-03-07T23:05:00Z"],
    ["Wed, 31 Jun 2020 18:05:09 GMT", "2020-07-01T18:05:09Z"],
    ["Sat, 07 Mar 2020 18:05:09 +0000 GMT", "2020-03-07T18:05:09Z"],
  ],
  "zones by name": [
    ["Sat, 07 Mar 2020 12:00:00 MET", "2020-03-07T11:00:00Z"],
    ["Tue, 07 Jul 2020 12:00:00 MEST", "2020-07-07T10:00:00Z"],
    ["Sat, 07 March 2020 12:00:00 AT", "2020-03-07T16:00:00Z"],
    ["Sat, 07 March 2020 12:00:00 ET", "2020-03-07T17:00:00Z"],
    ["Sat, 07 March 2020 12:00:00 CT", "2020-03-07T18:00:00Z"],
    ["Sat, 07 March 2020 12:00:00 MT", "2020-03-07T19:00:00Z"],
    ["Sat, 07 March 2020 18:00:00 PT", "2020-03-08T02:00:00Z"],
    ["Sat, 07 Mar 2020 12:00:00 EDT", "2020-03-07T16:00:00Z"],
    ["Sat, 07 Mar 2020 12:00:00 IST", "2020-03-07T06:30:00Z"],
    ["Sat, 07 Mar 2020 12:00:00 Europe/Berlin", "2020-03-07T11:00:00Z"],
    ["Tue, 07 Jul 2020 12:00:00 Europe/Berlin", "2020-07-07T10:00:00Z"],
    ["Sat, 07 Mar 2020 12:00:00 Nowhere", "2020-03-07T12:00:00Z"],
  ],
  "Atom, W3C": [
    ["2020-03-07T18:05:09Z", "2020-03-07T18:05:09Z"],
    ["2020-03-07T18:05:09-08:00", "2020-03-08T02:05:09Z"],
    ["2020-03-07T18:05:09+08:00", "2020-03-07T10:05:09Z"],
    ["2020-03-07T18:05:09.538+10:00", "2020-03-07T08:05:09.538Z"],
    ["2020-03-07", "2020-03-07T00:00:00Z"],
    ["2020-03", "2020-03-01T00:00:00Z"],
    ["2020", "2020-01-01T00:00:00Z"],
    ["2020-02-28T18:05:09-08:00", "2020-02-29T02:05:09Z"],
    ["2021-02-28T18:05:09-08:00", "2021-03-01T02:05:09Z"],
    ["2000-02-28T18:05:09-08:00", "2000-02-29T02:05:09Z"],
    ["2020-03-07T18:05", "2020-03-07T18:05:00Z"],
    ["2020-03-07T18:05:09-05:00Z", "2020-03-07T23:05:09Z"],
    ["2020-03-07T24:00:00Z", "2020-03-08T00:00:00Z"],
  ],
  "ISO 8601, the rest": [
    ["2020-03-07T18:05:09.1234Z", "2020-03-07T18:05:09.123Z"],
    ["2020-003-07T18:05:09+00:00", "2020-03-07T18:05:09Z"],
    ["20200307T180509Z", "2020-03-07T18:05:09Z"],
    ["20200307T18:05:09.5+01:00", "2020-03-07T17:05:09.500Z"],
    ["-2003", "2020-03-01T00:00:00Z"],
    ["-20-03", "2020-03-01T00:00:00Z"],
    ["200307", "2020-03-07T00:00:00Z"],
    ["20-03-07", "2020-03-07T00:00:00Z"],
    ["20067", "2020-03-07T00:00:00Z"],
    ["2020-067", "2020-03-07T00:00:00Z"],
  ],
  databases: [
    ["2020-03-07 18:05:09 -00:20", "2020-03-07T18:25:09Z"],
    ["2020-03-07 18:05:09", "2020-03-07T18:05:09Z"],
    ["2020-03-07 18:05:09 +0000 UTC", "2020-03-07T18:05:09Z"],
    ["2020-03-07 18:05:09.123456789 +0100 CET", "2020-03-07T17:05:09.123Z"],
    ["2020-03-07T18:05:09+01:00[Europe/Berlin]", "2020-03-07T17:05:09Z"],
    ["2020-03-07T18:05:09Z[UTC]", "2020-03-07T18:05:09Z"],
    ["2020-03-07 18:05:09.0", "2020-03-07T18:05:09Z"],
    ["Sat, 2020/03/07 18:05:09 EST", "2020-03-07T23:05:09Z"],
    ["1583604309", "2020-03-07T18:05:09Z"],
    ["1583604309000", "2020-03-07T18:05:09Z"],
  ],
  "C and JavaScript": [
    ["Sat Mar  7 18:05:09 2020", "2020-03-07T18:05:09Z"],
    ["Sat Mar 07 18:05:09 +0100 2020", "2020-03-07T17:05:09Z"],
    ["Sat Mar 07 2020 18:05:09 +0200", "2020-03-07T16:05:09Z"],
    ["Sat Mar 07 2020 18:05:09 GMT+0100 (Central European Standard Time)", "2020-03-07T17:05:09Z"],
  ],
  "American and other people's": [
    ["Saturday, March 7, 2020 - 6:05pm", "2020-03-07T18:05:00Z"],
    ["Mar. 7, 2020, 12:05 a.m.", "2020-03-07T00:05:00Z"],
    ["Mar. 2020", "2020-03-01T00:00:00Z"],
    ["Sat, March 7, 2020 at 06:05 PM EST", "2020-03-07T23:05:00Z"],
    ["03/07/2020 6:05 pm PST", "2020-03-08T02:05:00Z"],
    ["27/03/2020", "2020-03-27T00:00:00Z"],
    ["07.03.20", "2020-03-07T00:00:00Z"],
    ["Sat, 07 03 2020 18:05:09 +0100", "2020-03-07T17:05:09Z"],
  ],
  "other languages": [
    ["Σάβ, 07 Μάρ 2020 12:00:00 EST", "2020-03-07T17:00:00Z"],
    ["Σάβ, 11 Ιούλ 2020 12:00:00 GMT", "2020-07-11T12:00:00Z"],
    ["2020-március-07T9:15-05:00", "2020-03-07T14:15:00Z"],
    ["2020-03-07 오후 11:05:09", "2020-03-07T14:05:09Z"],
    ["2020-03-07 오전 12:05:09", "2020-03-06T15:05:09Z"],
    ["2020년 03월 07일  01:05:09", "2020-03-06T16:05:09Z"],
    ["2020年03月07日 18:05:09", "2020-03-07T18:05:09Z"],
    ["Sa, 07 Mär 2020 18:05:09 +0100", "2020-03-07T17:05:09Z"],
    ["sam., 07 août 2020 18:05:09 +0200", "2020-08-07T16:05:09Z"],
    ["ven., 03 juil. 2020 18:05:09 +0000", "2020-07-03T18:05:09Z"],
    ["mié, 07 ene 2020 18:05:09 +0000", "2020-01-07T18:05:09Z"],
    ["сб, 07 мар 2020 18:05:09 +0300", "2020-03-07T15:05:09Z"],
  ],
};

for (const [form, dates] of Object.entries(readable)) {
  test(`dates are read in the form of ${form}`, () => {
    for (const [written, utc] of dates) {
      assert.equal(parseDate(written)?.toISOString(), new Date(utc).toISOString(), written);
      assert.equal(parseDate(`\n ${written} `)?.toISOString(), new Date(utc).toISOString(), written);
    }
  });
}

test("text that is not a date gives none", () => {
  const unreadable = [
    "",
    " ",
    "yesterday",
    "Sat, 07 zzz 2020 18:05:09 GMT",
    "Sat, Mar x 2020 18:05:09 GMT",
    "Sat, 07 Mar zz 18:05:09 GMT",
    "Sat, 07 Mar 2020 1:2:3:4 GMT",
    "Sat, 07 Mar 2020 18:05:09 +zz:00",
    "Sat, 07 Mar 2020 18:05:09 +00:zz",
    "Sat, 99 Mar 2020 18:05:09 GMT",
    "2020-13-07",
    "2020-03-32",
    "2020-xx-07",
    "2020-03-07T25:05:09Z",
    "2020-03-07T18:61:09Z",
    "2020-03-07T18:05:61Z",
    "2020-03-07T18:xx:09Z",
    "2020-03-07T18:05:09+00:xx",
    "2020-03-07T18:05:09-06:00Textra",
    "2020-000",
    "020",
    "9999-12-31T23:59:59-99:99",
    "Fri, 31 Dec 9999 23:59:59 -0100",
    `${"0".repeat(80)}2020-03-07T18:05:09Z`,
  ];
  for (const written of unreadable) assert.equal(parseDate(written), null, written);
});

test("the zero of a program that knows no date is none", () => {
  const zeros = [
    "Mon, 01 Jan 0001 00:00:00 GMT",
    "Mon, 01 Jan 0001 00:00:00 +0000",
    "0001-01-01T00:00:00Z",
    "0001-01-01T00:00:00-05:00",
    "0001-01-01 00:00:00 +0000 UTC",
    "Mon, 30 Nov -0001 00:00:00 +0000",
    "-0001-11-30T00:00:00+00:00",
    "0000-00-00 00:00:00",
    "Thu, 01 Jan 1970 00:00:00 +0000",
    "Thu, 01 Jan 1970 01:00:00 +0100",
    "1970-01-01T00:00:00Z",
  ];
  for (const written of zeros) assert.equal(parseDate(written), null, written);
  assert.deepEqual(parseDate("Thu, 01 Jan 1970 00:00:01 GMT"), new Date(1_000));
});

test("any text gives a date in the years 2 to 9999, or none", () => {
  const known = fc.constantFrom(...Object.values(readable).flatMap((dates) => dates.map(([written]) => written)));
  const mutated = fc
    .tuple(known, fc.nat(60), fc.nat(5), fc.string({ maxLength: 4 }))
    .map(([date, at, cut, put]) => date.slice(0, at) + put + date.slice(at + cut));
  checkProperty(
    fc.property(fc.oneof(mutated, fc.string({ maxLength: 120 }), fc.string({ unit: "grapheme" })), (written) => {
      const year = parseDate(written)?.getUTCFullYear() ?? 2;
      assert.ok(year >= 2 && year <= 9_999);
    }),
    5_000,
  );
});

test("a date written by Date is read back", () => {
  const dates = fc
    .date({ min: new Date("0100-01-01"), max: new Date("9999-12-31"), noInvalidDate: true })
    .filter((date) => Math.floor(date.getTime() / 1_000) !== 0);
  checkProperty(
    fc.property(dates, (date) => {
      assert.equal(parseDate(date.toISOString())?.getTime(), date.getTime());
      assert.equal(parseDate(date.toUTCString())?.getTime(), Math.floor(date.getTime() / 1_000) * 1_000);
    }),
  );
});
