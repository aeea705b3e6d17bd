import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { NewAppPassword } from "../../../src/accounts/app-password-store.ts";
import { saveBrief } from "../../../src/briefs/brief-store.ts";
import {
  briefAnswer,
  briefsAnswer,
  feedsAnswer,
  itemAnswer,
  itemsAnswer,
  storiesAnswer,
  storyAnswer,
} from "../../../src/web/apps/own/own-answers.ts";
import { connectionFrom } from "../../ground/signed-in.ts";
import { appsWorld } from "./apps-world.ts";
import { addNews } from "./stream-news.ts";

const world = await appsWorld();
const fourDaysAgo = new Date(Date.now() - 4 * 86_400_000);
type Item = { id: string; title: string; story: string | null; read: boolean; starred: boolean; html?: string };
type Items = { items: Item[]; next: string | null };

/** A reader with a token for the API. */
async function addToken(changes: Partial<NewAppPassword> = {}) {
  const reader = await world.addReader();
  const { id, password } = await world.addPassword(reader, { protocol: "api", ...changes });
  const headers = { Authorization: `Bearer ${password}` };
  const send = (method: string, path: string, body?: object) =>
    world.request(`/api/me${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const json = async (path: string) => (await send("GET", path)).json();
  const idsOf = async (query: string) => ((await json(`/items?${query}`)) as Items).items.map((item) => item.id);
  return { reader, id, password, headers, send, json, idsOf };
}

test("a token says whose it is and what it may do; without one, nothing is answered", async () => {
  const { reader, id, password, headers, json } = await addToken({ readOnly: true });
  assert.deepEqual(await json(""), { email: reader.email, scope: "read", plain_titles: true });
  const refused = await world.app.request("/api/me/items", {}, connectionFrom("192.0.2.51"));
  assert.deepEqual(
    [refused.status, refused.headers.get("Content-Type"), refused.headers.get("WWW-Authenticate")],
    [401, "application/problem+json", "Bearer"],
  );
  const { detail } = (await refused.json()) as { detail: string };
  assert.match(detail, /Settings → Apps/);
  // A session of the browser opens nothing here, and the token opens no other protocol.
  assert.equal((await reader.ask("/api/me/items")).status, 401);
  assert.equal((await world.request("/v1/me", { headers: { "X-Auth-Token": password } })).status, 401);
  await reader.post(`/settings/apps/${id}/delete`);
  assert.equal((await world.request("/api/me", { headers })).status, 401);
});

test("items are chosen by state, feed, folder, search and time", async () => {
  const { reader, send, json, idsOf } = await addToken();
  const { ids } = await addNews(world, { reader });
  const [one = "", two = "", three = "", four = ""] = ids;
  const { feeds } = (await json("/feeds")) as {
    feeds: { id: string; title: string; folder: string | null; unread: number }[];
  };
  assert.deepEqual(
    feeds.map(({ title, unread }) => [title, unread]),
    [
      ["Alpha <Wire>", 2],
      ["Beta", 2],
    ],
  );
  await send("PATCH", `/items/${one}`, { read: true });
  await send("PATCH", `/items/${four}`, { starred: true });
  for (const [query, wanted] of [
    ["", [four, three, two, one]],
    ["unread=true", [four, three, two]],
    ["unread=false", [one]],
    ["starred=true", [four]],
    ["starred=false&unread=true", [three, two]],
    [`feed=${feeds[1]?.id}`, [four, two]],
    [`folder=${feeds[0]?.folder}`, [three, one]],
    ["search=council", [four, three, two, one]],
    ["search=nobody", []],
    ["search=-", []],
    ["since=2026-11-03T10:00:00Z", [four, three]],
    ["since=2026-11-03T12:00:01%2B02:00", [four]],
  ] as [string, string[]][]) {
    assert.deepEqual(await idsOf(query), wanted, query);
  }
  for (const query of ["unread=1", "feed=7", "limit=0", "limit=201", "cursor=x", "since=yesterday"]) {
    const refused = await send("GET", `/items?${query}`);
    const name = query.slice(0, query.indexOf("="));
    assert.equal(refused.status, 400, query);
    assert.match(((await refused.json()) as { detail: string }).detail, new RegExp(`^${name} is wrong: `));
  }
});

test("pages go on where the one before ended, also when items are marked meanwhile, and have ETags", async () => {
  const { reader, headers, send, json } = await addToken();
  const { ids } = await addNews(world, { reader });
  const first = (await json("/items?unread=true&limit=2")) as Items;
  await send("POST", "/marks", { items: first.items.map(({ id }) => id), read: true });
  const second = (await json(`/items?unread=true&limit=2&cursor=${first.next}`)) as Items;
  assert.deepEqual(
    [...first.items, ...second.items].map(({ id }) => id),
    ids.toReversed(),
  );
  assert.equal(second.next, null);
  const list = await world.request("/api/me/items", { headers });
  const again = { headers: { ...headers, "If-None-Match": list.headers.get("ETag") ?? "" } };
  assert.equal((await world.request("/api/me/items", again)).status, 304);
  await send("POST", "/marks", { items: [ids[3] ?? ""], starred: true });
  assert.equal((await world.request("/api/me/items", again)).status, 200);
});

test("an item has its text and its story; html=true gives the texts of a list", async () => {
  const { reader, json } = await addToken();
  const { ids } = await addNews(world, { reader }, fourDaysAgo);
  const item = (await json(`/items/${ids[0]}`)) as Item;
  assert.partialDeepStrictEqual(item, {
    id: ids[0] ?? "",
    title: "Item of day 1",
    original_title: "Item of day 1",
    author: null,
    published_at: fourDaysAgo.toISOString(),
    came_at: fourDaysAgo.toISOString(),
    read: false,
    starred: false,
    feed: { title: "Alpha <Wire>" },
    folder: "World & more",
  });
  assert.match(item.html ?? "", /The council met on Monday\./);
  const [short] = ((await json("/items?limit=1")) as Items).items;
  const [full] = ((await json("/items?limit=1&html=true")) as Items).items;
  assert.deepEqual([short?.html, typeof full?.html], [undefined, "string"]);
  const { stories } = (await json("/stories")) as { stories: { id: string; reports: { item: string }[] }[] };
  const [story] = stories;
  assert.ok(story !== undefined && story.reports.length > 0);
  assert.deepEqual(
    ((await json(`/stories/${story.id}`)) as typeof story).reports.map((report) => report.item).toSorted(),
    story.reports.map((report) => report.item).toSorted(),
  );
});

test("feeds and folders are added, changed and removed; everything is marked as read until a time", async () => {
  const { reader, send, json, idsOf } = await addToken();
  const { ids } = await addNews(world, { reader });
  const made = await send("POST", "/folders", { name: "Science" });
  const folder = (await made.json()) as { id: string; name: string };
  assert.deepEqual([made.status, folder.name], [201, "Science"]);
  assert.equal((await send("POST", "/folders", { name: "Science" })).status, 400);
  const added = await send("POST", "/feeds", { url: "https://own-api.example/feed", title: "Own", folder: folder.id });
  const feed = (await added.json()) as { id: string };
  assert.equal(added.status, 201);
  assert.partialDeepStrictEqual(feed, { title: "Own", url: "https://own-api.example/feed", folder: folder.id });
  const moved = await send("PATCH", `/feeds/${feed.id}`, { title: "Mine", folder: null });
  assert.partialDeepStrictEqual(await moved.json(), { id: feed.id, title: "Mine", folder: null });
  assert.equal((await send("DELETE", `/feeds/${feed.id}`)).status, 204);
  assert.equal((await send("DELETE", `/feeds/${feed.id}`)).status, 404);
  const renamed = await send("PATCH", `/folders/${folder.id}`, { name: "Nature" });
  assert.deepEqual(await renamed.json(), { id: folder.id, name: "Nature" });
  assert.equal((await send("DELETE", `/folders/${folder.id}`)).status, 204);
  const { folders } = (await json("/folders")) as { folders: { id: string; name: string }[] };
  assert.deepEqual(
    folders.map(({ name }) => name),
    ["World & more"],
  );
  await send("POST", "/read-all", { folder: folders[0]?.id, until: "2026-11-02T00:00:00Z" });
  assert.deepEqual(await idsOf("unread=false"), [ids[0]]);
  assert.equal((await send("POST", "/read-all", {})).status, 204);
  assert.deepEqual(await idsOf("unread=true"), []);
});

test("briefs are listed and read, the latest by its name", async () => {
  const { reader, json, send } = await addToken();
  const { ids } = await addNews(world, { reader });
  assert.equal((await send("GET", "/briefs/latest")).status, 404);
  const draft = {
    content: "The council met [1].",
    sections: [],
    itemRefs: [ids[0] ?? ""],
    itemCount: 4,
    writtenBy: "extract",
  };
  const brief = await reader.as((tx) => saveBrief(tx, reader.id, draft, new Date()));
  assert.partialDeepStrictEqual(await json("/briefs"), {
    briefs: [{ id: brief.id, items: 4, opening: "The council met [1]." }],
    next: null,
  });
  const latest = await json("/briefs/latest");
  assert.partialDeepStrictEqual(latest, { id: brief.id, content: draft.content, cited: [{ item: ids[0] ?? "" }] });
  assert.deepEqual(await json(`/briefs/${brief.id}`), latest);
});

test("what belongs to others is not found and not changed, and a token that only reads changes nothing", async () => {
  const [mine, other, reading] = [await addToken(), await addToken(), await addToken({ readOnly: true })];
  const theirs = await addNews(world, { reader: other.reader });
  const { feeds } = (await other.json("/feeds")) as { feeds: { id: string; folder: string }[] };
  for (const [method, path, body] of [
    ["GET", `/items/${theirs.ids[0]}`],
    ["PATCH", `/items/${theirs.ids[0]}`, { read: true }],
    ["GET", `/items?feed=${feeds[0]?.id}`],
    ["GET", `/items?folder=${feeds[0]?.folder}`],
    ["PATCH", `/feeds/${feeds[0]?.id}`, { title: "Mine" }],
    ["DELETE", `/feeds/${feeds[0]?.id}`],
    ["DELETE", `/folders/${feeds[0]?.folder}`],
    ["POST", "/read-all", { feed: feeds[0]?.id }],
    ["GET", "/items/x"],
    ["GET", "/stories/x"],
    ["GET", "/briefs/x"],
  ] as [string, string, object?][]) {
    const answer = await mine.send(method, path, body);
    assert.equal(answer.status, 404, `${method} ${path}`);
    assert.match(((await answer.json()) as { detail: string }).detail, /no such/);
  }
  assert.equal((await mine.send("POST", "/marks", { items: theirs.ids, read: true })).status, 204);
  assert.equal((await other.idsOf("unread=true")).length, 4);
  assert.equal((await reading.send("POST", "/folders", { name: "New" })).status, 403);
  assert.equal((await mine.send("POST", "/folders")).status, 400);
});

test("a name that is not known is refused with those that are, so that a slip of the pen marks nothing", async () => {
  const { reader, send, idsOf } = await addToken();
  await addNews(world, { reader });
  const sentenceOf = async (method: string, path: string, body?: object) => {
    const answer = await send(method, path, body);
    assert.equal(answer.status, 400, `${method} ${path}`);
    return ((await answer.json()) as { detail: string }).detail;
  };
  assert.equal(
    await sentenceOf("POST", "/read-all", { feeds: "x" }),
    "There is no feeds here. There are feed, folder, until.",
  );
  assert.equal((await idsOf("unread=true")).length, 4);
  assert.match(await sentenceOf("GET", "/items?q=harbour"), /^There is no q here\. There are unread, .*search/);
  assert.equal(await sentenceOf("GET", "/feeds?unread=true"), "There is no unread here. Leave it out.");
  assert.equal(await sentenceOf("GET", "/items?unread=maybe"), "unread is wrong: it must be true or false.");
  assert.equal(await sentenceOf("GET", "/items?since=yesterday"), "since is wrong: write it as 2026-11-01T08:00:00Z.");
  assert.equal(await sentenceOf("POST", "/feeds", {}), "url is missing.");
});

test("answers are what the description says", async () => {
  const { reader, json } = await addToken();
  const { ids } = await addNews(world, { reader }, fourDaysAgo);
  const draft = {
    content: "Nothing [1].",
    sections: [],
    itemRefs: ids.slice(0, 1),
    itemCount: 1,
    writtenBy: "extract",
  };
  await reader.as((tx) => saveBrief(tx, reader.id, draft, new Date()));
  const { stories } = (await json("/stories")) as { stories: { id: string }[] };
  for (const [path, schema] of [
    ["/items?html=true", itemsAnswer],
    [`/items/${ids[0]}`, itemAnswer],
    ["/feeds", feedsAnswer],
    ["/stories", storiesAnswer],
    [`/stories/${stories[0]?.id}`, storyAnswer],
    ["/briefs", briefsAnswer],
    ["/briefs/latest", briefAnswer],
  ] as const) {
    const answer = await json(path);
    assert.deepEqual(schema.parse(answer), answer, path);
  }
});

const committed = join(import.meta.dirname, "../../../docs/openapi-me.json");

test("docs/openapi-me.json is what the server answers, and every call is in it once", async () => {
  const description = (await (await world.request("/api/me/openapi.json")).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  // After a change that was meant, run this test once with UPDATE_OPENAPI=1.
  if (process.env["UPDATE_OPENAPI"] === "1") writeFileSync(committed, `${JSON.stringify(description, null, 2)}\n`);
  assert.deepEqual(JSON.parse(readFileSync(committed, "utf8")), description);
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const routes = world.app.routes
    .filter(({ method, path }) => method !== "ALL" && /^\/api\/me(?!\/openapi)\b/.test(path))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
  assert.deepEqual(new Set(described), new Set(routes));
  const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods));
  assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, operations.length);
});
