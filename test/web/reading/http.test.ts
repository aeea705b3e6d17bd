import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { type Reader, readingWorld } from "../../reading/reading-world.ts";

const world = await readingWorld();
const reader = await world.addReader();
const feed = await world.addFeed([reader], "Harbour Gazette");
const other = await world.addFeed([reader], "Evening Post");
const loaded = await world.addItem(feed, {
  title: "BREAKING: Mayor slams shocking bridge plan",
  text: "<p>The council of Leeds met on Monday. The council will pay 40 million pounds for the bridge.</p>",
  author: "A. Writer",
});
const plain = await world.addItem(other, { title: "Council meets on Tuesday" });
await world.settle();

test("visitors are sent to the login, and programs get 401", async () => {
  for (const path of [
    "/items",
    `/items/${loaded}`,
    "/items/feeds",
    "/sources",
    "/filters",
    "/personal-feeds",
    `/stories/${loaded}`,
  ]) {
    const page = await reader.ask(path, { headers: { Cookie: "" } });
    assert.deepEqual(
      [page.status, page.headers.get("Location")],
      [303, `/auth/login?next=${encodeURIComponent(path)}`],
      path,
    );
    const htmx = await reader.ask(path, { headers: { Cookie: "", "HX-Request": "true" } });
    assert.deepEqual([htmx.status, htmx.headers.get("HX-Redirect")], [401, "/auth/login"], path);
  }
});

test("a list shows the plain headline, the original with its removed words, the score with its analyzer, and the source", async () => {
  const text = await page("/items");
  assert.match(text, /Mayor criticizes bridge plan/);
  assert.match(text, /<del>[^]*?slams[^]*?<\/del>/);
  assert.match(text, /role="tooltip"[^]*?<strong>Loaded language\.<\/strong>/);
  assert.match(text, /Wording:\s+<strong>0\.\d\d<\/strong>\s+\(offline\)/);
  assert.match(text, /Loaded words: “/);
  assert.match(text, new RegExp(`href="https://news.example/${loaded}"`));
  assert.doesNotMatch(text, /bias/i);
});

test("an item's page shows facts with their evidence, every score, confidence only where it was measured, and the analyzer", async () => {
  const text = await page(`/items/${loaded}`);
  assert.match(text, /<q>The council will pay 40 million pounds for the bridge\.<\/q>/);
  assert.match(text, /Loaded words/);
  assert.match(text, /confidence: high\s+\(0\.9\d\)/);
  assert.doesNotMatch(text, /confidence: low/);
  assert.match(text, /Read by a small trained model, no AI service\./);
});

const wrongLists = [
  "/items?view=none",
  "/items?feed=1",
  "/items?max_score=2",
  "/items?max_score=0.123",
  "/items?before=yesterday",
  "/items?before=2026-01-01T00:00:00.000Z_1",
  "/items?before=99999-01-01T00:00:00.000Z_00000000-0000-4000-8000-000000000000",
  "/items/feeds?page=0",
];
for (const path of wrongLists) {
  test(`${path} is refused as a list`, async () => {
    const answer = await reader.ask(path);
    assert.equal(answer.status, 400);
    assert.match(await answer.text(), /has a parameter we do not understand/);
  });
}

const missing = [
  "/items/1",
  `/items/${randomUUID()}`,
  "/stories/1",
  `/stories/${randomUUID()}`,
  "/sources/1",
  `/sources/${randomUUID()}`,
];
for (const path of missing) {
  test(`${path.replace(/[\da-f-]{36}/, "{unknown}")} is gone`, async () => {
    assert.equal((await reader.ask(path)).status, 404);
  });
}

test("a list is filtered by feed, score, view and words, and says so if nothing is left", async () => {
  const ids = async (path: string) =>
    [...(await page(path)).matchAll(/<li class="item[^"]*" id="item-([\da-f-]+)"/g)].map(([, id]) => id);
  assert.deepEqual(await ids("/items"), [loaded, plain]);
  assert.deepEqual(await ids(`/items?feed=${other}`), [plain]);
  assert.deepEqual(await ids("/items?max_score=0.1"), [plain]);
  assert.deepEqual(await ids("/items?search=leeds"), [loaded]);
  assert.deepEqual(await ids("/items?search=leeds+-monday"), []);
  assert.match(await page("/items?search=nothinglikeit"), /No items contain all of these words/);
  assert.match(await page("/items?search=%22%27%3B--"), /Your search contains no words/);
  assert.match(await page("/items?view=starred"), /You have starred nothing yet/);
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
    assert.equal((await reader.ask(`/items?search=${encodeURIComponent(search)}`)).status, 200);
  });
}

test("a plain form marks an item and redirects back to its page; htmx gets the card", async () => {
  const back = "/items?view=unread";
  const sent = await reader.post(`/items/${plain}/read`, { back });
  assert.deepEqual([sent.status, sent.headers.get("Location")], [303, back]);
  assert.match(await page("/items"), new RegExp(`class="item is-read" id="item-${plain}"`));

  const card = await reader.post(`/items/${plain}/unread`, {}, { "HX-Request": "true" });
  assert.match(await card.text(), new RegExp(`^<li class="item" id="item-${plain}"`));
  const starred = await reader.post(`/items/${plain}/star`, {}, { "HX-Request": "true" });
  assert.match(await starred.text(), /Unstar/);
  await reader.post(`/items/${plain}/unstar`);
});

test("a form redirects only to our item pages", async () => {
  for (const back of [
    "https://evil.example/items",
    "//evil.example/items",
    "/auth/logout",
    "javascript:alert(1)",
    "/items\\..\\x",
    "",
  ]) {
    const sent = await reader.post(`/items/${plain}/unstar`, { back });
    assert.match(sent.headers.get("Location") ?? "", /^\/items(?:\/|$)/, back);
  }
});

test("an item that was deleted while it was read is reported as gone", async () => {
  const id = await world.addItem(feed, { title: "Soon gone" });
  await world.database.worker.query("delete from items where id = $1", [id]);
  const sent = await reader.post(`/items/${id}/read`, {}, { "HX-Request": "true" });
  assert.equal(sent.status, 404);
  assert.match(await sent.text(), /This item is gone/);
});

test("a form without its token changes nothing", async () => {
  const sent = await reader.post(`/items/${plain}/read`, {}, { "X-CSRF-Token": "", "Sec-Fetch-Site": "cross-site" });
  assert.equal(sent.status, 403);
});

test("all are marked as read at once, and undone at once", async () => {
  const one = await world.addReader();
  await world.subscribe(one.id, feed, "Gazette");
  const sent = await one.post("/items/read-all", { until: new Date().toISOString(), back: `/items?feed=${feed}` });
  const next = sent.headers.get("Location") ?? "";
  const notice = await (await one.ask(next)).text();
  assert.match(notice, /1 item marked as read\./);
  const at = /name="at" value="([^"]+)"/.exec(notice)?.[1] ?? "";
  const undone = await one.post("/items/read-all/undo", { at, back: "/items" });
  assert.match(await (await one.ask(undone.headers.get("Location") ?? "")).text(), /1 item unread again\./);
  for (const wrong of ["", "now", "2026-13-45T00:00:00Z"]) {
    assert.equal((await one.post("/items/read-all/undo", { at: wrong })).status, 303);
  }
});

test("pages lead to older items and back to the newest without a script", async () => {
  const one = await world.addReader();
  const busy = await world.addFeed([one], "Busy");
  for (let n = 0; n < 60; n += 1) await world.addItem(busy, { title: `Number ${n}` });
  const first = await (await one.ask("/items")).text();
  const older = /rel="next" href="([^"]+)"/.exec(first)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const second = await (await one.ask(older)).text();
  assert.equal([...second.matchAll(/<li class="item/g)].length, 10);
  assert.match(second, /href="\/items">Newest/);
});

test("an edited item shows what changed, when, and how its scores moved", async () => {
  const id = await world.addItem(feed, { title: "Mayor slams shocking plan", text: "<p>The vote is on Monday.</p>" });
  await world.settle();
  await world.editItem(id, { title: "Mayor rejects plan", text: "<p>The vote is on Friday.</p>" });
  const waiting = await page(`/items/${id}`);
  assert.match(waiting, /Not analysed yet/);
  assert.match(waiting, /The new text has not been scored yet/);
  await world.settle();
  const text = await page(`/items/${id}`);
  assert.match(text, /<del>slams shocking <\/del><ins>rejects <\/ins>/);
  assert.match(text, /<del>Monday<\/del><ins>Friday<\/ins>\./);
  assert.match(text, /Wording: 0\.\d\d → 0\.\d\d/);
  assert.match(text, /id="edits"[^]*<time datetime="[^"]+" title="[^"]+">(?:Today|Yesterday), \d\d:\d\d</);
  assert.match(await page("/items"), /edited once/);
});

test("one event in two feeds is shown once, with a page that sets its reports side by side", async () => {
  const one = await world.addReader();
  const [a, b] = [await world.addFeed([one], "Paper A"), await world.addFeed([one], "Paper B")];
  const url = "https://news.example/one-event";
  const text = "<p>The port of Hull opened its northern dock on Sunday. The dock took 17 months to build.</p>";
  await world.addItem(a, { url, title: "Fury as Hull opens northern dock", text });
  await world.addItem(b, {
    url: `${url}?utm_source=rss`,
    title: "Hull opens northern dock",
    text: `${text}<p>Police counted 3,000 people in Holbeck on Tuesday.</p>`,
  });
  await world.settle();
  const list = await (await one.ask("/items")).text();
  assert.equal([...list.matchAll(/<li class="item/g)].length, 1);
  assert.match(list, /Also in/);
  const story = /href="(\/stories\/[\da-f-]+)">Compare 2 reports/.exec(list)?.[1] ?? "";
  const compared = await (await one.ask(story)).text();
  assert.match(compared, /<b>2 outlets<\/b>/);
  assert.match(compared, /In all 2 reports[^]*The dock took 17 months to build\./);
  assert.match(compared, /In only one report[^]*Police counted 3,000 people/);
  assert.equal((await reader.ask(story)).status, 404);
});

const hostile: [what: string, item: Parameters<typeof world.addItem>[1]][] = [
  ["nothing at all", { title: "", text: "", url: null }],
  ["a title of a megabyte", { title: "x".repeat(1_000_000) }],
  ["a title of a hundred thousand words", { title: "word ".repeat(100_000) }],
  ["right to left in left to right", { title: "\u202eevil\u202c خبر עברית mixed", text: "<p dir=rtl>نص</p>" }],
  [
    "markup everywhere",
    {
      title: "<script>alert(1)</script><img src=x onerror=alert(1)>",
      text: "<script>alert(1)</script><p onclick=alert(1)>x</p>",
      author: '"><b>',
    },
  ],
  ["a link that runs", { url: "javascript:alert(1)" }],
  ["a link with quotes", { url: 'https://news.example/"><script>alert(1)</script>' }],
  ["control characters", { title: "a\u0007b\u009fc\ufffe" }],
  ["a date before the calendar", { pubDate: new Date("0001-01-01T00:00:00Z") }],
];
for (const [what, item] of hostile) {
  test(`an item with ${what} is shown in the list, on its page and in a story`, async () => {
    const one: Reader = await world.addReader();
    const id = await world.addItem(await world.addFeed([one], "Strange"), item);
    for (const isSorted of [false, true]) {
      if (isSorted) await world.settle();
      for (const path of ["/items", `/items/${id}`, ...(isSorted ? [`/stories/${id}`] : [])]) {
        const answer = await one.ask(path);
        const text = await answer.text();
        assert.equal(answer.status, 200, path);
        assert.doesNotMatch(text, /<script>alert|<img|onclick=|onerror=x|href="javascript/);
        assert.ok(text.length < 200_000, `${path}: ${text.length} characters`);
      }
    }
  });
}

async function page(path: string): Promise<string> {
  const answer = await reader.ask(path);
  assert.equal(answer.status, 200, path);
  return answer.text();
}
