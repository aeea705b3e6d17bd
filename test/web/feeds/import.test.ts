import assert from "node:assert/strict";
import { test } from "node:test";
import { buildOpml } from "../../../src/feeds/opml.ts";
import { inTurns } from "../../../src/feeds/import-store.ts";
import { eventually } from "../../ground/eventually.ts";
import type { SignedIn } from "../../ground/signed-in.ts";
import { feedsWorld } from "./feeds-world.ts";

const world = await feedsWorld();
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
  const { text } = await send(anna, buildOpml("x", listed, new Date()));
  assert.equal(text.match(/<li class="added"/g)?.length, 120);
  assert.equal(text.match(/<li class="duplicate"/g)?.length, 2);
  assert.match(text, /Done: 120 added, 2 already on your list, 0 over the limit, 0 unreadable\./);
  assert.match(text, /<\/html>\s*$/);

  const { rows } = await worker.query(
    "select count(distinct c.next_run_at)::int as times, max(c.next_run_at) - min(c.next_run_at) < interval '1 hour' as soon from feed_schedules c join feeds f on f.id = c.feed_id where f.url like 'https://import.example/%'",
  );
  assert.deepEqual(rows, [{ times: 120, soon: true }]);
  const again = await send(anna, buildOpml("x", listed, new Date()));
  assert.match(again.text, /Done: 0 added, 122 already on your list/);
});

test("unreadable parts are reported with their place, and the rest is imported", async () => {
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
    /Unreadable<\/span>\s*<span dir="auto">line 3, column 7: &quot;javascript:alert\(1\)&quot;: Invalid URL format/,
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

test("a file in another encoding, a missing file, one that is not OPML and one that is too large each get a clear message", async () => {
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

test("an import that fails says so on the page, and what it listed as done is done", async () => {
  const anna = await person();
  const { admin } = world.database;
  await admin.query("alter table subscriptions rename to hidden");
  const { text } = await send(
    anna,
    buildOpml("x", [{ url: "https://never.example/", name: "N", siteUrl: null }], new Date()),
  );
  await admin.query("alter table hidden rename to subscriptions");
  assert.match(text, /The import stopped after 0 of 1 feed\. Import the file again for the rest\./);
  assert.ok(world.lines.some(({ event }) => event === "import failed"));
});

test("feeds of one import are sorted numerically", async () => {
  const anna = await person();
  await send(
    anna,
    buildOpml(
      "x",
      [10, 2, 1].map((n) => ({ url: `https://n.example/${n}`, name: `N ${n}`, siteUrl: null })),
      new Date(),
    ),
  );
  const { text } = await ask(anna, "GET /feeds");
  const listed = [...text.matchAll(/>(N \d+)<\/a>/g)].map(([, name]) => name);
  assert.deepEqual(listed, ["N 1", "N 2", "N 10"]);
});

test("a feed on the list gets the file's folder if it has none; otherwise the folder is not made", async () => {
  const reader = await person();
  await add(reader, "Loose", "https://placed.example/1");
  const file = (folder: string) =>
    `<opml><body><outline text="${folder}"><outline xmlUrl="https://placed.example/1"/></outline></body></opml>`;
  assert.match((await send(reader, file("Morning"))).text, /now in the folder Morning.*1 folder created\./s);
  const second = (await send(reader, file("Evening"))).text;
  assert.match(second, /Done: 0 added, 1 already on your list/);
  assert.doesNotMatch(second, /now in the folder|folders? created/);
  const { rows } = await worker.query("select name from folders where user_id = $1", [reader.id]);
  assert.deepEqual(rows, [{ name: "Morning" }]);
});

test("folders come along both ways: nested ones as one folder, empty ones too, and nothing is made twice", async () => {
  const [anna, ben] = [await person(), await person()];
  const outline = (name: string, inside: string) => `<outline text="${name}">${inside}</outline>`;
  const feed = (n: number) => `<outline text="Feed ${n}" xmlUrl="https://nested.example/${n}"/>`;
  const body = feed(1) + outline("News", feed(2) + outline("Local &amp; near", feed(3))) + outline("Empty", "");
  const first = await send(anna, `<opml><body>${body}</body></opml>`);
  assert.match(first.text, /Done: 3 added.*3 folders created\./s);
  const again = await send(anna, `<opml><body>${body}</body></opml>`);
  assert.match(again.text, /Done: 0 added, 3 already on your list/);
  assert.doesNotMatch(again.text, /folders? created/);

  const exported = await (await app.request("/account/export.opml", { headers: anna.headers })).text();
  assert.match(
    exported,
    /"Feed 1"[^]*<outline text="News"[^>]*>\s*<outline[^>]*"Feed 2"[^]*<outline text="Local &amp; near"[^>]*>\s*<outline[^>]*"Feed 3"[^]*<\/outline>\s*<\/outline>[^]*text="Empty"/,
  );
  assert.match((await send(ben, exported)).text, /Done: 3 added.*3 folders created\./s);
  const folders = async (who: SignedIn) =>
    (
      await worker.query(
        `select s.name, o.name as folder from folders o left join subscriptions s on s.folder_id = o.id
         where o.user_id = $1 order by o.name`,
        [who.id],
      )
    ).rows;
  assert.deepEqual(await folders(ben), await folders(anna));
  assert.deepEqual(await folders(anna), [
    { name: null, folder: "Empty" },
    { name: "Feed 2", folder: "News" },
    { name: "Feed 3", folder: "News / Local & near" },
  ]);
  const json = JSON.parse(await (await app.request("/account/export.json", { headers: anna.headers })).text()) as {
    account: object;
    folders: { name: string }[];
  };
  assert.deepEqual(json.folders.map(({ name }) => name).toSorted(), ["Empty", "News", "News / Local & near"]);
  assert.ok("preferences" in json.account);
  const alone = `<opml><body>${outline("A", "")}${outline("B", outline("C", ""))}</body></opml>`;
  assert.match((await send(await person(), alone)).text, /Done: 0 added.*2 folders created\./s);
});

test("another person can import an exported list unchanged", async () => {
  const [anna, ben] = [await person(), await person()];
  await add(anna, "Ä < B", "https://export.example/a?b=1&c=2");
  const exported = await app.request("/account/export.opml", { headers: anna.headers });
  await send(ben, await exported.text());
  assert.match((await ask(ben, "GET /feeds")).text, /Ä &lt; B<\/a>.*export\.example\/a\?b=1&amp;c=2/);
});

test("the report is a page of its own that can be reloaded, and nobody else can read it", async () => {
  const [anna, ben] = [await person(), await person()];
  const sent = await post(anna, buildOpml("x", feedsOf("reload.example", 3), new Date()));
  assert.equal(sent.status, 303);
  const address = sent.headers.get("Location") ?? "";
  assert.match(address, /^\/feeds\/import\/[0-9a-f-]{36}$/);
  const first = await finished(anna, address);
  const again = await app.request(address, { headers: anna.headers });
  // Each page has a form token of its own.
  const withoutTokens = (page: string) => page.replace(/[\w-]{86}/g, "");
  assert.deepEqual([again.status, withoutTokens(await again.text())], [200, withoutTokens(first)]);
  assert.equal((await app.request(address, { headers: ben.headers })).status, 404);
  const form = await app.request("/feeds/import", { headers: anna.headers });
  assert.match(await form.text(), /enctype="multipart\/form-data"/);
});

test("a running import shows its progress and polls; one whose process ended is shown as stopped", async () => {
  const anna = await person();
  const address =
    (await post(anna, buildOpml("x", feedsOf("run.example", 2), new Date()))).headers.get("Location") ?? "";
  await finished(anna, address);
  const id = address.split("/").at(-1);
  const halfDone = `update feed_imports set state = 'running', report = report || '{"done": 1}', updated_at = $2 where id = $1`;
  const show = async () => (await app.request(address, { headers: anna.headers })).text();

  await worker.query(halfDone, [id, new Date()]);
  const running = await show();
  assert.match(running, /<progress max="2" value="1"[^]*hx-trigger="load delay:1s"/);
  await worker.query(halfDone, [id, new Date(Date.now() - 61_000)]);
  const stopped = await show();
  assert.match(stopped, /The import stopped after 1 of 2 feeds/);
  assert.doesNotMatch(stopped, /hx-trigger="load delay/);
});

test("a file of up to 8 MB is taken", async () => {
  const anna = await person();
  const list = buildOpml("x", feedsOf("large.example", 1), new Date());
  const { text } = await send(anna, list.replace("<body>", `<!--${"x".repeat(7_900_000)}--><body>`));
  assert.match(text, /Done: 1 added/);
});

test("the report of a long list shows the beginning and counts the rest; feeds beyond the limit are left out", async () => {
  const anna = await person();
  const faults = '<outline type="rss"/>'.repeat(300);
  const list = `<opml><body>${faults}${'<outline xmlUrl="https://one.example/feed"/>'.repeat(10_002)}</body></opml>`;
  const { text } = await send(anna, list);
  assert.equal(text.match(/<li class="wrong"/g)?.length, 200);
  assert.equal(text.match(/<li class="(?:added|duplicate)"/g)?.length, 200);
  assert.match(text, /And 100 more problems in the file, not listed here\./);
  assert.match(text, /And 9,800 more feeds, not listed here\./);
  assert.match(text, /A list can hold 10,000 feeds\. 2 feeds at the end of the file were left out\./);
  assert.match(text, /Done: 1 added, 9999 already on your list, 0 over the limit, 300 unreadable\./);
});

test("a file with endless nesting gives one sentence", async () => {
  const anna = await person();
  const { text } = await send(anna, `<opml><body>${"<outline text='x'>".repeat(150_000)}`);
  assert.equal(text.match(/<li class="wrong"/g)?.length, 1);
  assert.match(text, /Elements are nested more than 100 deep\. Nothing was read from here on\./);
  assert.ok(text.length < 20_000, `${text.length} characters`);
});

test("the parser yields after each piece of a file", async () => {
  const order: string[] = [];
  function* pieces(): Generator<undefined, string, undefined> {
    for (let piece = 0; piece < 5; piece += 1) {
      order.push("piece");
      yield;
    }
    return "read";
  }
  const reading = inTurns(pieces());
  for (let turn = 0; turn < 5; turn += 1) {
    order.push("other");
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.equal(await reading, "read");
  assert.deepEqual(order, Array.from({ length: 5 }, () => ["piece", "other"]).flat());
});

test("other requests are answered while a large file is parsed", async () => {
  const anna = await person();
  const order: string[] = [];
  const list = `<opml><body>${'<outline type="rss"/>'.repeat(300_000)}</body></opml>`;
  const importing = post(anna, list).then(() => order.push("import"));
  for (let asked = 0; asked < 20; asked += 1) {
    assert.equal((await app.request("/livez")).status, 200);
    order.push("other");
    await new Promise((resolve) => setImmediate(resolve));
  }
  await importing;
  assert.equal(order.indexOf("import"), 20);
});

type Listed = { url: string; name: string; siteUrl: null };

function feedsOf(host: string, count: number): Listed[] {
  return Array.from({ length: count }, (_, n) => ({
    url: `https://${host}/${n}`,
    name: `${host} ${n}`,
    siteUrl: null,
  }));
}

async function post(who: SignedIn, file: string | Buffer): Promise<Response> {
  const form = new FormData();
  form.set("opml", new Blob([typeof file === "string" ? file : Uint8Array.from(file)]), "feeds.opml");
  return app.request("/feeds/import", { method: "POST", headers: who.headers, body: form });
}

/** Sends the file as a browser does, and reads the report once it is complete. */
async function send(who: SignedIn, file: string | Buffer): Promise<{ status: number; text: string }> {
  const answer = await post(who, file);
  if (answer.status !== 303) return { status: answer.status, text: await answer.text() };
  return { status: 200, text: await finished(who, answer.headers.get("Location") ?? "") };
}

async function finished(who: SignedIn, address: string): Promise<string> {
  return eventually(async () => {
    const answer = await app.request(address, { headers: who.headers });
    const text = await answer.text();
    assert.equal(answer.status, 200);
    assert.doesNotMatch(text, /<progress/);
    return text;
  });
}
