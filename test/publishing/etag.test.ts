import assert from "node:assert/strict";
import { test } from "node:test";
import { etagOf, gzipEtag } from "../../src/publishing/publish-feed.ts";

test("equal bytes have equal strong ETags, different bytes different ones, and gzip its own", () => {
  const tag = etagOf(Buffer.from("feed"));
  assert.match(tag, /^"[\w-]{22}"$/);
  assert.equal(etagOf(Buffer.from("feed")), tag);
  assert.notEqual(etagOf(Buffer.from("feeds")), tag);
  assert.equal(gzipEtag('"abc"'), '"abc-gzip"');
});
