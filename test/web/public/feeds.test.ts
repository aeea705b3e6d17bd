import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { eventually } from "../../ground/eventually.ts";
import { exampleResult } from "../../publishing/published-examples.ts";
import { validateAtom } from "../../publishing/validate-atom.ts";
import { validateRss } from "../../publishing/validate-rss.ts";
import { feedPath, publicWorld, rawBody } from "./public-world.ts";

const world = await publicWorld();
const server = await world.startServer();
const formats = ["/rss", "/atom", "/feed.json"];

test("a published feed is served as RSS, Atom and JSON Feed of the same items", async () => {
  const feed = await world.addFeed();
  const items = [await world.addItem(feed.id), await world.addItem(feed.id)];
  await world.publish();
  const [rss, atom, json] = await Promise.all(
    formats.map(async (path) => (await server.get(feedPath(path, feed.url))).text()),
  );
  assert.deepEqual(validateRss(rss ?? ""), []);
  assert.deepEqual(validateAtom(atom ?? ""), []);
  const { items: listed, feed_url: address } = JSON.parse(json ?? "") as { items: { url: string }[]; feed_url: string };
  assert.deepEqual(listed.map(({ url }) => url).toSorted(), items.map(({ url }) => url).toSorted());
  assert.equal(address, `http://127.0.0.1:8080${feedPath("/feed.json", feed.url)}`);
  for (const { url } of items) assert.ok(rss?.includes(url ?? "") && atom?.includes(url ?? ""));
});

test("each answer has a strong ETag, its build date and a type, and may be cached for a minute", async () => {
  const feed = await world.addBuiltFeed();
  const types = ["application/rss+xml", "application/atom+xml", "application/feed+json"];
  for (const [index, path] of formats.entries()) {
    const { status, headers } = await server.get(feedPath(path, feed.url), { "Accept-Encoding": "identity" });
    assert.equal(status, 200);
    assert.equal(headers.get("Content-Type"), `${types[index]}; charset=utf-8`);
    assert.match(headers.get("ETag") ?? "", /^"[\w-]{22}"$/);
    assert.equal(headers.get("Cache-Control"), "public, max-age=60");
    assert.equal(headers.get("Vary"), "Accept-Encoding");
    assert.equal(headers.get("Last-Modified"), await builtAt(feed.id));
  }
});

test("gzip is sent as stored with its own ETag, and plain text to clients that do not accept it", async () => {
  const feed = await world.addBuiltFeed();
  const path = feedPath("/rss", feed.url);
  const { rows } = await world.database.worker.query<{ gzip: Buffer; xml_content: string }>(
    "select gzip, xml_content from cached_feeds where id = $1",
    [feed.id],
  );
  const stored = rows[0] ?? assert.fail("not stored");
  for (const round of ["first", "from memory"]) {
    const gzipped = await rawBody(server.url + path, { "Accept-Encoding": "br, gzip;q=0.8" });
    assert.equal(gzipped.headers["content-encoding"], "gzip", round);
    assert.deepEqual(gzipped.body, stored.gzip, round);
    for (const coding of ["identity", "gzip;q=0", "br"]) {
      const plain = await rawBody(server.url + path, { "Accept-Encoding": coding });
      assert.equal(plain.headers["content-encoding"], undefined);
      assert.deepEqual(plain.body, gunzipSync(stored.gzip));
      assert.equal(plain.body.toString(), stored.xml_content);
      assert.equal(gzipped.headers.etag, plain.headers.etag?.replace(/"$/, '-gzip"'));
    }
  }
});

test("a client that has the document gets a 304 without a body", async () => {
  const feed = await world.addBuiltFeed();
  for (const path of formats.map((format) => feedPath(format, feed.url))) {
    const { headers } = await server.get(path);
    const [etag, date] = [headers.get("ETag") ?? "", headers.get("Last-Modified") ?? ""];
    const long = new Date(Date.parse(date) - 1_000).toUTCString();
    const current = [
      { "If-None-Match": etag },
      { "If-None-Match": `W/${etag}` },
      { "If-None-Match": `"other", ${etag}` },
      { "If-None-Match": "*" },
      { "If-None-Match": etag, "If-Modified-Since": long },
      { "If-Modified-Since": date },
      { "If-Modified-Since": new Date(Date.now() + 1_000).toUTCString() },
    ];
    for (const condition of current) {
      const answer = await server.get(path, condition);
      assert.equal(answer.status, 304, JSON.stringify(condition));
      assert.equal(await answer.text(), "");
      assert.equal(answer.headers.get("ETag"), etag);
      assert.equal(answer.headers.get("Last-Modified"), date);
      assert.equal(answer.headers.get("Content-Type"), null);
    }
    const outdated = [
      { "If-None-Match": '"other"' },
      { "If-None-Match": etag.replaceAll('"', "") },
      { "If-None-Match": etag.replace("-gzip", "") },
      { "If-None-Match": '"other"', "If-Modified-Since": date },
      { "If-Modified-Since": long },
      { "If-Modified-Since": "yesterday" },
    ];
    for (const condition of outdated) assert.equal((await server.get(path, condition)).status, 200);
  }
});

test("HEAD answers as GET does, without a body", async () => {
  const feed = await world.addBuiltFeed();
  const path = feedPath("/rss", feed.url);
  const [get, head] = [await server.get(path), await server.get(path, {}, "HEAD")];
  assert.equal(await head.text(), "");
  assert.deepEqual(comparable(head.headers), comparable(get.headers));
});

test("the answer from memory has the headers, the log line and the measurement of the first", async () => {
  const feed = await world.addBuiltFeed();
  const path = feedPath("/rss", feed.url);
  const ids = ["first-id", "second-id"];
  const answers = [];
  for (const id of ids) answers.push(await server.get(path, { "X-Request-Id": id }));
  assert.deepEqual(
    answers.map(({ headers }) => headers.get("X-Request-Id")),
    ids,
  );
  assert.deepEqual(comparable(answers[1]!.headers), comparable(answers[0]!.headers));
  const refused = await server.get(path, { "X-Request-Id": "no such id" });
  assert.match(refused.headers.get("X-Request-Id") ?? "", /^[\da-f-]{36}$/);

  const lines = await eventually(() => {
    const found = server.lines().filter(({ requestId }) => ids.includes(String(requestId)));
    assert.equal(found.length, 2);
    return found.map(({ level, method, path, status, msg }) => ({ level, method, path, status, msg }));
  });
  assert.deepEqual(lines[0], { level: 30, method: "GET", path: "/rss", status: 200, msg: "request answered" });
  assert.deepEqual(lines[1], lines[0]);
  const count = /http_request_duration_seconds_count\{method="GET",route="\/rss",status="200"\} (\d+)/;
  assert.ok(Number(count.exec(await server.parts.metrics.metrics())?.[1]) >= 3);
});

test("max_score leaves out items above it and keeps those without a score", async () => {
  const feed = await world.addFeed();
  const calm = await world.addItem(feed.id, { analyzer_result: exampleResult({ overall: 0 }) });
  const middle = await world.addItem(feed.id, { analyzer_result: exampleResult({ overall: 0.504 }) });
  const loud = await world.addItem(feed.id, { analyzer_result: exampleResult({ overall: 0.505 }) });
  const pending = await world.addItem(feed.id, { analysis_status: "pending", analyzer_result: null });
  await world.publish();
  for (const format of formats) {
    const kept = async (score: string) => {
      const text = await (await server.get(feedPath(format, feed.url, `&max_score=${score}`))).text();
      return [calm, middle, loud, pending].filter(({ url }) => text.includes(url ?? ""));
    };
    assert.deepEqual(await kept("0.5"), [calm, middle, pending], format);
    assert.deepEqual(await kept("0.51"), [calm, middle, loud, pending], format);
    assert.deepEqual(await kept("0"), [calm, pending], format);
    assert.deepEqual(await kept("1.00"), [calm, middle, loud, pending], format);
  }
  const filtered = await (await server.get(feedPath("/rss", feed.url, "&max_score=0.50"))).text();
  assert.deepEqual(validateRss(filtered), []);
  assert.ok(filtered.includes("max_score=0.5"), "it knows its own address");
  assert.match(filtered, /<pw:analysis status="pending"\/>/);
});

test("a feed that is not public or not built is 404 in every format", async () => {
  const nobody = [
    await world.addBuiltFeed({ published: false }),
    await world.addBuiltFeed({ enabled: false }),
    await world.addBuiltFeed({ deleted_at: new Date() }),
    await world.addFeed(),
    { url: "https://nobody.example/feed.xml" },
  ];
  for (const { url } of nobody) {
    for (const path of formats) {
      const answer = await server.get(feedPath(path, url));
      assert.equal(answer.status, 404);
      assert.equal(answer.headers.get("Content-Type"), "application/problem+json");
      assert.equal(answer.headers.get("Cache-Control"), "no-store");
    }
  }
});

test("an old address leads to the feed, unless another feed has that address", async () => {
  const feed = await world.addBuiltFeed();
  const former = "https://old.example/feed.xml";
  await world.database.worker.query("insert into feed_aliases (url, feed_id) values ($1, $2)", [former, feed.id]);
  const answer = await server.get(feedPath("/rss", former));
  assert.equal(answer.status, 200);
  assert.ok((await answer.text()).includes(`href="http://127.0.0.1:8080${feedPath("/rss", feed.url)}"`));

  const heir = await world.addBuiltFeed({ url: former });
  await eventually(async () => {
    const text = await (await server.get(feedPath("/rss", former))).text();
    assert.ok(text.includes(encodeURIComponent(heir.url)));
  });
});

test("an address is found however it is spelt, but never another one", async () => {
  const feed = await world.addBuiltFeed({ url: "https://news.example/Feed?id=1&b=%C3%A9" });
  const spelt = [
    "https://news.example/Feed?id=1&b=%C3%A9",
    " https://NEWS.example:443/Feed?id=1&b=é#top ",
    "https://news.example/x/../Feed?id=1&b=é",
  ];
  for (const url of spelt) assert.equal((await server.get(feedPath("/rss", url))).status, 200, url);
  assert.equal((await server.get(`/rss?url=${feed.url.replace("&", "%26")}`)).status, 200, "without encoding");
  const others = ["http://news.example/Feed?id=1&b=%C3%A9", "https://news.example/feed?id=1&b=%C3%A9"];
  for (const url of others) assert.equal((await server.get(feedPath("/rss", url))).status, 404, url);
});

async function builtAt(feedId: string): Promise<string | undefined> {
  const { rows } = await world.database.worker.query<{ updated_at: Date }>(
    "select updated_at from cached_feeds where id = $1",
    [feedId],
  );
  return rows[0]?.updated_at.toUTCString();
}

function comparable(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !/^(date|connection|keep-alive|x-request-id)$/.test(name)));
}
