import assert from "node:assert/strict";
import { test } from "node:test";
import { classifyStatus } from "../../src/fetching/failed-outcome.ts";
import { hostOfLane, laneOf, rootDomainOf } from "../../src/schedule/lane.ts";

// Lanes are stored: one that is computed in another way tomorrow would ask a host twice at once.
const lanes: [string, string][] = [
  ["https://a.example/feed", "a.example/51"],
  ["https://b.example/feed", "b.example/22"],
  ["https://www.bbc.co.uk/news", "bbc.co.uk/1"],
  ["http://127.0.0.1/feed", "127.0.0.1/52"],
];
for (const [url, lane] of lanes) test(`${url} waits in lane ${lane} of 64`, () => assert.equal(laneOf(url, 64), lane));

test("a host has one lane, however it is spelled, and a domain has a limited number", () => {
  const same = ["https://news.example/a", "http://NEWS.example./b", "https://news.example:8443/c"];
  assert.equal(new Set(same.map((url) => laneOf(url, 64))).size, 1);
  const hosts = Array.from({ length: 200 }, (_, index) => `https://host${index}.news.example/`);
  assert.deepEqual([...new Set(hosts.map((url) => laneOf(url, 4)))].toSorted(), [
    "news.example/0",
    "news.example/1",
    "news.example/2",
    "news.example/3",
  ]);
});

test("a lane is shown as its domain; sites on one platform share its lanes", () => {
  assert.equal(hostOfLane("news.example/3"), "news.example");
  assert.equal(rootDomainOf("https://somebody.github.io/feed"), "github.io");
  assert.equal(rootDomainOf("http://localhost/feed"), "localhost");
});

test("a 304 to a request without validators is reported as such", () => {
  assert.match(classifyStatus(304).message, /“not modified” to a first request/);
});
