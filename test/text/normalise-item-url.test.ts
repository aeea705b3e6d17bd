import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { normaliseItemUrl } from "../../src/text/normalise-item-url.ts";
import { checkProperty } from "../ground/check-property.ts";

const same: [written: string, identity: string][] = [
  ["https://a.example/1", "https://a.example/1"],
  ["HTTPS://A.Example:443/1", "https://a.example/1"],
  ["https://a.example", "https://a.example/"],
  ["https://a.example/1#comments", "https://a.example/1"],
  ["https://a.example/1?utm_source=rss&utm_medium=feed", "https://a.example/1"],
  ["https://a.example/1?id=2&utm_source=rss&x=y#top", "https://a.example/1?id=2&x=y"],
  ["https://a.example/1?fbclid=a&gclid=b&mc_cid=c&at_medium=RSS&xtor=RSS-1", "https://a.example/1"],
  ["https://a.example/1?UTM_Source=x", "https://a.example/1"],
];

test("a URL is recognized with or without tracking parameters", () => {
  for (const [written, identity] of same) assert.equal(normaliseItemUrl(written), identity);
});

test("parameters that may select another page stay", () => {
  for (const url of [
    "https://a.example/1/",
    "https://a.example/1?b=2&a=1",
    "https://a.example/1?ref=2&source=3",
    "https://a.example/1?utmost=1&attr=2",
    "https://a.example/#!/news/1",
    "https://a.example/app#/news/1",
    "https://a.example/caf%C3%A9?q=%20",
    "http://a.example:8080/1",
    "not a url",
  ])
    assert.equal(normaliseItemUrl(url), url);
});

test("normalising a normalised URL changes nothing", () => {
  const url = fc.webUrl({ withQueryParameters: true, withFragments: true });
  checkProperty(
    fc.property(fc.oneof(url, fc.string()), (written) => {
      const identity = normaliseItemUrl(written);
      assert.equal(normaliseItemUrl(identity), identity);
    }),
  );
});
