import assert from "node:assert/strict";
import { test } from "node:test";
import { appsWorld } from "./apps-world.ts";
import { addMinifluxApp, type Entries } from "./miniflux-app.ts";
import { addNews } from "./stream-news.ts";

const world = await appsWorld();

const addMiniflux = () => addMinifluxApp(world);

test("newsboat 2.21: a basic login, entries of a feed by date, and marks whose JSON is called a form", async () => {
  const { reader, password, idsOf } = await addMiniflux();
  const { alpha, one, three } = await addNews(world, { reader });
  const basic = { Authorization: `Basic ${Buffer.from(`${reader.email}:${password}`).toString("base64")}` };
  for (const path of ["/v1/categories", "/v1/feeds"]) {
    assert.equal((await world.request(path, { headers: basic })).status, 200);
  }
  const path = `/v1/feeds/${alpha.number}/entries?order=published_at&direction=desc`;
  const { entries, total } = (await (await world.request(path, { headers: basic })).json()) as Entries;
  assert.deepEqual([total, entries.map(({ id }) => String(id))], [2, [three, one]]);
  const marked = await world.request("/v1/entries", {
    method: "PUT",
    headers: { ...basic, "Content-Type": "application/x-www-form-urlencoded" },
    body: JSON.stringify({ entry_ids: [Number(one)], status: "read" }),
  });
  assert.deepEqual([marked.status, await marked.text()], [204, ""]);
  assert.deepEqual(await idsOf("status=read"), [one]);
});

test("NewsFlash 3.2: categories and feeds with every key, starred, unread and read entries, stars, renaming and adding", async () => {
  const { reader, send, json, idsOf, folder } = await addMiniflux();
  const { alpha, beta, one, two, three, four } = await addNews(world, { reader });
  const world2 = { id: await folder(), title: "World & more", user_id: 1, hide_globally: false };
  const all = { id: 1, title: "All", user_id: 1, hide_globally: false };
  assert.deepEqual(await json("/categories"), [all, world2]);
  const feeds = (await json("/feeds")) as Record<string, unknown>[];
  assert.partialDeepStrictEqual(feeds, [
    {
      id: Number(alpha.number),
      user_id: 1,
      title: "Alpha <Wire>",
      feed_url: alpha.url,
      site_url: alpha.url,
      category: world2,
      icon: null,
      scraper_rules: "",
      rewrite_rules: "",
      crawler: false,
      checked_at: "0001-01-01T00:00:00Z",
      parsing_error_count: 0,
    },
    { id: Number(beta.number), category: all },
  ]);
  const page = "limit=100&order=published_at&direction=desc";
  assert.deepEqual(await idsOf(`${page}&starred=true`), []);
  assert.deepEqual(await idsOf(`${page}&status=unread`), [four, three, two, one]);
  assert.deepEqual(await idsOf(`${page}&status=read`), []);
  for (const call of ["bookmark", "star"]) {
    assert.equal((await send("PUT", `/entries/${two}/${call}`)).status, 204);
    assert.deepEqual(await idsOf(`${page}&starred=true`), call === "bookmark" ? [two] : []);
  }
  const renamed = await send("PUT", `/feeds/${alpha.number}`, { title: "Renamed", category_id: 1 });
  assert.equal(renamed.status, 201);
  assert.partialDeepStrictEqual(await renamed.json(), { id: Number(alpha.number), title: "Renamed", category: all });
  const made = await send("POST", "/categories", { title: "Science" });
  assert.equal(made.status, 201);
  const { id } = (await made.json()) as { id: number };
  const added = await send("POST", "/feeds", { feed_url: "https://new-miniflux.example/feed", category_id: id });
  const { feed_id: number } = (await added.json()) as { feed_id: number };
  assert.equal(added.status, 201);
  assert.partialDeepStrictEqual(await json(`/feeds/${number}`), {
    feed_url: "https://new-miniflux.example/feed",
    category: { id, title: "Science" },
  });
});

test("an entry has what apps show, with the plain title and the original in its text", async () => {
  const { reader, json } = await addMiniflux();
  const { alpha, one } = await addNews(world, { reader });
  const entry = (await json(`/entries/${one}`)) as Record<string, unknown>;
  assert.partialDeepStrictEqual(entry, {
    id: Number(one),
    user_id: 1,
    feed_id: Number(alpha.number),
    status: "unread",
    starred: false,
    title: "Item of day 1",
    comments_url: "",
    published_at: "2026-11-01T10:00:00.000Z",
    created_at: "2026-11-01T10:00:00.000Z",
    share_code: "",
    reading_time: 1,
    enclosures: [],
    tags: [],
    feed: { id: Number(alpha.number), title: "Alpha <Wire>" },
  });
  assert.match(String(entry["content"]), /The council met on Monday\./);
});

test("an item that came while the clock was months ahead holds up no newer one", async () => {
  const { reader, idsOf } = await addMiniflux();
  const { one, two, three, four } = await addNews(world, { reader });
  await world.database.worker.query("update items set first_seen_at = now() + interval '300 days' where number = $1", [
    two,
  ]);
  assert.deepEqual(await idsOf(`after_entry_id=${one}&order=id`), [two, three, four]);
});

test("entries are chosen by status, star, search, times, numbers, feed and category, in pages with a total", async () => {
  const { reader, send, json, idsOf, folder } = await addMiniflux();
  const { alpha, beta, one, two, three, four } = await addNews(world, { reader });
  await send("PUT", "/entries", { entry_ids: [Number(one), Number(four)], status: "read" });
  const at = (day: number) => Date.parse(`2026-11-0${day}T10:00:00Z`) / 1_000;
  for (const [query, wanted] of [
    ["", [one, two, three, four]],
    ["direction=desc", [four, three, two, one]],
    ["order=id&direction=desc&limit=2", [four, three]],
    ["limit=2&offset=2", [three, four]],
    ["status=read", [one, four]],
    ["status=unread&status=read", [one, two, three, four]],
    ["status=removed", []],
    ["starred=True", []],
    ["starred=False", [one, two, three, four]],
    [`after=${at(2)}`, [three, four]],
    [`published_before=${at(3)}`, [one, two]],
    [`after_entry_id=${two}&order=id`, [three, four]],
    [`before_entry_id=${two}`, [one]],
    [`category_id=${await folder()}`, [one, three]],
    ["category_id=1", [two, four]],
    ["search=council", [one, two, three, four]],
    ["search=nobody", []],
    ["search=%2D", []],
    ["changed_after=99999999999999", []],
  ] as [string, string[]][]) {
    assert.deepEqual(await idsOf(query), wanted, query);
  }
  const { total } = (await json("/entries?limit=1")) as Entries;
  assert.equal(total, 4);
  assert.deepEqual(await idsOf("", `/feeds/${beta.number}/entries`), [two, four]);
  assert.deepEqual(await idsOf("", `/categories/${await folder()}/entries`), [one, three]);
  assert.deepEqual(await json("/feeds/counters"), {
    reads: { [alpha.number]: 1, [beta.number]: 1 },
    unreads: { [alpha.number]: 1, [beta.number]: 1 },
  });
  const [, counted] = (await json("/categories?counts=true")) as Record<string, unknown>[];
  assert.partialDeepStrictEqual(counted, { feed_count: 1, total_unread: 1 });
  for (const query of ["order=rank", "direction=up", "status=odd", "limit=-1", "after=x"]) {
    const refused = await send("GET", `/entries?${query}`);
    const { error_message: sentence } = (await refused.json()) as { error_message: string };
    assert.ok(refused.status === 400 && sentence !== "", query);
  }
});

test("feeds, categories and everything are marked as read, renamed and removed", async () => {
  const { reader, send, json, idsOf, folder } = await addMiniflux();
  const { alpha, beta, two, four } = await addNews(world, { reader });
  const category = await folder();
  assert.equal((await send("PUT", `/categories/${category}/mark-all-as-read`)).status, 204);
  assert.deepEqual(await idsOf("status=unread"), [two, four]);
  assert.equal((await send("PUT", `/feeds/${beta.number}/mark-all-as-read`)).status, 204);
  assert.deepEqual(await idsOf("status=unread"), []);
  await send("PUT", "/entries", { entry_ids: [Number(two)], status: "unread" });
  assert.equal((await send("PUT", "/users/2/mark-all-as-read")).status, 403);
  assert.deepEqual(await idsOf("status=unread"), [two]);
  assert.equal((await send("PUT", "/users/1/mark-all-as-read")).status, 204);
  assert.deepEqual(await idsOf("status=unread"), []);
  const renamed = await send("PUT", `/categories/${category}`, { title: "Nearby" });
  assert.deepEqual([renamed.status, ((await renamed.json()) as { title: string }).title], [201, "Nearby"]);
  assert.equal((await send("POST", "/categories", { title: "Nearby" })).status, 400);
  assert.equal((await send("DELETE", `/categories/${category}`)).status, 204);
  assert.equal((await send("DELETE", "/categories/1")).status, 404);
  assert.equal((await send("DELETE", `/feeds/${alpha.number}`)).status, 204);
  const left = (await json("/feeds")) as { id: number }[];
  assert.deepEqual(
    left.map(({ id }) => String(id)),
    [beta.number],
  );
});

test("OPML goes out and comes in", async () => {
  const { reader, headers, json } = await addMiniflux();
  await addNews(world, { reader });
  const exported = await world.request("/v1/export", { headers });
  assert.match(exported.headers.get("Content-Type") ?? "", /xml/);
  const opml = (await exported.text()).replaceAll(/https:\/\/[\w-]+\.example\/feed/g, (url) => `${url}-2`);
  const imported = await world.request("/v1/import", { method: "POST", headers, body: opml });
  assert.equal(imported.status, 201);
  assert.equal(((await json("/feeds")) as unknown[]).length, 4);
  const wrong = await world.request("/v1/import", { method: "POST", headers, body: "no xml" });
  assert.equal(wrong.status, 400);
});
