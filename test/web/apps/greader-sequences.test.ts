import assert from "node:assert/strict";
import { test } from "node:test";
import { type App, appsWorld, type Fields, idsOf, state } from "./apps-world.ts";

// What unmodified clients were seen to send, in their order and with their spelling, and what each needs to find in the answer.

const world = await appsWorld();
const tagOf = (number: string) => `tag:google.com,2005:reader/item/${Number(number).toString(16).padStart(16, "0")}`;

async function newsOf(app: App) {
  const feed = await world.addNumberedFeed(app.reader, "Alpha Wire");
  const numbers: string[] = [];
  for (const day of [1, 2, 3]) {
    const seenAt = new Date(`2026-11-0${day}T10:00:00Z`);
    const item = { title: `The council met on day ${day}`, text: "<p>It met.</p>", seenAt, pubDate: seenAt };
    numbers.push(await world.numberOf(await world.addItem(feed.feedId, item)));
  }
  await world.settle();
  const [one = "", two = "", three = ""] = numbers;
  return { feed, one, two, three };
}

type Items = { items: { id: string; categories: string[] }[]; continuation?: string };
const unread = (app: App) => idsOf(app, `xt=${state("read")}`);

test("newsboat 2.21 as FeedHQ: list, Atom for each feed, read, unread, flag, mark all", async () => {
  const app = await world.addApp();
  const { feed, one, two, three } = await newsOf(app);
  const login = new URLSearchParams({
    service: "reader",
    Email: app.reader.email,
    Passwd: app.password,
    source: "newsboat0.000000",
    accountType: "HOSTED_OR_GOOGLE",
    continue: "http://www.google.com/",
  });
  assert.equal((await world.request("/accounts/ClientLogin", { method: "POST", body: login })).status, 200);
  assert.equal((await app.get("subscription/list?output=json")).status, 200);
  const atom = async () =>
    (await world.request(`/reader/atom/feed%2F${feed.number}?n=50`, { headers: app.headers })).text();
  const before = await atom();
  assert.match(before, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom">/);
  assert.deepEqual(
    [...before.matchAll(/<entry>\n<id>([^<]+)<\/id>/g)].map(([, id]) => id),
    [three, two, one].map(tagOf),
  );
  const unreadMark =
    '<category term="user/-/state/com.google/kept-unread" scheme="http://www.google.com/reader/" label="kept-unread"/>';
  assert.equal(before.split(unreadMark).length, 4);

  const edit = async (fields: Fields) => {
    const token = await (await app.get("token")).text();
    assert.equal(await (await app.post("edit-tag", [...fields, ["ac", "edit"], ["T", token]])).text(), "OK");
  };
  await edit([
    ["i", tagOf(two)],
    ["a", state("read")],
    ["r", state("kept-unread")],
  ]);
  assert.match(
    await atom(),
    new RegExp(
      `<id>${tagOf(two)}</id>[^]*?<category term="user/-/state/com\\.google/read" scheme="http://www\\.google\\.com/reader/" label="read"/>`,
    ),
  );
  await edit([
    ["i", tagOf(two)],
    ["r", state("read")],
    ["a", state("kept-unread")],
    ["a", state("tracking-kept-unread")],
  ]);
  assert.equal((await unread(app)).length, 3);
  await edit([
    ["i", tagOf(three)],
    ["a", state("starred")],
  ]);
  const token = await (await app.get("token")).text();
  const marked = await app.post("mark-all-as-read", [
    ["s", `feed/${feed.number}`],
    ["T", token],
  ]);
  assert.equal(await marked.text(), "OK");
  assert.deepEqual([await unread(app), await idsOf(app, `s=${state("starred")}`)], [[], [three]]);
});

test("Liferea 1.14.4: ids of each feed, contents without a header, two edits for one gesture", async () => {
  const app = await world.addApp();
  const { feed, one, two, three } = await newsOf(app);
  const listed = await idsOf(app, `s=feed%2F${feed.number}&client=liferea&n=50&merge=true`);
  assert.deepEqual(listed, [three, two, one]);
  const body = new URLSearchParams([...listed.map((id): [string, string] => ["i", id]), ["T", app.auth]]);
  const contents = await world.request("/reader/api/0/stream/items/contents", { method: "POST", body });
  assert.deepEqual(
    ((await contents.json()) as Items).items.map(({ id }) => id),
    listed.map(tagOf),
  );
  const edit = (a: string, r: string | null) =>
    app.post("edit-tag?client=liferea", [
      ["i", three],
      ["s", `feed/${feed.url}`],
      ["a", a],
      ...(r === null ? [] : ([["r", r]] satisfies Fields)),
      ["ac", "edit-tags"],
      ["T", `${app.auth}\n`],
      ["async", "true"],
    ]);
  assert.equal(await (await edit(state("read"), null)).text(), "OK");
  assert.deepEqual(await unread(app), [two, one]);
  assert.equal(await (await edit(state("kept-unread"), state("read"))).text(), "OK");
  assert.equal(await (await edit(state("tracking-kept-unread"), null)).text(), "OK");
  assert.deepEqual(await unread(app), [three, two, one]);
});

test("RSS Guard 4.0.4 as FreshRSS: tags, feeds, three lists of ids since a year, all contents in one request", async () => {
  const app = await world.addApp({}, "/api/greader.php");
  const { one, two, three } = await newsOf(app);
  for (const list of ["tag/list?output=json", "subscription/list?output=json"]) {
    assert.equal((await app.get(list, { Cookie: "JSESSIONID=" })).status, 200);
  }
  const year = Math.floor(Date.parse("2025-11-10T00:00:00Z") / 1_000);
  await app.post("edit-tag", [
    ["i", one],
    ["a", state("starred")],
    ["a", state("read")],
  ]);
  assert.deepEqual(await idsOf(app, `n=200000&s=${state("starred")}&ot=${year}`), [one]);
  assert.deepEqual(await idsOf(app, `n=200000&s=${state("reading-list")}&ot=${year}`), [three, two, one]);
  assert.deepEqual(await idsOf(app, `n=200000&s=${state("reading-list")}&ot=${year}&xt=${state("read")}`), [
    three,
    two,
  ]);
  const contents = await app.post(
    "stream/items/contents?output=json&n=200000",
    [one, two, three].map((number) => ["i", tagOf(number)]),
  );
  const { items } = (await contents.json()) as Items;
  assert.deepEqual(items.at(-1)?.categories, [state("reading-list"), state("read"), state("starred")]);
});

test("NewsFlash 3.2: password in the query, contents by POST, decimal ids, ts in the query, rename and add in the query", async () => {
  const app = await world.addApp({}, "/api/greader.php");
  const { feed, one, two, three } = await newsOf(app);
  const login = `/api/greader.php/accounts/ClientLogin?Email=${encodeURIComponent(app.reader.email)}&Passwd=${app.password}`;
  assert.equal((await world.request(login, { method: "POST" })).status, 200);
  // It cuts the last character of the token, whatever that is.
  assert.equal((await (await app.get("token")).text()).slice(0, -1), app.auth);
  const contents = async (stream: string, fields: Fields) =>
    (await app.post(`stream/contents${stream}`, fields)).json() as Promise<Items>;
  const first = await contents(`/${state("reading-list")}`, [
    ["n", "2"],
    ["xt", state("read")],
  ]);
  assert.deepEqual(
    first.items.map(({ id }) => id),
    [three, two].map(tagOf),
  );
  const next = await contents(`/${state("reading-list")}`, [
    ["n", "2"],
    ["xt", state("read")],
    ["c", first.continuation ?? ""],
  ]);
  assert.deepEqual([next.items.map(({ id }) => id), next.continuation], [[tagOf(one)], undefined]);
  assert.deepEqual((await contents(`/${state("starred")}`, [["n", "1000"]])).items, []);
  assert.equal((await contents("", [["n", "1000"]])).items.length, 3);

  await app.post("edit-tag?output=json", [
    ["i", two],
    ["a", state("read")],
  ]);
  assert.deepEqual(await idsOf(app, `n=10000&s=${state("reading-list")}&xt=${state("read")}`), [three, one]);
  const ts = Date.parse("2026-11-02T00:00:00Z") * 1_000;
  await app.post(`mark-all-as-read?ts=${ts}`, [["s", state("reading-list")]]);
  assert.deepEqual(await unread(app), [three]);
  await app.post(`subscription/edit?ac=edit&s=feed/${feed.number}&t=Renamed`);
  await app.post("subscription/edit?ac=subscribe&s=feed/https://new.example/feed");
  const { subscriptions } = (await app.json("subscription/list")) as {
    subscriptions: { title: string; url: string }[];
  };
  assert.deepEqual(
    subscriptions.map(({ title, url }) => [title, url]),
    [
      ["Renamed", feed.url],
      ["new.example", "https://new.example/feed"],
    ],
  );
});

test("Reeder: T is x, ids are sixteen hexadecimal digits, the continuation is a string", async () => {
  const app = await world.addApp();
  const { one, two } = await newsOf(app);
  const page = (await app.json(`stream/items/ids?n=1&xt=${state("read")}`)) as { continuation: unknown };
  assert.equal(typeof page.continuation, "string");
  const hex = tagOf(two).slice(-16);
  await app.post("edit-tag", [
    ["T", "x"],
    ["i", hex],
    ["a", state("read")],
  ]);
  assert.ok(!(await unread(app)).includes(two));
  assert.ok((await unread(app)).includes(one));
});

test("NetNewsWire: what came since its last visit, by the time of our answers, and unread and starred ids", async () => {
  const app = await world.addApp();
  const { one, two, three } = await newsOf(app);
  const since = Math.floor(Date.parse("2026-11-02T09:00:00Z") / 1_000);
  assert.deepEqual(await idsOf(app, `s=${state("reading-list")}&n=1000&ot=${since}`), [three, two]);
  assert.deepEqual(await idsOf(app, `s=${state("reading-list")}&n=1000&xt=${state("read")}`), [three, two, one]);
  assert.deepEqual(await idsOf(app, `s=${state("starred")}&n=1000`), []);
  const body = new URLSearchParams([
    ["i", tagOf(one).replace(/item\/0+/, "item/")],
    ["output", "json"],
  ]);
  const contents = await world.request("/reader/api/0/stream/items/contents", {
    method: "POST",
    headers: app.headers,
    body,
  });
  assert.equal(((await contents.json()) as Items).items.length, 1);
});

test("Fluent Reader and FeedMe: no T, user-info without output, stream/contents without a stream or with s", async () => {
  const app = await world.addApp();
  const { feed, one, three } = await newsOf(app);
  assert.equal((await app.get("user-info")).status, 200);
  assert.equal(((await app.json("stream/contents?n=250")) as Items).items[0]?.id, tagOf(three));
  assert.equal(((await app.json(`stream/contents?s=feed/${feed.number}&n=500`)) as Items).items.length, 3);
  assert.equal(
    await (
      await app.post("edit-tag", [
        ["i", one],
        ["a", state("read")],
      ])
    ).text(),
    "OK",
  );
  assert.deepEqual(await idsOf(app, `it=${state("read")}&n=1000`), [one]);
});

test("newsboat 2.24 and later as FreshRSS: contents of an encoded feed under /api/greader.php", async () => {
  const app = await world.addApp({}, "/api/greader.php");
  const { feed, three } = await newsOf(app);
  const { items } = (await app.json(`stream/contents/feed%2F${feed.number}?n=50`)) as Items;
  assert.equal(items[0]?.id, tagOf(three));
});
