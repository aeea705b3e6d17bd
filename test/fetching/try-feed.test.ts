import assert from "node:assert/strict";
import { test } from "node:test";
import { explainRefusedUrl } from "../../src/fetching/request-headers.ts";
import { tryFeed } from "../../src/fetching/try-feed.ts";
import { parseAllowedNetworks } from "../../src/http-client/address-policy.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { fetchDriver } from "../ground/fetch-driver.ts";
import { testDatabase } from "../ground/test-database.ts";

const origin = await feedOrigin();
const driver = fetchDriver(await testDatabase());

test("an address is tried like a new feed: all its items are new, and the next fetch is in an hour", async () => {
  origin.serve("/tried", { body: rss([{ title: "One", link: "http://elsewhere.example/1" }, { title: "Two" }]) });
  const { result, reading, plan } = await tryFeed(driver.parts, origin.url("/tried"), { "X-Key": "secret" });
  assert.equal(result.kind, "response");
  assert.equal(reading.outcome.kind, "fetched");
  assert.equal(reading.selection.items.length, 2);
  assert.equal(plan.suspended, false);
  assert.equal(plan.nextRunAt?.getTime(), driver.clock.now().getTime() + 3_600_000);
  const [request] = origin.log;
  assert.equal(request?.headers["x-key"], "secret");
});

test("a forbidden address is reported before any request, and an allowed one is not", async () => {
  const loopback = parseAllowedNetworks("127.0.0.0/8");
  for (const url of ["http://127.0.0.1/feed", "http://localhost/feed"]) {
    assert.match((await explainRefusedUrl(url, [])) ?? "", /127\.0\.0\.1/);
    assert.equal(await explainRefusedUrl(url, loopback), null);
  }
  assert.match((await explainRefusedUrl("http://10.0.0.1/feed", loopback)) ?? "", /10\.0\.0\.1/);
  assert.equal(await explainRefusedUrl("https://news.example/feed", []), null);
});
