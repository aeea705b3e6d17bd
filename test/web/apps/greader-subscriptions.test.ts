import assert from "node:assert/strict";
import { test } from "node:test";
import { createWebApp } from "../../../src/web/app.ts";
import { connectionFrom } from "../../ground/signed-in.ts";
import { appsWorld, type Fields, listOf, sendOk, state } from "./apps-world.ts";

const world = await appsWorld();
const { worker } = world.database;

test("subscription/list and tag/list have every key that apps need, and an ETag that changes with names, folders and icons", async () => {
  const app = await world.addApp();
  const alpha = await world.addNumberedFeed(app.reader, "Alpha <Wire>");
  const beta = await world.addNumberedFeed(app.reader, "Beta");
  await sendOk(app, "subscription/edit", [
    ["ac", "edit"],
    ["s", `feed/${alpha.number}`],
    ["a", "user/-/label/World / 🌍 & more"],
  ]);
  const sortid = (number: string) => Number(number).toString(16).toUpperCase().padStart(8, "0");
  const common = { firstitemmsec: String(Date.parse("2026-01-01T00:00:00Z")), iconUrl: "" };
  const label = "World / 🌍 & more";
  assert.deepEqual(await app.json("subscription/list?output=json"), {
    subscriptions: [
      {
        id: `feed/${alpha.number}`,
        title: "Alpha ＜Wire＞",
        categories: [{ id: `user/-/label/${label}`, label }],
        sortid: sortid(alpha.number),
        url: alpha.url,
        htmlUrl: alpha.url,
        ...common,
      },
      {
        id: `feed/${beta.number}`,
        title: "Beta",
        categories: [],
        sortid: sortid(beta.number),
        url: beta.url,
        htmlUrl: beta.url,
        ...common,
      },
    ],
  });
  assert.deepEqual(await app.json("tag/list"), {
    tags: [{ id: state("starred") }, { id: `user/-/label/${label}`, type: "folder" }],
  });
  const etag = (await app.get("subscription/list")).headers.get("ETag") ?? "";
  assert.equal((await app.get("subscription/list", { "If-None-Match": etag })).status, 304);
  assert.equal((await app.get("subscription/list", { "If-None-Match": `W/${etag}, "x"` })).status, 304);
  await worker.query(
    "insert into feed_icons (feed_id, due_at, name, type, bytes) values ($1, now(), 'abc', 'image/png', 'x')",
    [alpha.feedId],
  );
  assert.equal((await app.get("subscription/list", { "If-None-Match": etag })).status, 200);
  const tags = (await app.get("tag/list")).headers.get("ETag") ?? "";
  await sendOk(app, "rename-tag", [
    ["s", `user/-/label/${label}`],
    ["dest", "user/-/label/Earth"],
  ]);
  assert.equal((await app.get("tag/list", { "If-None-Match": tags })).status, 200);
});

test("user-info has four strings, and the calls of old apps have their empty answers", async () => {
  const app = await world.addApp();
  const { id, email } = app.reader;
  assert.deepEqual(await app.json("user-info"), { userId: id, userName: email, userProfileId: id, userEmail: email });
  assert.deepEqual(await app.json("preference/list"), { prefs: [] });
  assert.deepEqual(await app.json("preference/stream/list"), { streamprefs: {} });
  assert.deepEqual(await app.json("friend/list"), { friends: [] });
});

test("a feed is added by its address with name and folder, renamed, moved and removed; parameters may stand in the query", async () => {
  const app = await world.addApp();
  await sendOk(app, "subscription/edit", [
    ["ac", "subscribe"],
    ["s", "feed/https://added.example/feed.xml"],
    ["t", "Added"],
    ["a", "user/-/label/New"],
  ]);
  const [added] = await listOf(app);
  assert.deepEqual(
    [added?.title, added?.url, added?.categories[0]?.label],
    ["Added", "https://added.example/feed.xml", "New"],
  );
  const id = added?.id ?? "";
  const edit = (query: string) => sendOk(app, `subscription/edit?ac=edit&s=${encodeURIComponent(id)}&${query}`, []);
  await edit("t=Other%20name");
  await edit(`r=${encodeURIComponent("user/-/label/New")}`);
  const [bare] = await listOf(app);
  assert.deepEqual([bare?.id, bare?.title, bare?.categories], [id, "Other name", []]);
  await edit(`a=user/-/label/B&r=user/-/label/New`);
  assert.equal((await listOf(app))[0]?.categories[0]?.label, "B");
  // Once more: it is on the list already, and nothing breaks.
  await sendOk(app, "subscription/edit?ac=subscribe&s=feed/https://added.example/feed.xml", []);
  await sendOk(app, `subscription/edit?ac=unsubscribe&s=${id}`, []);
  assert.deepEqual(await listOf(app), []);
});

test("a feed that comes back has a new number, unless its removal is undone", async () => {
  const app = await world.addApp();
  const url = "feed/https://back.example/feed.xml";
  await sendOk(app, "subscription/edit", [
    ["ac", "subscribe"],
    ["s", url],
  ]);
  const [first] = await listOf(app);
  await sendOk(app, "subscription/edit", [
    ["ac", "unsubscribe"],
    ["s", url],
  ]);
  const { rows } = await worker.query("select id from removed_subscriptions where user_id = $1", [app.reader.id]);
  await app.reader.post(`/feeds/${rows[0].id}/restore`);
  assert.equal((await listOf(app))[0]?.id, first?.id);
  await sendOk(app, "subscription/edit", [
    ["ac", "unsubscribe"],
    ["s", url],
  ]);
  await sendOk(app, "subscription/edit", [
    ["ac", "subscribe"],
    ["s", url],
  ]);
  assert.notEqual((await listOf(app))[0]?.id, first?.id);
});

test("a feed that cannot be added, an unknown one and an unknown action are refused", async () => {
  const app = await world.addApp();
  for (const fields of [
    [
      ["ac", "subscribe"],
      ["s", "feed/ftp://x.example/feed"],
    ],
    [
      ["ac", "subscribe"],
      ["s", "feed/not an address"],
    ],
    [
      ["ac", "edit"],
      ["s", "feed/999999999"],
    ],
    [
      ["ac", "dance"],
      ["s", "feed/1"],
    ],
    [["ac", "edit"]],
    [],
  ] as Fields[]) {
    assert.equal((await app.post("subscription/edit", fields)).status, 400, JSON.stringify(fields));
  }
});

test("quickadd looks the address up, and the feed is on the next list under the same id", async () => {
  const app = await world.addApp();
  const asked: string[] = [];
  const findFeeds = async (written: string) => {
    asked.push(written);
    if (written.includes("nothing")) return { kind: "wrong" as const, sentence: "There is nothing." };
    return { kind: "found" as const, feeds: [{ url: "https://quick.example/feed.xml", title: "Quick" }] };
  };
  const web = createWebApp({ ...world.parts, feeds: { ...world.parts.feeds, findFeeds } });
  const quickAdd = async (written: string) => {
    const body = new URLSearchParams({ quickadd: written });
    const init = { method: "POST", headers: app.headers, body };
    return (await web.request("/reader/api/0/subscription/quickadd", init, connectionFrom("127.0.0.1"))).json();
  };
  const answer = await quickAdd("quick.example");
  const [listed] = await listOf(app);
  assert.deepEqual(answer, {
    numResults: 1,
    query: "https://quick.example/feed.xml",
    streamId: listed?.id,
    streamName: "Quick",
  });
  assert.deepEqual(await quickAdd("feed/https://quick.example/feed.xml"), answer);
  assert.deepEqual(asked, ["quick.example"]);
  assert.deepEqual(await quickAdd("nothing.example"), {
    numResults: 0,
    query: "nothing.example",
    error: "There is nothing.",
  });
  assert.equal(((await quickAdd(" ")) as { numResults: number }).numResults, 0);
});

test("a folder is renamed, joined with another, and removed; its feeds stay", async () => {
  const app = await world.addApp();
  const [a, b] = [await world.addNumberedFeed(app.reader, "A"), await world.addNumberedFeed(app.reader, "B")];
  const put = (number: string, label: string) =>
    sendOk(app, "subscription/edit", [
      ["ac", "edit"],
      ["s", `feed/${number}`],
      ["a", `user/-/label/${label}`],
    ]);
  await put(a.number, "One");
  await put(b.number, "Two");
  await sendOk(app, "rename-tag", [
    ["s", "user/-/label/One"],
    ["dest", "user/-/label/Uno, due"],
  ]);
  const labels = async () => (await listOf(app)).map(({ categories }) => categories[0]?.label);
  assert.deepEqual(await labels(), ["Uno, due", "Two"]);
  await sendOk(app, "rename-tag", [
    ["s", "user/-/label/Two"],
    ["dest", "user/-/label/Uno, due"],
  ]);
  assert.deepEqual(await labels(), ["Uno, due", "Uno, due"]);
  assert.equal(
    (
      await app.post("rename-tag", [
        ["s", "user/-/label/Two"],
        ["dest", "user/-/label/X"],
      ])
    ).status,
    400,
  );
  assert.equal((await app.post("rename-tag", [["s", "feed/1"]])).status, 400);
  await sendOk(app, "disable-tag", [["t", "user/-/label/Uno, due"]]);
  assert.deepEqual(await labels(), [undefined, undefined]);
  await sendOk(app, "disable-tag", [["s", "user/-/label/Uno, due"]]);
  assert.equal((await app.post("disable-tag", [["s", state("starred")]])).status, 400);
});

test("OPML goes out and in; its feeds are on the list when the answer comes", async () => {
  const [from, to] = [await world.addApp(), await world.addApp()];
  const feed = await world.addNumberedFeed(from.reader, "Alpha & Co");
  await sendOk(from, "subscription/edit", [
    ["ac", "edit"],
    ["s", `feed/${feed.number}`],
    ["a", "user/-/label/World"],
  ]);
  const exported = await from.get("subscription/export");
  assert.equal(exported.headers.get("Content-Type"), "application/xml; charset=utf-8");
  const body = await exported.text();
  assert.match(body, /^<\?xml/);
  const send = (text: string, type: string) =>
    world.request("/reader/api/0/subscription/import", {
      method: "POST",
      headers: { ...to.headers, "Content-Type": type },
      body: text,
    });
  assert.equal(await (await send(body, "text/xml")).text(), "OK");
  const [listed] = await listOf(to);
  assert.deepEqual([listed?.title, listed?.url, listed?.categories[0]?.label], ["Alpha ＆ Co", feed.url, "World"]);
  assert.equal((await send("no opml at all", "text/xml")).status, 400);
});
