import assert from "node:assert/strict";
import { test } from "node:test";
import { parseOpml } from "../../src/feeds/opml.ts";

test("OPML is recognized by its root element, and other documents are refused", () => {
  const outline = '<outline type="rss" text="News" xmlUrl="https://news.example/feed"/>';
  assert.deepEqual(parseOpml(`<opml version="2.0"><body>${outline}</body></opml>`).faults, []);
  for (const other of ["<html><body><p>Hello</p></body></html>", "<rss><channel/></rss>", "Hello", ""]) {
    const { feeds, faults } = parseOpml(other);
    assert.deepEqual([feeds.length, faults.length], [0, 1], other);
  }
});
