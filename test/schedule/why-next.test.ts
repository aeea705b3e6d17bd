import assert from "node:assert/strict";
import { test } from "node:test";
import { describeWhyNext } from "../../src/schedule/policy/why-next.ts";
import type { WhyNext } from "../../src/schedule/policy/why-next.ts";
import { failed, feedWith, inMinutes, parsed, plan } from "./fetch-examples.ts";

test("the next run is explained with its reason, every bound and every shift", () => {
  const outcome = parsed(false, { freshnessSeconds: 5400, skipHours: [13] });
  const { why } = plan(feedWith({}), outcome, { random: () => 1 });

  assert.deepEqual(describeWhyNext(why), [
    "Next run 2026-04-15 14:39:00 UTC, decided by the server's Cache-Control or Expires.",
    "Not before 2026-04-15 13:15:00 UTC (1 h 15 min): the adaptive interval, from how often the feed changes.",
    "Not before 2026-04-15 12:05:00 UTC (5 min): the shortest interval there is.",
    "Not before 2026-04-15 13:00:00 UTC (1 h): the usual interval; only the server's own word makes it shorter.",
    "Not before 2026-04-15 13:30:00 UTC (1 h 30 min): the server's Cache-Control or Expires.",
    "Then moved to 2026-04-15 13:39:00 UTC: a random delay, so that feeds do not run in step.",
    "Then moved to 2026-04-15 14:39:00 UTC: the feed's skipHours and skipDays.",
  ]);
});

test("a feed without a next run says why", () => {
  const { why } = plan(feedWith({}), failed("gone"));
  assert.deepEqual(describeWhyNext(why), [
    "No next run: the feed is suspended until it is retried or its URL is changed.",
  ]);
});

test("the reason survives its way through JSON", () => {
  const { why } = plan(feedWith({}), failed("rate-limited", { httpStatus: 429, retryAfterAt: inMinutes(10_000) }));
  const stored = JSON.parse(JSON.stringify(why)) as WhyNext;
  assert.deepEqual(stored, why);
  assert.match(String(describeWhyNext(stored)[0]), /Retry-After/);
});
