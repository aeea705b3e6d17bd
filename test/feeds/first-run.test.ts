import assert from "node:assert/strict";
import { test } from "node:test";
import { stagger } from "../../src/feeds/add-feeds-store.ts";

const now = new Date("2026-03-02T08:00:00Z");
const hourMs = 3_600_000;
const polling = { url: "https://example.org/", enabled: true, polling: true, enforceFeedDomain: true };

test("a few feeds start a second apart, the first at once, and those that do not poll not at all", () => {
  const feeds = stagger(
    [polling, { ...polling, polling: false }, polling, { ...polling, enabled: false }],
    hourMs,
    now,
  );
  assert.deepEqual(
    feeds.map(({ firstRunAt }) => (firstRunAt === null ? null : Number(firstRunAt) - now.getTime())),
    [0, null, 1_000, null],
  );
});

test("any number of feeds is spread within the usual interval", () => {
  const last = stagger(
    Array.from({ length: 50_000 }, () => polling),
    hourMs,
    now,
  ).at(-1)?.firstRunAt;
  const afterMs = Number(last) - now.getTime();
  assert.ok(afterMs < hourMs && afterMs > hourMs * 0.99, String(afterMs));
});
