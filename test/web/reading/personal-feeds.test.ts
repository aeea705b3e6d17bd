import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { createResetPass, useResetPass } from "../../../src/accounts/pass-store.ts";
import { hashToken } from "../../../src/accounts/secret-token.ts";
import { parseOpml } from "../../../src/feeds/opml.ts";
import { startWebServer, type WebServer } from "../../../src/web/serve.ts";
import { type Reader, readingWorld } from "../../reading/reading-world.ts";
import { addReaderWithItems, makePersonalAddress } from "./personal-addresses.ts";

const world = await readingWorld();
const run = promisify(execFile);
let server: WebServer;
before(async () => {
  server = await startWebServer({ app: world.app, host: "127.0.0.1", port: 0, log: world.parts.log });
});
after(() => server.stop(1_000));
const readerWithItems = () => addReaderWithItems(world);
const makeAddress = (reader: Reader, fields?: Record<string, string>) =>
  makePersonalAddress(server.url, reader, fields);

test("an address gives the clean items in three formats to anyone who knows it", async () => {
  const { reader, loaded } = await readerWithItems();
  const { rss, atom, json } = await makeAddress(reader);
  const document = await get(rss);
  assert.equal(document.status, 200);
  assert.equal(document.headers.get("Content-Type"), "application/rss+xml; charset=utf-8");
  assert.equal(document.headers.get("Cache-Control"), "private, no-cache");
  const xml = await document.text();
  assert.match(xml, /<title>Mayor criticizes bridge plan\.?<\/title>/);
  assert.match(xml, new RegExp(`urn:uuid:${loaded}`));
  assert.match(xml, /<title>My &#x26; news<\/title>/);
  const feed = await getJson(json);
  assert.deepEqual([feed.title, feed.items.length], ["My & news", 2]);
  assert.match(await (await get(atom)).text(), /<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom"/);
});

test("an item of several feeds names its outlet as the person calls it; one feed by itself does not repeat its name", async () => {
  const { reader, feed, loaded } = await readerWithItems();
  await world.database.worker.query("update subscriptions set name = 'Town & paper' where feed_id = $1", [feed]);
  const { rss, atom, json } = await makeAddress(reader);
  const [inRss, inAtom] = [await (await get(rss)).text(), await (await get(atom)).text()];
  assert.match(inRss, new RegExp(`<source url="https://${feed}\\.example/feed">Town &#x26; paper</source>`));
  assert.match(inRss, /<dc:creator>Town &#x26; paper<\/dc:creator>/);
  assert.match(inAtom, /<source>\n<id>[^<]+<\/id>\n<title>Town &#x26; paper<\/title>/);
  const { items } = (await (await get(json)).json()) as { items: { id: string; authors: { name: string }[] }[] };
  assert.deepEqual(items.find(({ id }) => id.endsWith(loaded))?.authors[0]?.name, "Town & paper");
  const narrowed = await (await get(`${rss}?feed=${feed}`)).text();
  assert.match(narrowed, /<title>Town &#x26; paper<\/title>/);
  assert.doesNotMatch(narrowed, /<source|<dc:creator/);
});

test("it stays the same byte for byte until something changes", async () => {
  const { reader, feed } = await readerWithItems();
  const { rss } = await makeAddress(reader);
  const etag = (await get(rss)).headers.get("ETag") ?? "";
  assert.equal((await get(rss, { "If-None-Match": etag })).status, 304);
  await world.addItem(feed, { title: "Something new" });
  await world.settle();
  assert.equal((await get(rss, { "If-None-Match": etag })).status, 200);
});

test("it may be limited to one feed, to unread items and to a maximum score, and never widened", async () => {
  const { reader, feed, other, loaded, plain } = await readerWithItems();
  const idsAt = async (url: string) => {
    const { items } = await getJson(url);
    return items.map(({ id }) => id.replace("urn:uuid:", ""));
  };
  const whole = await makeAddress(reader);
  assert.deepEqual(await idsAt(`${whole.json}?max_score=0.1`), [plain]);
  assert.deepEqual(await idsAt(`${whole.json}?feed=${feed}`), [loaded]);
  await reader.post(`/items/${loaded}/read`);
  assert.deepEqual(await idsAt(`${whole.json}?unread=1`), [plain]);

  const narrow = await makeAddress(reader, { feed: other, max_score: "0.10", unread: "1" });
  assert.deepEqual(await idsAt(narrow.json), [plain]);
  assert.deepEqual(await idsAt(`${narrow.json}?max_score=1`), [plain]);
  assert.equal((await get(`${narrow.json}?feed=${feed}`)).status, 400);
  assert.equal((await get(`${whole.json}?max_score=7`)).status, 400);
});

/** Puts the person's feed into a folder of this name. */
async function moveToFolder(reader: Reader, feedId: string, name: string): Promise<string> {
  const { rows } = await world.database.worker.query<{ id: string }>(
    `with f as (insert into folders (id, user_id, name, created_at, updated_at)
       values (gen_random_uuid(), $1, $3, now(), now()) returning id)
     update subscriptions s set folder_id = f.id from f where s.user_id = $1 and s.feed_id = $2 returning f.id`,
    [reader.id, feedId, name],
  );
  return rows[0]?.id ?? "";
}

test("an address may be limited to a folder or to a search, and says so in the list", async () => {
  const { reader, feed, other, loaded, plain } = await readerWithItems();
  const idsAt = async (url: string) => (await getJson(url)).items.map(({ id }) => id.replace("urn:uuid:", ""));
  const folder = await moveToFolder(reader, feed, "Town hall");
  const inFolder = await makeAddress(reader, { folder });
  assert.deepEqual(await idsAt(inFolder.json), [loaded]);
  // A feed outside the folder is not let in by asking for it.
  assert.deepEqual(await idsAt(`${inFolder.json}?feed=${other}`), []);
  assert.deepEqual(await idsAt((await makeAddress(reader, { search: "bridge" })).json), [loaded]);
  assert.deepEqual(await idsAt((await makeAddress(reader, { search: "nobody" })).json), []);
  const [all, wordless] = [await makeAddress(reader), await makeAddress(reader, { search: "?!" })];
  assert.deepEqual((await idsAt(all.json)).toSorted(), [loaded, plain].toSorted());
  assert.deepEqual(await idsAt(wordless.json), []);
  const page = await (await reader.ask("/personal-feeds")).text();
  assert.match(page, /folder Town hall/);
  assert.match(page, /all feeds, search “bridge”/);

  await reader.as((tx) => tx.query("delete from folders where id = $1", [folder]));
  assert.deepEqual(await idsAt(inFolder.json), []);
  assert.match(await (await reader.ask("/personal-feeds")).text(), /a folder that no longer exists/);
  assert.equal((await reader.post("/personal-feeds", { name: "x", folder })).status, 404);
});

test("a search among unread items goes on behind what was read", async () => {
  const reader = await world.addReader();
  const feed = await world.addFeed([reader], "Gazette");
  const unread = await world.addItem(feed, { title: "Ferry of May", pubDate: new Date(Date.now() - 3_600_000 * 24) });
  const read: string[] = [];
  for (let n = 0; n < 55; n += 1) read.push(await world.addItem(feed, { title: `Ferry ${n}` }));
  await world.settle();
  await world.database.worker.query(
    "insert into item_states (user_id, item_id, read_at) select $1, id, now() from unnest($2::uuid[]) i(id)",
    [reader.id, read],
  );
  const { json } = await makeAddress(reader, { search: "ferry", unread: "1" });
  assert.deepEqual(
    (await getJson(json)).items.map(({ id }) => id),
    [`urn:uuid:${unread}`],
  );
  assert.equal((await getJson((await makeAddress(reader, { search: "ferry" })).json)).items.length, 50);
});

test("the OPML list has every feed by itself at the same secret address, in its folder", async () => {
  const { reader, feed, other, loaded, plain } = await readerWithItems();
  const folder = await moveToFolder(reader, feed, "Town hall");
  const { list, token } = await makeAddress(reader);
  const answer = await get(list);
  assert.deepEqual(
    [answer.status, answer.headers.get("Content-Type"), answer.headers.get("Cache-Control")],
    [200, "text/x-opml; charset=utf-8", "private, no-cache"],
  );
  const { feeds } = parseOpml(await answer.text());
  assert.deepEqual(feeds.map((one) => one.folder ?? null).toSorted(), ["Town hall", null].toSorted());
  const idsAt = async (url: string) => {
    const { pathname, search } = new URL(url);
    return [...(await (await get(server.url + pathname + search)).text()).matchAll(/urn:uuid:([\da-f-]{36})/g)].map(
      ([, id]) => id,
    );
  };
  for (const { url, settings, folder: name } of feeds) {
    assert.ok(url.includes(token));
    // A reader shows the document's own title, and takes two with the same address of their own for one feed.
    const { pathname, search } = new URL(url);
    const xml = await (await get(server.url + pathname + search)).text();
    assert.equal(/<title>([^<]*)<\/title>/.exec(xml)?.[1], settings.name);
    assert.equal(/<atom:link rel="self" [^>]*href="([^"]*)"/.exec(xml)?.[1], url);
    assert.deepEqual(new Set(await idsAt(url)), new Set([name === "Town hall" ? loaded : plain]));
  }
  const etag = answer.headers.get("ETag") ?? "";
  assert.equal((await get(list, { "If-None-Match": etag })).status, 304);
  const ofFolder = await makeAddress(reader, { folder });
  const ofFeed = await makeAddress(reader, { feed: other });
  for (const [address, wanted] of [
    [ofFolder, feed],
    [ofFeed, other],
  ] as const) {
    const { feeds: some } = parseOpml(await (await get(address.list)).text());
    assert.deepEqual(
      some.map(({ url }) => new URL(url).searchParams.get("feed")),
      [wanted],
    );
  }
  assert.equal((await get(list.replace(token, token.replaceAll(/./g, "x")))).status, 404);
});

test("the address is shown once, hidden in the log, and does not work after it is revoked", async () => {
  const { reader } = await readerWithItems();
  const { rss, token } = await makeAddress(reader);
  assert.ok(token.length >= 40);
  await get(rss);
  assert.ok(!JSON.stringify(world.lines).includes(token), "a secret in the log");
  const list = await (await reader.ask("/personal-feeds")).text();
  assert.ok(!list.includes(token));
  assert.match(list, /My &amp; news/);
  const id = /action="\/personal-feeds\/([\da-f-]+)\/delete"/.exec(list)?.[1] ?? "";
  assert.equal((await (await world.addReader()).post(`/personal-feeds/${id}/delete`)).status, 404);
  assert.equal((await get(rss)).status, 200);
  assert.equal((await reader.post(`/personal-feeds/${id}/delete`)).status, 303);
  assert.equal((await get(rss)).status, 404);
  assert.equal((await reader.post(`/personal-feeds/${id}/delete`)).status, 404);
});

test("a password reset ends every address, and the page gives new ones for the same feeds", async () => {
  const { reader, feed } = await readerWithItems();
  const [whole, narrow] = [await makeAddress(reader), await makeAddress(reader, { feed })];
  const other = await readerWithItems();
  const others = await makeAddress(other.reader);
  const { db } = world.parts.accounts;
  const link = await createResetPass(db, reader.email, new Date());
  assert.doesNotMatch(await (await reader.ask("/personal-feeds")).text(), /this address no longer works/);
  assert.equal(await useResetPass(db, link ?? "", "a hash", new Date()), reader.id);
  for (const { rss } of [whole, narrow]) assert.equal((await get(rss)).status, 404);
  assert.equal((await get(others.rss)).status, 200);

  // All sessions have ended; this is the next one.
  await world.database.worker.query(
    "insert into accounts.sessions (token_hash, user_id, expires_at) values ($1, $2, now() + interval '1 day')",
    [hashToken(reader.token), reader.id],
  );
  const list = await (await reader.ask("/personal-feeds")).text();
  const ids = [...list.matchAll(/action="\/personal-feeds\/([\da-f-]+)\/renew"/g)].map(([, id]) => id);
  assert.equal(ids.length, 2);
  assert.match(list, /Your password was reset, so this address no longer works/);
  assert.equal((await other.reader.post(`/personal-feeds/${ids[1]}/renew`)).status, 404);
  const page = await (await reader.post(`/personal-feeds/${ids[1]}/renew`)).text();
  const address = /<code>([^<]+\/feed\.json)<\/code>/.exec(page)?.[1] ?? "";
  assert.equal((await getJson(server.url + new URL(address).pathname)).items.length, 1);
  assert.equal((await reader.post(`/personal-feeds/${ids[1]}/renew`)).status, 404, "only an address that has ended");
});

test("an address may name only a feed that its owner reads", async () => {
  const { reader } = await readerWithItems();
  const { other } = await readerWithItems();
  for (const feed of [other, "00000000-0000-4000-8000-000000000000"]) {
    const answer = await reader.post("/personal-feeds", { name: "Not mine", feed });
    assert.equal(answer.status, 404);
    assert.match(await answer.text(), /Feed not found[^]*It is not on your list/);
  }
  assert.doesNotMatch(await (await reader.ask("/personal-feeds")).text(), /Not mine/);
});

test("unknown addresses lead nowhere", async () => {
  for (const token of ["x", "a".repeat(43), "a".repeat(500), "%00", "..%2f.."]) {
    assert.equal((await get(`${server.url}/personal/${token}/rss`)).status, 404, token);
  }
});

test("an address needs a name, and the number of addresses is limited", async () => {
  const { reader } = await readerWithItems();
  for (const name of ["", " ", "x".repeat(256), "a\u0007b"]) {
    const answer = await reader.post("/personal-feeds", { name });
    assert.equal(answer.status, 400);
    assert.match(await answer.text(), /Please enter a name/);
  }
  // What was typed stays in the form.
  const typed = { name: "x".repeat(256), search: "harbour", max_score: "0.33", unread: "1" };
  const page = await (await reader.post("/personal-feeds", typed)).text();
  assert.match(page, /value="x{256}"/);
  assert.match(page, /name="search"[^>]*value="harbour"/);
  assert.match(page, /<option value="0.33" selected/);
  assert.match(page, /name="unread" value="1" checked/);
  await world.database.worker.query(
    "insert into personal_feeds (id, user_id, token_hash, name) select gen_random_uuid(), $1, sha256(gen_random_uuid()::text::bytea), 'n' from generate_series(1, 50)",
    [reader.id],
  );
  assert.equal((await reader.post("/personal-feeds", { name: "One more" })).status, 409);
});

const newsboat = "/usr/bin/newsboat";
const isInstalled = existsSync(newsboat);
if (!isInstalled)
  console.error(`\n!!! SKIPPED: there is no ${newsboat}. Whether a real reader takes a personal feed is not tested.\n`);

test("newsboat reads a personal feed", { skip: !isInstalled }, async () => {
  const { reader } = await readerWithItems();
  const { rss } = await makeAddress(reader);
  const folder = mkdtempSync(join(tmpdir(), "plainwire-newsboat-"));
  try {
    const [urls, cache, config] = ["urls", "cache.db", "config"].map((name) => join(folder, name));
    writeFileSync(urls ?? "", `${rss}\n`);
    writeFileSync(config ?? "", "");
    const { stdout } = await run(
      newsboat,
      ["-u", urls ?? "", "-c", cache ?? "", "-C", config ?? "", "-x", "reload", "print-unread"],
      {
        timeout: 30_000,
        env: { HOME: folder, PATH: process.env["PATH"] },
      },
    );
    assert.match(stdout, /2 unread articles/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function get(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { headers });
}

async function getJson(url: string): Promise<{ title: string; items: { id: string }[] }> {
  return (await get(url)).json() as Promise<{ title: string; items: { id: string }[] }>;
}
