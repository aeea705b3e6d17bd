import assert from "node:assert/strict";
import { test } from "node:test";
import { buildOpml } from "../../src/feeds/build-opml.ts";
import type { SignedIn } from "../ground/signed-in.ts";
import { dashboardWorld } from "./dashboard-world.ts";

const world = await dashboardWorld();
const { app, add, ask, person } = world;
const { worker } = world.database;

test("an OPML file is imported with a line for each feed, and its feeds are first fetched one after another", async () => {
  const anna = await person();
  await add(anna, "Mine", "https://there.example/feed");
  const feeds = Array.from({ length: 120 }, (_, n) => ({
    url: `https://import.example/${n}`,
    name: `Import ${n}`,
    siteUrl: null,
  }));
  const listed = [
    ...feeds,
    { url: "https://there.example/feed", name: "There", siteUrl: null },
    { url: "https://import.example/0", name: "Twice", siteUrl: null },
  ];
  const { status, text } = await send(anna, buildOpml("x", listed, new Date()));
  assert.equal(status, 200);
  assert.equal(text.match(/class="tag added"/g)?.length, 120);
  assert.equal(text.match(/class="tag duplicate"/g)?.length, 2);
  assert.match(text, /<progress max="122" value="50"[^]*<progress max="122" value="122"/);
  assert.match(text, /Done: 120 added, 2 there before, 0 too many, 0 not readable\./);
  assert.match(text, /<\/html>\s*$/);

  const { rows } = await worker.query(
    "select count(distinct c.next_run_at)::int as times, max(c.next_run_at) - min(c.next_run_at) < interval '1 hour' as soon from feed_schedules c join feeds f on f.id = c.feed_id where f.url like 'https://import.example/%'",
  );
  assert.deepEqual(rows, [{ times: 120, soon: true }]);
  const again = await send(anna, buildOpml("x", listed, new Date()));
  assert.match(again.text, /Done: 0 added, 122 there before/);
});

test("what cannot be read is named with its place, and the rest is imported", async () => {
  const anna = await person();
  const { text } = await send(
    anna,
    `<opml><body><outline text="Folder">
      <outline type="rss" text="Good &amp; &lt;b&gt;bold&lt;/b&gt;" xmlUrl="https://good.example/feed"/>
      <outline type="rss" text="Bad" xmlUrl="javascript:alert(1)"/>
      <outline type="rss" text="${"x".repeat(400)}" xmlUrl="https://long.example/feed"/>
      <outline type="rss" xmlUrl="https://nameless.example/feed"/>`,
  );
  assert.match(
    text,
    /Not readable<\/span>\s*<span dir="auto">line 3, column 7: &quot;javascript:alert\(1\)&quot;: Invalid URL format/,
  );
  assert.match(text, /Good &amp; &lt;b&gt;bold&lt;\/b&gt;/);
  assert.match(text, /Done: 3 added/);
  const { rows } = await worker.query("select name from subscriptions where user_id = $1 order by length(name)", [
    anna.id,
  ]);
  assert.deepEqual(
    rows.map(({ name }) => name),
    ["nameless.example", "Good & <b>bold</b>", "x".repeat(255)],
  );
});

test("a file in another encoding, no file, no OPML and a file that is too large are each told plainly", async () => {
  const anna = await person();
  const latin = Buffer.from(
    '<?xml version="1.0" encoding="ISO-8859-1"?><opml><body><outline text="Müsli" xmlUrl="https://latin.example/"/></body></opml>',
    "latin1",
  );
  assert.match((await send(anna, latin)).text, /Müsli/);
  assert.match((await send(anna, "just text")).text, /This is no OPML/);
  const none = await send(anna, "");
  assert.equal(none.status, 400);
  assert.match(none.text, /Choose an OPML file/);
  const headers = { ...anna.headers, "Content-Type": "multipart/form-data" };
  const broken = await app.request("/feeds/import", { method: "POST", headers, body: "no parts" });
  assert.equal(broken.status, 400);
  const large = await send(anna, Buffer.alloc(9_000_000, "x"));
  assert.equal(large.status, 413);
});

test("an import that breaks says so in the page, and what it listed as done is done", async () => {
  const anna = await person();
  const { admin } = world.database;
  await admin.query("alter table subscriptions rename to hidden");
  const { status, text } = await send(
    anna,
    buildOpml("x", [{ url: "https://never.example/", name: "N", siteUrl: null }], new Date()),
  );
  await admin.query("alter table hidden rename to subscriptions");
  assert.equal(status, 200);
  assert.match(text, /The import broke off\.[^]*<\/html>/);
  assert.ok(world.lines.some(({ event }) => event === "import failed"));
});

test("what was exported is imported by another person as it was", async () => {
  const [anna, ben] = [await person(), await person()];
  await add(anna, "Ä < B", "https://export.example/a?b=1&c=2");
  const exported = await app.request("/account/export.opml", { headers: anna.headers });
  await send(ben, await exported.text());
  assert.match((await ask(ben, "GET /feeds")).text, /Ä &lt; B<\/a>.*export\.example\/a\?b=1&amp;c=2/);
});

async function send(who: SignedIn, file: string | Buffer): Promise<{ status: number; text: string }> {
  const form = new FormData();
  form.set("opml", new Blob([typeof file === "string" ? file : Uint8Array.from(file)]), "feeds.opml");
  const answer = await app.request("/feeds/import", { method: "POST", headers: who.headers, body: form });
  return { status: answer.status, text: await answer.text() };
}
