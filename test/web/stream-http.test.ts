import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { readingWorld } from "../reading/reading-world.ts";
import { addFolder, pageOf, partOf, rowIds, rowsOf } from "./stream-rows.ts";

const world = await readingWorld();
const { worker } = world.database;
const reader = await world.addReader();
const feed = await world.addFeed([reader], "Harbour Gazette");
const other = await world.addFeed([reader], "Evening Post");
const loaded = await world.addItem(feed, {
  title: "BREAKING: Mayor slams shocking bridge plan",
  text: "<p>The council of Leeds met on Monday. The council will pay 40 million pounds for the bridge.</p>",
});
const plain = await world.addItem(other, { title: "Council meets on Tuesday" });
await world.settle();

test("a row has the plain title, the summary, the outlet and how loaded its wording is", async () => {
  const [row = ""] = (await pageOf(reader, "/stream")).match(/<article\s+class="item[^]*?<\/article>/) ?? [];
  assert.match(
    row,
    new RegExp(`<a href="/items/${loaded}\\?list=view%3Dunread%26since%3D[^"]+"\\s*>Mayor criticizes bridge plan</a`),
  );
  assert.match(row, /class="sum"[^>]*>[^<]*40 million pounds/);
  assert.match(row, /Harbour Gazette/);
  assert.match(row, /class="w w[123]"/);
  assert.match(row, new RegExp(`data-original="https://news.example/${loaded}"`));
});

test("before the first feed, Stream does not claim that everything is read, and leads to where feeds are added", async () => {
  const one = await world.addReader();
  const text = await pageOf(one, "/stream");
  assert.match(text, /No feeds yet[^]*<a class="btn" href="\/dashboard">Add a feed<\/a>/);
  assert.doesNotMatch(text, /You have read everything/);
  await world.subscribe(one.id, await world.addFeed([], "Quiet"), "Quiet");
  assert.match(await pageOf(one, "/stream"), /You have read everything/);
});

test("a person who turned plain titles off reads the published ones", async () => {
  const one = await world.addReader();
  await world.subscribe(one.id, feed, "Gazette");
  await worker.query(`update accounts.users set preferences = '{"plainTitles": false}' where id = $1`, [one.id]);
  assert.match(await pageOf(one, "/stream"), />BREAKING: Mayor slams shocking bridge plan<\/a/);
});

for (const query of [
  "view=none",
  "feed=1",
  "folder=1",
  "max_score=2",
  "max_score=0.123",
  "sort=best",
  "since=yesterday",
  "to=yesterday",
  "after=yesterday",
  "after=2026-01-01T00:00:00.000Z_1",
  "after=99999-01-01T00:00:00.000Z_00000000-0000-4000-8000-000000000000",
]) {
  test(`/stream?${query} is refused`, async () => {
    const answer = await reader.ask(`/stream?${query}`);
    assert.equal(answer.status, 400);
    assert.match(await answer.text(), /has a parameter we do not understand/);
  });
}

test("the old addresses lead to the stream with their query", async () => {
  const locations = [];
  for (const path of ["/items", `/items?feed=${feed}&max_score=0.10`, "/items?view=unread", "/items/feeds"]) {
    const { status, headers } = await reader.ask(path);
    locations.push([status, headers.get("Location")]);
  }
  assert.deepEqual(locations, [
    [303, "/stream?view=all"],
    [303, `/stream?view=all&feed=${feed}&max_score=0.10`],
    [303, "/stream?view=unread"],
    [303, "/stream?view=all"],
  ]);
});

test("the list is filtered by feed, folder, score, view and words, and says so if nothing is left", async () => {
  const folder = await addFolder(world, reader, "Town", [other]);
  assert.deepEqual(await rowIds(reader, "/stream"), [loaded, plain]);
  assert.deepEqual(await rowIds(reader, `/stream?feed=${other}`), [plain]);
  assert.deepEqual(await rowIds(reader, `/stream?folder=${folder}`), [plain]);
  assert.deepEqual(await rowIds(reader, "/stream?max_score=0.1"), [plain]);
  assert.deepEqual(await rowIds(reader, "/stream?sort=oldest"), [plain, loaded]);
  assert.deepEqual(await rowIds(reader, "/stream?search=leeds"), [loaded]);
  assert.deepEqual(await rowIds(reader, `/stream?search=leeds&folder=${folder}`), []);
  assert.deepEqual(await rowIds(reader, "/stream?search=leeds+-monday"), []);
  for (const [search, sentences] of [
    ["nothinglikeit", /No item contains this word\.<[^]*the beginning of the word\.</],
    ['"nothing like it"', /No item contains this phrase\.<[^]*its words may stand anywhere\.</],
    ["nothinglikeit anywhere", /No item contains all of these words\.<[^]*Try fewer words\.</],
    ['nothinglikeit "town hall"', /all of these words\.<[^]*Words in quotes must stand next to each other/],
    ["nothinglikeit -council", /this word\.<[^]*a word that has a - before it are left out\.</],
  ] as const) {
    assert.match(await pageOf(reader, `/stream?search=${encodeURIComponent(search)}`), sentences, search);
  }
  assert.match(await pageOf(reader, "/stream?search=%22%27%3B--"), /Your search contains no words/);
  assert.match(await pageOf(reader, "/stream?view=starred"), /You have starred nothing yet/);
  assert.match(await pageOf(reader, "/stream?view=hidden"), /Your filters have hidden nothing/);
});

test("a feed or folder that is not the person's is not found", async () => {
  const [one, folder] = [await world.addReader(), await addFolder(world, reader, "Mine", [])];
  for (const path of [`feed=${feed}`, `folder=${folder}`, `feed=${randomUUID()}`, `folder=${randomUUID()}`]) {
    assert.equal((await one.ask(`/stream?${path}`)).status, 404, path);
  }
  assert.equal((await one.ask(`/stream/shelf?in=${folder}`)).status, 404);
});

for (const search of [
  "'; drop table items; --",
  '"',
  "a & | ! <-> :*",
  "\\",
  "%",
  "x".repeat(5_000),
  "\u202e\u0000",
  "(((((",
  "日本 عربي",
]) {
  test(`searching for ${JSON.stringify(search.slice(0, 20))} is answered`, async () => {
    assert.equal((await reader.ask(`/stream?search=${encodeURIComponent(search)}`)).status, 200);
  });
}

test("pages lead on without a script; htmx gets the rows alone; the place names how far the list goes", async () => {
  const one = await world.addReader();
  const busy = await world.addFeed([one], "Busy");
  for (let n = 0; n < 60; n += 1) await world.addItem(busy, { title: `Number ${n}` });
  const first = await pageOf(one, "/stream");
  const next = /rel="next"[^]*?href="([^"]+)"/.exec(first)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const second = await pageOf(one, next);
  assert.equal(rowsOf(second).length, 10);
  assert.match(second, /href="\/stream"[^>]*>Back to the newest/);

  const part = await (await partOf(one, next)).text();
  assert.doesNotMatch(part, /<html|class="shelf"/);
  assert.deepEqual(rowsOf(part), rowsOf(second));

  const to = new URL(next, "http://own").searchParams.get("after") ?? "";
  assert.deepEqual(await rowIds(one, `/stream?to=${encodeURIComponent(to)}`), [...rowsOf(first), ...rowsOf(second)]);
});

test("what was read since the list was opened keeps its row in it", async () => {
  const one = await world.addReader();
  const own = await world.addFeed([one], "Kept");
  const all = [await world.addItem(own), await world.addItem(own)];
  const since = /data-since="([^"]+)"/.exec(await pageOf(one, "/stream"))?.[1] ?? "";
  await one.post(`/items/${all[0]}/read`);
  assert.deepEqual(await rowIds(one, "/stream"), all.slice(1));
  assert.deepEqual(await rowIds(one, `/stream?since=${since}`), all);
});

test("one event in two feeds is one row that links to its story; in each feed it is that feed's report", async () => {
  const one = await world.addReader();
  const [a, b] = [await world.addFeed([one], "Paper A"), await world.addFeed([one], "Paper B")];
  const url = "https://news.example/one-event";
  const text = "<p>The port of Hull opened its northern dock on Sunday. The dock took 17 months to build.</p>";
  const ofA = await world.addItem(a, { url, title: "Fury as Hull opens northern dock", text });
  await world.addItem(b, {
    url: `${url}?utm_source=rss`,
    title: "Hull opens northern dock",
    text: `${text}<p>Police counted 3,000 people in Holbeck on Tuesday.</p>`,
  });
  await world.settle();
  const list = await pageOf(one, "/stream");
  assert.equal(rowsOf(list).length, 1);
  const story = /href="(\/stories\/[\da-f-]+)"[^>]*>\+1 outlet</.exec(list)?.[1] ?? "";
  assert.deepEqual(await rowIds(one, `/stream?feed=${a}`), [ofA]);
  const compared = await pageOf(one, story);
  assert.match(compared, /<b>2 outlets<\/b>/);
  assert.match(compared, /In both reports[^]*The dock took 17 months to build\./);
  assert.match(compared, /In only one report[^]*Police counted 3,000 people/);
  assert.equal((await reader.ask(story)).status, 404);
});

test("exactly a hundred unread items are 100, more are 100+, and their sum is rounded down", async () => {
  const reader = await world.addReader();
  const [full, few] = [await world.addFeed([reader], "Full"), await world.addFeed([reader], "Few")];
  for (let n = 0; n < 100; n += 1) await world.addItem(full, { title: `Report ${n}` });
  for (let n = 0; n < 3; n += 1) await world.addItem(few, { title: `Note ${n}` });
  const counts = async () => {
    const page = await pageOf(reader, "/stream");
    return ["unread", `unread-${full}`].map((id) => new RegExp(`<b id="${id}">([^<]*)`).exec(page)?.[1]);
  };
  assert.deepEqual(await counts(), ["103", "100"]);
  await world.addItem(full, { title: "One more" });
  assert.deepEqual(await counts(), ["100+", "100+"]);
});

test("the shelf shows folders, feeds and what is unread in each", async () => {
  const one = await world.addReader();
  const [a, b] = [await world.addFeed([one], "Alpha"), await world.addFeed([one], "Beta")];
  const read = await world.addItem(a);
  await world.addItem(a);
  await world.addItem(b);
  await one.post(`/items/${read}/read`);
  await addFolder(world, one, "Letters", [a]);
  const shelf = /<nav class="shelf"[^]*?<\/nav>/.exec(await pageOf(one, "/stream"))?.[0] ?? "";
  const words = shelf.replace(/<svg[^]*?<\/svg>|<span class="sr">[^<]*<\/span>|<[^>]*>/g, " ").replace(/\s+/g, " ");
  assert.equal(
    words.trim(),
    "Everything 2 Starred Letters 1 All of Letters 1 A Alpha 1 No folder 1 B Beta 1 Feeds and folders",
  );
});

test("with very many feeds a folder brings its feeds when it is opened, and the page stays small", async () => {
  const one = await world.addReader();
  await worker.query(
    `with f as (insert into feeds (id, url) select gen_random_uuid(), 'https://many.example/' || n || $2 from generate_series(1, 1500) n returning id)
     insert into subscriptions (id, user_id, feed_id, name) select gen_random_uuid(), $1, id, 'Feed ' || row_number() over () from f`,
    [one.id, randomUUID()],
  );
  await worker.query(
    `insert into folders (id, user_id, name, created_at, updated_at) select gen_random_uuid(), $1, 'Folder ' || n, now(), now() from generate_series(1, 50) n`,
    [one.id],
  );
  await worker.query(
    `update subscriptions s set folder_id = f.id from (select id, row_number() over () as n from folders where user_id = $1) f
     where s.user_id = $1 and substring(s.name from 6)::int % 60 + 1 = f.n`,
    [one.id],
  );
  const text = await pageOf(one, "/stream");
  assert.ok(text.length < 60_000, `${text.length} characters`);
  assert.doesNotMatch(text, />Feed \d+</);
  const later = [...text.matchAll(/hx-get="(\/stream\/shelf\?in=[\w-]+)"/g)].map(([, address = ""]) => address);
  assert.equal(later.length, 51);
  const feedsIn = async (address: string) =>
    (await (await partOf(one, address)).text()).match(/>Feed \d+</g)?.length ?? 0;
  assert.equal(await feedsIn(later[0] ?? ""), 25);
  assert.equal(await feedsIn("/stream/shelf?in=none"), 100, "no more than a shelf holds");
  const folder = new URL(later[0] ?? "", "http://own").searchParams.get("in") ?? "";
  assert.equal((await pageOf(one, `/stream?folder=${folder}`)).match(/>Feed \d+</g)?.length, 25);
});
