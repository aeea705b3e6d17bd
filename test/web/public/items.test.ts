import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { prefixAnswer, siteAnswer } from "../../../src/web/public/describe-routes.ts";
import { type ItemAnswer, itemAnswer, type PageAnswer } from "../../../src/web/public/item-answer.ts";
import { createPrefixLength } from "../../../src/web/public/public-api.ts";
import { eventually } from "../../ground/eventually.ts";
import { exampleResult } from "../../publishing/published-examples.ts";
import { publicWorld, rawBody, sha256 } from "./public-world.ts";

const world = await publicWorld();
const server = await world.startServer();

async function getItem(url: string, rest = ""): Promise<{ status: number; item: ItemAnswer }> {
  const answer = await server.get(`/api/item?url=${encodeURIComponent(url)}${rest}`);
  return { status: answer.status, item: (await answer.json()) as ItemAnswer };
}

async function getSite(root: string, rest = ""): Promise<{ status: number; items: ItemAnswer[] }> {
  const answer = await server.get(`/api/site?root=${encodeURIComponent(root)}${rest}`);
  const { items } = (await answer.json()) as { items: ItemAnswer[] };
  return { status: answer.status, items };
}

test("a page is answered with its titles, scores and their reasons", async () => {
  const feed = await world.addFeed();
  const row = await world.addItem(feed.id);
  const { status, item } = await getItem(row.url ?? "");
  assert.equal(status, 200);
  assert.deepEqual(itemAnswer.parse(item), item, "as /openapi.json describes it, and nothing else");
  const { analysis, ...facts } = item;
  assert.deepEqual(
    { ...facts, updated_at: "" },
    {
      url: row.url,
      hash: sha256(row.url ?? ""),
      status: "done",
      rating: 0.46,
      title: "Ferry & crane in clash",
      original_title: "SHOCK: Ferry & crane in outrageous clash",
      feed: { url: feed.url, title: "Harbour Gazette" },
      author: null,
      published_at: "2026-03-03T20:00:00.000Z",
      updated_at: "",
      categories: [],
    },
  );
  assert.equal(analysis?.analyzer, "heuristic");
  assert.deepEqual(analysis.confidence, exampleResult().confidence);
});

test("a score of zero is a score, and our costs and hashes are not published", async () => {
  const feed = await world.addFeed();
  const usage = { prompt_tokens: 1, completion_tokens: 1, cached_tokens: 0, cost_usd: 1, latency_ms: 1, attempts: 1 };
  const row = await world.addItem(feed.id, { analyzer_result: exampleResult({ overall: 0, usage }) });
  const { item } = await getItem(row.url ?? "", "&max_score=0");
  assert.equal(item.rating, 0);
  assert.equal(item.analysis?.overall, 0);
  for (const name of ["usage", "input_hash", "prompt_version"]) assert.ok(!(name in (item.analysis ?? {})));
});

test("a page is found whatever tracking or fragment its address carries", async () => {
  const feed = await world.addFeed();
  const url = "https://news.example/story?id=7";
  await world.addItem(feed.id, { url });
  const spelt = [
    "https://news.example/story?id=7#comments",
    "https://NEWS.example:443/story?utm_source=x&id=7&fbclid=1",
    "https://news.example/./story?id=7&gclid=a%00b",
  ];
  for (const address of spelt) assert.equal((await getItem(address)).item.url, url, address);
  for (const other of [
    "https://news.example/story?id=8",
    "https://news.example/Story?id=7",
    "http://news.example/story?id=7",
  ])
    assert.equal((await getItem(other)).status, 404, other);
});

test("a page above max_score is 404; one without an analysis is served and says so", async () => {
  const feed = await world.addFeed();
  const loud = await world.addItem(feed.id, { analyzer_result: exampleResult({ overall: 0.505 }) });
  assert.equal((await getItem(loud.url ?? "", "&max_score=0.5")).status, 404);
  assert.equal((await getItem(loud.url ?? "", "&max_score=0.51")).status, 200);
  const edited = await world.addItem(feed.id, { analysis_status: "pending" });
  const { status, item } = await getItem(edited.url ?? "", "&max_score=0");
  assert.equal(status, 200);
  assert.deepEqual([item.status, item.rating, item.analysis], ["pending", null, null]);
});

test("for a page in several feeds the analysed copy is used, and never one of a feed that is not public", async () => {
  const url = "https://news.example/shared";
  const [open, hidden] = [await world.addFeed(), await world.addFeed({ published: false })];
  const waiting = await world.addFeed();
  await world.addItem(hidden.id, { url, title: "Hidden" });
  assert.equal((await getItem(url)).status, 404);
  await world.addItem(waiting.id, { url, analysis_status: "pending", analyzer_result: null });
  await world.addItem(open.id, { url });
  const { item } = await getItem(url);
  assert.deepEqual([item.feed.url, item.status], [open.url, "done"]);
});

test("a site gives the newest item of each feed, then the second of each, each page once, at most thirty", async () => {
  const root = "fair.example";
  const [busy, calm] = [await world.addFeed({ root_domain: root }), await world.addFeed({ root_domain: root })];
  const at = (hour: number) => new Date(Date.UTC(2026, 2, 5, hour));
  for (let n = 0; n < 40; n += 1) {
    await world.addItem(busy.id, {
      url: `https://fair.example/busy/${n}`,
      pub_date: new Date(at(20).getTime() - n * 1000),
    });
  }
  await world.addItem(calm.id, { url: "https://fair.example/calm/0", pub_date: at(3) });
  await world.addItem(calm.id, { url: "https://fair.example/busy/1?utm_source=calm", pub_date: at(2) });
  await world.addItem(calm.id, { url: "https://fair.example/calm/2", pub_date: at(1) });
  await world.addItem(calm.id, {
    url: "https://fair.example/busy/0",
    pub_date: at(0),
    hash: sha256("a guid of its own"),
  });

  const { status, items } = await getSite(root);
  assert.equal(status, 200);
  assert.equal(items.length, 30);
  assert.deepEqual(
    items.slice(0, 6).map(({ url }) => url?.replace("https://fair.example", "")),
    ["/busy/0", "/calm/0", "/busy/1", "/busy/2", "/calm/2", "/busy/3"],
  );
  assert.equal(new Set(items.map(({ url }) => url)).size, 30);
  siteAnswer.parse({ root, items });
});

test("a site whose feeds mostly share their pages still gives thirty items", async () => {
  const root = "same.example";
  for (const name of ["all", "local", "harbour"]) {
    const feed = await world.addFeed({ root_domain: root, url: `https://${root}/${name}.xml` });
    for (let n = 0; n < 40; n += 1) {
      await world.addItem(feed.id, {
        url: `https://${root}/${n}`,
        pub_date: new Date(Date.UTC(2026, 2, 5) - n * 1000),
        analyzer_result: exampleResult({ overall: n < 25 ? 0.9 : 0.1 }),
      });
    }
  }
  const pages = async (rest = "") => (await getSite(root, rest)).items.map(({ url }) => Number(url?.split("/").at(-1)));
  assert.deepEqual(await pages(), numbersFrom(0, 30));
  assert.deepEqual(await pages("&max_score=0.5"), numbersFrom(25, 15), "as many as there are");
});

test("max_score filters a site before items are picked, and pending items stay", async () => {
  const root = "scores.example";
  const feed = await world.addFeed({ root_domain: root });
  await world.addItem(feed.id, {
    url: "https://scores.example/low",
    analyzer_result: exampleResult({ overall: 0.285 }),
  });
  await world.addItem(feed.id, {
    url: "https://scores.example/high",
    analyzer_result: exampleResult({ overall: 0.9 }),
  });
  await world.addItem(feed.id, {
    url: "https://scores.example/new",
    analysis_status: "pending",
    analyzer_result: null,
  });
  const paths = async (score: string) =>
    (await getSite(root, `&max_score=${score}`)).items.map(({ url }) => url?.split("/").at(-1)).toSorted();
  assert.deepEqual(await paths("0.28"), ["new"]);
  assert.deepEqual(await paths("0.29"), ["low", "new"]);
  assert.deepEqual(await paths("1"), ["high", "low", "new"]);
});

test("a domain without a readable feed is 404, one without items is empty", async () => {
  await world.addFeed({ root_domain: "off.example", enabled: false });
  await world.addFeed({ root_domain: "empty.example" });
  assert.equal((await getSite("off.example")).status, 404);
  assert.equal((await getSite("unknown.example")).status, 404);
  assert.deepEqual(await getSite("EMPTY.example"), { status: 200, items: [] });
});

test("a site is answered from memory until a feed changes", async () => {
  const root = "kept.example";
  const feed = await world.addFeed({ root_domain: root });
  await world.addItem(feed.id);
  await world.publish();
  await eventually(async () => assert.equal((await getSite(root)).items.length, 1));
  const etag = (await server.get(`/api/site?root=${root}`)).headers.get("ETag") ?? "";
  assert.equal((await server.get(`/api/site?root=${root}`, { "If-None-Match": etag })).status, 304);
  await world.addItem(feed.id);
  await world.publish();
  await eventually(async () => assert.equal((await getSite(root)).items.length, 2));
});

test("a site is compressed for clients that accept gzip, and plain for all others", async () => {
  const root = "packed.example";
  const feed = await world.addFeed({ root_domain: root });
  await world.addItem(feed.id);
  const ask = (coding: string) => rawBody(`${server.url}/api/site?root=${root}`, { "Accept-Encoding": coding });
  for (const round of ["from the database", "from memory"]) {
    const [plain, packed] = [await ask("identity"), await ask("gzip")];
    assert.equal(plain.headers["content-encoding"], undefined, round);
    assert.equal(packed.headers["content-encoding"], "gzip", round);
    assert.deepEqual(gunzipSync(packed.body), plain.body, round);
    assert.equal(packed.headers.etag, plain.headers.etag?.replace(/"$/, '-gzip"'), round);
  }
});

test("a prefix is as long as twenty pages per bucket allow, and is answered with all hashes that start with it", async () => {
  const own = await publicWorld();
  const ownServer = await own.startServer();
  const length = async () => {
    const answer = await ownServer.get("/api/item/prefix-length");
    return ((await answer.json()) as { prefix_length: number }).prefix_length;
  };
  const feed = await own.addFeed();
  const hidden = await own.addFeed({ published: false });
  for (const digit of "0123456789abcdef") await addPages(own, feed.id, digit, digit === "7" ? 19 : 20);
  await addPages(own, hidden.id, "7", 30);
  // Each counts for itself: the server remembers its length for minutes.
  const fresh = () => createPrefixLength(own.database.web, () => 0)();
  assert.equal(await fresh(), 0, "a bucket of nineteen is too small, and what is hidden does not count");
  assert.equal(await length(), 0);
  const everything = (await (await ownServer.get("/api/item/")).json()) as { pages: PageAnswer[] };
  assert.equal(everything.pages.length, 16 * 20 - 1);

  await addPages(own, feed.id, "7", 1);
  assert.equal(await fresh(), 1);
  const other = await own.startServer();
  const answer = await other.get("/api/item/7");
  const bucket = (await answer.json()) as { prefix: string; pages: PageAnswer[] };
  assert.equal(bucket.pages.length, 20);
  assert.deepEqual(prefixAnswer.parse(bucket), bucket, "no address and no feed among it");
  assert.ok(bucket.pages.every(({ hash }) => hash.startsWith("7")));
  for (const prefix of ["", "77", "7".repeat(64)]) {
    const refused = await other.get(`/api/item/${prefix}`);
    assert.equal(refused.status, 400);
    assert.equal(refused.headers.get("Plainwire-Prefix-Length"), "1");
    assert.match(await refused.text(), /A prefix has length 1 at present/);
  }
  assert.equal((await other.get("/api/item/G")).status, 400);
  assert.equal((await other.get("/api/item/A")).status, 200);
});

function numbersFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, n) => first + n);
}

/** Pages whose hashes begin with a digit, many in one statement. */
async function addPages(own: typeof world, feedId: string, digit: string, count: number): Promise<void> {
  await own.database.worker.query(
    `insert into items (id, feed_id, hash, url, title, content, pub_date, fingerprint)
     select gen_random_uuid(), $1, $2 || substr(encode(sha256(gen_random_uuid()::text::bytea), 'hex'), 2),
       'https://pages.example/' || n, 'Page', '', now(), ''::bytea from generate_series(1, $3::int) n`,
    [feedId, digit, count],
  );
}
