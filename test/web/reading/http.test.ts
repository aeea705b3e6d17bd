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
await world.addItem(other, { title: "Council meets on Tuesday" });
await world.settle();

test("visitors are sent to the login, and programs get 401", async () => {
  for (const path of [
    "/stream",
    "/stream/shelf?in=none",
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

test("an item shows the original title with its removed words, and links to the source", async () => {
  const text = await page(`/items/${loaded}`);
  assert.match(text, /Mayor criticizes bridge plan/);
  assert.match(text, /<del>[^]*?slams[^]*?<\/del>/);
  assert.match(text, new RegExp(`href="https://news.example/${loaded}"`));
  assert.doesNotMatch(text, /bias/i);
});

test("an item's page shows facts with their evidence, every score, confidence only where it was measured, and the analyzer", async () => {
  const text = await page(`/items/${loaded}`);
  assert.match(text, /<q>The council will pay 40 million pounds for the bridge\.<\/q>/);
  assert.match(text, /Loaded words/);
  assert.match(text, /confidence: high</);
  assert.doesNotMatch(text, /confidence: low/);
  assert.match(text, /Read by the offline reader, without an AI service\./);
});

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

test("an edited item shows what changed, when, and how its scores moved", async () => {
  const id = await world.addItem(feed, { title: "Mayor slams shocking plan", text: "<p>The vote is on Monday.</p>" });
  await world.settle();
  await world.editItem(id, { title: "Mayor rejects plan", text: "<p>The vote is on Friday.</p>" });
  const waiting = await page(`/items/${id}`);
  assert.match(waiting, /Not analysed yet/);
  assert.match(waiting, /The new text has not been read yet/);
  await world.settle();
  const text = await page(`/items/${id}`);
  assert.match(text, /<del>slams shocking <\/del><ins>rejects <\/ins>/);
  assert.match(text, /<del>Monday<\/del><ins>Friday<\/ins>\./);
  assert.match(text, /Wording: (?:loaded|heavy) → plain/);
  assert.match(text, /id="edits"[^]*<time datetime="[^"]+" title="[^"]+">(?:Today|Yesterday), \d\d:\d\d</);
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
      for (const path of ["/stream", `/items/${id}`, ...(isSorted ? [`/stories/${id}`] : [])]) {
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
