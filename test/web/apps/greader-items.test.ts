import assert from "node:assert/strict";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { appsWorld, idsOf, state } from "./apps-world.ts";
import { addNews } from "./stream-news.ts";

const world = await appsWorld();
const { worker } = world.database;
const secondsOf = (iso: string) => Math.floor(Date.parse(iso) / 1_000);

test("an item shows when it was analysed, or after two minutes", async () => {
  const app = await world.addApp();
  const feed = await world.addNumberedFeed(app.reader, "Fresh");
  const minuteAgo = new Date(Date.now() - 60_000);
  const id = await world.addItem(feed.feedId, {
    title: "Fresh",
    text: "<p>Raw <script>x</script>text</p>",
    seenAt: minuteAgo,
  });
  assert.deepEqual(await idsOf(app, ""), []);
  await worker.query("update items set first_seen_at = now() - interval '3 minutes' where id = $1", [id]);
  const { items } = (await app.json("stream/contents")) as { items: { title: string; summary: { content: string } }[] };
  assert.deepEqual([items[0]?.title, items[0]?.summary.content], ["Fresh", "<p>Raw text</p>"]);
});

test("an item has exactly the keys of Google's, with plain and original title", async () => {
  const app = await world.addApp();
  const feed = await world.addNumberedFeed(app.reader, "Alpha & Co");
  const seenAt = new Date("2026-11-05T10:00:00.123Z");
  const id = await world.addItem(feed.feedId, {
    title: "BREAKING: Mayor slams shocking bridge plan as horrifying disgrace!",
    text: '<p>The council met. <a href="/more">More</a></p>',
    url: "https://news.example/1?a=b",
    author: "A. <Writer>",
    pubDate: new Date("2026-11-05T09:00:00Z"),
    seenAt,
  });
  await worker.query(
    `update items set enclosures = '[{"url":"https://news.example/e.mp3","type":"audio/mpeg","bytes":123}]' where id = $1`,
    [id],
  );
  await world.settle();
  const number = await world.numberOf(id);
  await app.post("edit-tag", [
    ["i", number],
    ["a", state("read")],
  ]);
  const { items, updated, ...list } = (await app.json("stream/contents?n=5")) as {
    items: { summary: { content: string }; title: string; updated: number }[];
    updated: number;
  };
  const { summary, title, updated: changed, ...item } = items[0] ?? assert.fail();
  assert.deepEqual(list, { id: state("reading-list") });
  assert.equal(typeof updated, "number");
  assert.equal(typeof changed, "number");
  assert.deepEqual(item, {
    id: `tag:google.com,2005:reader/item/${Number(number).toString(16).padStart(16, "0")}`,
    crawlTimeMsec: String(seenAt.getTime()),
    timestampUsec: `${seenAt.getTime()}000`,
    published: secondsOf("2026-11-05T09:00:00Z"),
    author: "A. ＜Writer＞",
    canonical: [{ href: "https://news.example/1?a=b" }],
    alternate: [{ href: "https://news.example/1?a=b", type: "text/html" }],
    categories: [state("reading-list"), state("read")],
    origin: { streamId: `feed/${feed.number}`, title: "Alpha ＆ Co", htmlUrl: feed.url },
    enclosure: [{ href: "https://news.example/e.mp3", type: "audio/mpeg", length: "123" }],
  });
  assert.match(title, /^Mayor criticizes bridge plan/);
  assert.match(
    summary.content,
    /^<p><small>Original title: “BREAKING: Mayor slams [^<]*” · Wording: (loaded|heavy)<\/small><\/p><p>The council met\. <a href="https:\/\/news\.example\/more"[^>]*>More<\/a><\/p>$/,
  );
});

test("with titles as published nothing of ours stands in an item", async () => {
  const app = await world.addApp({ plainTitles: false });
  const feed = await world.addNumberedFeed(app.reader, "Alpha");
  const title = "BREAKING: Mayor slams shocking bridge plan as horrifying disgrace!";
  await world.addItem(feed.feedId, {
    title,
    text: "<p>The council met.</p>",
    seenAt: new Date("2026-11-05T10:00:00Z"),
  });
  await world.settle();
  const { items } = (await app.json("stream/contents")) as { items: { title: string; summary: { content: string } }[] };
  assert.deepEqual([items[0]?.title, items[0]?.summary.content], [title, "<p>The council met.</p>"]);
});

test("an item without a title has the beginning of its text, and one without an address our page", async () => {
  const app = await world.addApp();
  const feed = await world.addNumberedFeed(app.reader, "Alpha");
  const seenAt = new Date("2026-11-05T10:00:00Z");
  const id = await world.addItem(feed.feedId, {
    title: "",
    url: null,
    text: `<p>${"Short words ".repeat(20)}</p>`,
    seenAt,
  });
  await world.settle();
  const { items } = (await app.json("stream/contents")) as {
    items: { title: string; canonical: { href: string }[] }[];
  };
  assert.match(items[0]?.title ?? "", /^Short words [\w ]{60,70}…$/);
  assert.equal(items[0]?.canonical[0]?.href, `${world.parts.publicOrigin}/items/${id}`);
  assert.ok(!("author" in (items[0] ?? {})), "Liferea shows an empty line for an empty author");
});

test("items by all three forms of their ids come in one answer, the newest first; strange and malformed ones are left out", async () => {
  const app = await world.addApp();
  const { one, two, three, four } = await addNews(world, app);
  const other = await world.addApp();
  const foreign = await addNews(world, other);
  const hex = (number: string) => Number(number).toString(16);
  const sent = await app.post("stream/items/contents", [
    ["i", `tag:google.com,2005:reader/item/${hex(one)}`],
    ["i", hex(three).padStart(16, "0")],
    ["i", two],
    ["i", `tag:google.com,2005:reader/item/${hex(four).padStart(16, "0").toUpperCase()}`],
    ["i", foreign.one],
    ["i", "-3"],
    ["i", "tag:google.com,2005:reader/item/xyz"],
    ["i", "99999999999999999999999"],
    ["i", ""],
    ["i", two],
  ]);
  const { items } = (await sent.json()) as { items: { id: string }[] };
  assert.deepEqual(
    items.map(({ id }) => Number.parseInt(id.slice(-16), 16)),
    [four, three, two, one].map(Number),
  );
});

test("stream/contents takes its stream from the path, raw or encoded, or from s, by GET and POST", async () => {
  const app = await world.addApp();
  const { alpha, beta, three, one } = await addNews(world, app);
  const numbersOf = async (answer: Response) => {
    const { items } = (await answer.json()) as { items: { id: string }[] };
    return items.map(({ id }) => String(Number.parseInt(id.slice(-16), 16)));
  };
  for (const answer of [
    await app.get(`stream/contents/feed/${alpha.number}`),
    await app.get(`stream/contents/feed%2F${alpha.number}?output=json&ck=1`),
    await app.get(`stream/contents/feed/${alpha.url}`),
    await app.get(`stream/contents/${encodeURIComponent(`feed/${alpha.url}`)}`),
    await app.get(`stream/contents?s=feed/${alpha.number}`),
    await app.get(`stream/contents/user/-/label/${encodeURIComponent("World & more")}`),
    await app.post(`stream/contents/feed/${alpha.number}?n=7`, [["client", "x"]]),
    await app.post("stream/contents", [["s", `feed/${alpha.number}`]]),
  ]) {
    assert.deepEqual(await numbersOf(answer), [three, one]);
  }
  const both = await app.post(`stream/contents?xt=${state("read")}`, [
    ["s", `feed/${beta.number}`],
    ["n", "1"],
  ]);
  assert.equal((await numbersOf(both)).length, 1);
});

test("long answers are compressed for those who take it, and say when they were sent", async () => {
  const app = await world.addApp();
  await addNews(world, app);
  const plain = await app.get("stream/contents");
  const packed = await app.get("stream/contents", { "Accept-Encoding": "gzip" });
  assert.equal(packed.headers.get("Content-Encoding"), "gzip");
  assert.equal(packed.headers.get("Cache-Control"), "no-store");
  const text = gunzipSync(Buffer.from(await packed.arrayBuffer())).toString();
  assert.deepEqual(JSON.parse(text).items, ((await plain.json()) as { items: object[] }).items);
});

test("ten thousand ids in one request are answered, one more is refused", async () => {
  const app = await world.addApp();
  const { one, two, three, four } = await addNews(world, app);
  const many = Array.from({ length: 9_996 }, (_, n): [string, string] => [
    "i",
    `tag:google.com,2005:reader/item/${(10 ** 12 + n).toString(16).padStart(16, "0")}`,
  ]);
  const ids = [...many, ...[one, two, three, four].map((number): [string, string] => ["i", number])];
  const sent = await app.post("stream/items/contents", ids);
  assert.equal(((await sent.json()) as { items: object[] }).items.length, 4);
  assert.equal(await (await app.post("edit-tag", [...ids, ["a", state("read")]])).text(), "OK");
  assert.deepEqual(await idsOf(app, `s=${state("read")}`), [four, three, two, one]);
  assert.equal((await app.post("edit-tag", [...ids, ["i", "1"], ["a", state("read")]])).status, 400);
});

test("several hundred items are sent piece by piece, whole and in order", async () => {
  const app = await world.addApp();
  const feed = await world.addNumberedFeed(app.reader, "Long");
  await worker.query(
    `insert into items (id, feed_id, hash, title, content, clean_html, pub_date, first_seen_at, fingerprint, analysis_status)
     select gen_random_uuid(), $1, encode(sha256(n::text::bytea), 'hex'), 'Item ' || n, '', '', now(),
       timestamptz '2026-11-01' + n * interval '1 s', '', 'skipped' from generate_series(1, 450) n`,
    [feed.feedId],
  );
  const numbers = await idsOf(app, "n=10000");
  const sent = await app.post(
    "stream/items/contents",
    numbers.toReversed().map((number) => ["i", number]),
  );
  const { items } = (await sent.json()) as { items: { title: string }[] };
  assert.deepEqual(
    items.map(({ title }) => title),
    Array.from({ length: 450 }, (_, n) => `Item ${450 - n}`),
  );
});
