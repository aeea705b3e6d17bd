import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import fc from "fast-check";
import { createRateLimit } from "../../../src/web/public/rate-limit.ts";
import { anyCharacter, checkProperty } from "../../ground/check-property.ts";
import { feedPath, publicWorld } from "./public-world.ts";

const world = await publicWorld();
const server = await world.startServer();
const origin = { Origin: "https://portal.example" };

const refused: [string, RegExp][] = [
  ["/rss", /url is missing: give the address of a feed/],
  ["/atom?url=", /Invalid URL format/],
  ["/feed.json?url=not%20a%20url", /Invalid URL format/],
  ["/rss?url=javascript:alert(1)", /Invalid URL format/],
  ["/rss?url=file:///etc/passwd", /Invalid URL format/],
  ["/rss?url=https://a.example/&url=https://b.example/", /url is given more than once/],
  ["/rss?url=https://user:secret@a.example/", /may not hold a password/],
  [`/rss?url=https://a.example/${"x".repeat(2_100)}`, /longer than 2048/],
  ["/rss?url=https://a.example/&max_score=2", /max_score must be a number from 0 to 1/],
  ["/rss?url=https://a.example/&max_score=0.123", /at most two decimals/],
  ["/rss?url=https://a.example/&max_score=-0", /max_score/],
  ["/rss?url=https://a.example/&max_score=", /max_score/],
  ["/rss?url=https://a.example/&max_score=1e-1", /max_score/],
  ["/rss?url=https://a.example/&max_score=0.1&max_score=0.2", /max_score is given more than once/],
  ["/api/item", /url is missing: give the address of a page/],
  ["/api/item?url=news", /Invalid URL format/],
  [`/api/item?url=https://a.example/${"x".repeat(4_100)}`, /longer than 4096/],
  ["/api/site", /root is missing: give a domain/],
  ["/api/site?root=", /root must be just a domain/],
  ["/api/site?root=https://a.example/", /root must be just a domain/],
  ["/api/site?root=a.example/path", /root must be just a domain/],
  ["/api/site?root=a%00b", /root must be just a domain/],
  ["/api/site?root=[::1", /root must be just a domain/],
  [`/api/site?root=${"a".repeat(254)}`, /longer than 253/],
  ["/api/item/xyz", /hexadecimal/],
  [`/api/item/${"a".repeat(65)}`, /hexadecimal/],
  ["/api/item/%27%20or%201=1", /hexadecimal/],
];
for (const [path, sentence] of refused) {
  test(`${path.slice(0, 70)} is refused with a problem that says why`, async () => {
    const answer = await server.get(path, origin);
    assert.equal(answer.status, 400);
    assert.equal(answer.headers.get("Content-Type"), "application/problem+json");
    assert.equal(answer.headers.get("Access-Control-Allow-Origin"), "*");
    const problem = (await answer.json()) as { status: number; title: string; detail: string };
    assert.deepEqual([problem.status, problem.title], [400, "Bad Request"]);
    assert.match(problem.detail, sentence);
  });
}

test("a wrong request is refused even if the answer is cached", async () => {
  const feed = await world.addBuiltFeed();
  assert.equal((await server.get(feedPath("/rss", feed.url))).status, 200);
  const url = encodeURIComponent(feed.url);
  assert.equal((await server.get(`/rss?url=${url}`)).status, 200);
  for (const rest of [`&url=${url}`, "&max_score=7"])
    assert.equal((await server.get(`/rss?url=${url}${rest}`)).status, 400);
  assert.equal((await server.get(`/rss?url=${url}`, {}, "POST")).status, 405);
});

test("no request causes a server error", async () => {
  // Its own: `npm run fuzz` sends so many requests that everyone else would be refused.
  const asked = await world.startServer();
  const word = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 40 }),
    fc.constantFrom("https://a.example/", "0.5", "\0", "%", "é"),
  );
  const names = fc.constantFrom("url", "root", "max_score", "__proto__", "constructor", "x");
  const paths = fc.constantFrom("/rss", "/atom", "/feed.json", "/api/item", "/api/site", "/api/item/");
  const asking = fc.record({ path: paths, query: fc.array(fc.tuple(names, word), { maxLength: 4 }), tail: word });
  await checkProperty(
    fc.asyncProperty(asking, async ({ path, query, tail }) => {
      const search = query.map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`).join("&");
      const end = path.endsWith("/") ? encodeURIComponent(tail.toWellFormed()) : "";
      const { status } = await asked.get(`${path}${end}?${search}`, { "X-Forwarded-For": "1.2.3.4" });
      assert.ok(status < 500, `${path}${end}?${search} gave ${status}`);
    }),
    150,
  );
  const broken = [
    "/rss?url=%E0%A4%A",
    "/rss?url=%",
    "/rss?%",
    "/rss?url",
    "/rss??url=https://a.example/",
    "/api/item/%",
    "/rss?url=%00",
  ];
  for (const path of broken) assert.ok((await getRaw(path)) < 500, path);
});

test("any website may read the answers, and only read", async () => {
  const feed = await world.addBuiltFeed();
  for (const path of [
    feedPath("/rss", feed.url),
    feedPath("/rss", feed.url),
    "/api/site?root=news.example",
    "/openapi.json",
  ]) {
    const { status, headers } = await server.get(path, origin);
    assert.equal(status, 200);
    assert.equal(headers.get("Access-Control-Allow-Origin"), "*");
    assert.equal(headers.get("Access-Control-Allow-Credentials"), null);
    assert.match(headers.get("Access-Control-Expose-Headers") ?? "", /ETag/);
  }
  const asking = {
    ...origin,
    "Access-Control-Request-Method": "GET",
    "Access-Control-Request-Headers": "if-none-match",
  };
  const preflight = await server.get("/rss", asking, "OPTIONS");
  assert.equal(preflight.status, 204);
  assert.equal(preflight.headers.get("Access-Control-Allow-Methods"), "GET,HEAD");
  assert.equal(preflight.headers.get("Access-Control-Allow-Headers"), "if-none-match");
  assert.equal((await server.get("/", origin)).headers.get("Access-Control-Allow-Origin"), null);
  assert.equal((await server.get("/healthz", origin)).headers.get("Access-Control-Allow-Origin"), null);
});

test("an address that asks too often must wait, cached or not, and others need not", async () => {
  const own = await publicWorld();
  const feed = await own.addBuiltFeed();
  const proxied = await own.startServer({ TRUST_PROXY: "127.0.0.0/8" });
  const path = feedPath("/rss", feed.url);
  const from = (address: string) => proxied.get(path, { "X-Forwarded-For": address });
  let answer = await from("203.0.113.9");
  for (let asked = 1; answer.status === 200 && asked < 2_000; asked += 1) answer = await from("203.0.113.9");
  assert.equal(answer.status, 429);
  assert.equal(answer.headers.get("Retry-After"), "1");
  assert.equal(answer.headers.get("Content-Type"), "application/problem+json");
  assert.equal(answer.headers.get("Access-Control-Allow-Origin"), "*");
  assert.match(await answer.text(), /Too many requests from your address/);
  assert.equal((await from("203.0.113.10")).status, 200);
  assert.equal((await from("203.0.113.9, 198.51.100.1")).status, 200, "only the nearest stranger counts");

  const direct = await own.startServer();
  for (let asked = 0; asked < 3; asked += 1) {
    const { status } = await direct.get(path, { "X-Forwarded-For": "203.0.113.9" });
    assert.equal(status, 200, "without a trusted proxy the header is anybody's invention");
  }
});

test("a rate limit allows a burst, then refills, separately for each address", () => {
  const clock = { ms: 5_000 };
  const rate = createRateLimit(() => clock.ms, { burstMax: 3, perSecond: 2, addressesMax: 100 });
  const take = (address: string, times: number) => Array.from({ length: times }, () => rate.take(address));
  assert.deepEqual(take("192.0.2.1", 5), [null, null, null, 1, 1]);
  assert.deepEqual(take("192.0.2.2", 3), [null, null, null]);
  clock.ms += 499;
  assert.deepEqual(take("192.0.2.1", 1), [1]);
  clock.ms += 1;
  assert.deepEqual(take("192.0.2.1", 2), [null, 1]);
  clock.ms += 60_000;
  assert.deepEqual(take("192.0.2.1", 4), [null, null, null, 1]);
});

test("the addresses of one IPv6 network share a rate limit, and the number of remembered addresses is limited", () => {
  const rate = createRateLimit(() => 0, { burstMax: 1, perSecond: 0.001, addressesMax: 2 });
  assert.equal(rate.take("2001:db8:1:2::1"), null);
  assert.equal(rate.take("2001:db8:1:2:3:4:5:6"), 1_000);
  assert.equal(rate.take("2001:db8:1:3::1"), null);
  assert.equal(rate.take("2001:db8::1"), null, "the first has been forgotten for this one");
  assert.equal(rate.take("2001:db8:0:0:9::1"), 1_000);
  assert.equal(rate.take("2001:db8:1:2::9"), null);
});

/** As written: fetch() would correct the target. */
async function getRaw(path: string): Promise<number> {
  const { hostname, port } = new URL(server.url);
  const [answer] = (await once(request({ hostname, port, path, agent: false }).end(), "response")) as [IncomingMessage];
  await text(answer);
  return answer.statusCode ?? 0;
}
