import assert from "node:assert/strict";
import { test } from "node:test";
import type { NewAppPassword } from "../../../src/accounts/app-password-store.ts";
import { createIcons } from "../../../src/media/icons.ts";
import { createWebApp } from "../../../src/web/app.ts";
import { connectionFrom } from "../../ground/signed-in.ts";
import { appsWorld } from "./apps-world.ts";
import { addMinifluxApp } from "./miniflux-app.ts";
import { addNews } from "./stream-news.ts";

const world = await appsWorld();
const { worker } = world.database;
const addMiniflux = (changes?: Partial<NewAppPassword>) => addMinifluxApp(world, changes);

test("HEAD is a question: a password that may only read may ask it, and the same one is limited as with GET", async () => {
  const reading = await addMiniflux({ readOnly: true });
  for (let n = 0; n < 20; n += 1) assert.equal((await reading.send("HEAD", "/entries")).status, 200);
  assert.equal((await reading.send("HEAD", "/entries")).status, 429);
});

test("entries, feeds and categories of others are not found, and nothing of theirs is changed", async () => {
  const [mine, other] = [await addMiniflux(), await addMiniflux()];
  const theirs = await addNews(world, { reader: other.reader });
  const category = await other.folder();
  for (const [method, path, body] of [
    ["GET", `/entries/${theirs.one}`],
    ["PUT", `/entries/${theirs.one}/bookmark`],
    ["GET", `/feeds/${theirs.alpha.number}`],
    ["GET", `/feeds/${theirs.alpha.number}/entries`],
    ["GET", `/feeds/${theirs.alpha.number}/icon`],
    ["PUT", `/feeds/${theirs.alpha.number}`, { title: "Mine" }],
    ["PUT", `/feeds/${theirs.alpha.number}/mark-all-as-read`],
    ["DELETE", `/feeds/${theirs.alpha.number}`],
    ["GET", `/categories/${category}/entries`],
    ["PUT", `/categories/${category}`, { title: "Mine" }],
    ["DELETE", `/categories/${category}`],
    ["GET", "/entries/x"],
    ["GET", "/feeds/0"],
    ["GET", "/nothing"],
  ] as [string, string, object?][]) {
    const answer = await mine.send(method, path, body);
    assert.deepEqual([answer.status, await answer.json()], [404, { error_message: "Resource Not Found" }], path);
  }
  await mine.send("PUT", "/entries", { entry_ids: [Number(theirs.one)], status: "read" });
  assert.equal((await other.idsOf("status=unread")).length, 4);
});

test("wrong, missing and revoked passwords, and those of another protocol or person, are refused in JSON", async () => {
  const { reader, id, password, send } = await addMiniflux();
  const stranger = await world.addReader();
  const greader = await world.addPassword(reader);
  const basic = (email: string, secret: string) => ({
    Authorization: `Basic ${Buffer.from(`${email}:${secret}`).toString("base64")}`,
  });
  for (const headers of [
    {},
    { "X-Auth-Token": greader.password },
    basic(stranger.email, password),
    { Authorization: "Basic" },
  ]) {
    const answer = await world.app.request("/v1/me", { headers }, connectionFrom("192.0.2.41"));
    assert.deepEqual([answer.status, await answer.json()], [401, { error_message: "Access Unauthorized" }]);
  }
  assert.partialDeepStrictEqual(await (await send("GET", "/me")).json(), { id: 1, username: reader.email });
  await reader.post(`/settings/apps/${id}/delete`);
  assert.equal((await send("GET", "/me")).status, 401);
});

test("accounts are not managed here, bodies that are wrong are refused, and a password that only reads changes nothing", async () => {
  const [{ send }, reading] = [await addMiniflux(), await addMiniflux({ readOnly: true })];
  assert.equal((await send("GET", "/users")).status, 403);
  assert.equal((await send("POST", "/api-keys", {})).status, 403);
  for (const [method, path, body] of [
    ["PUT", "/entries", { entry_ids: [], status: "read" }],
    ["PUT", "/entries", { entry_ids: [1], status: "odd" }],
    ["PUT", "/entries", { entry_ids: Array.from({ length: 10_001 }, (_, n) => n + 1), status: "read" }],
    ["POST", "/feeds", {}],
    ["POST", "/feeds", { feed_url: "nothing at all" }],
    ["POST", "/feeds", { feed_url: "https://x.example/feed", category_id: 999_999 }],
    ["POST", "/categories", { title: " " }],
    ["POST", "/discover", {}],
  ] as [string, string, object][]) {
    assert.equal((await send(method, path, body)).status, 400, JSON.stringify(body).slice(0, 80));
  }
  const refused = await reading.send("POST", "/categories", { title: "New" });
  assert.deepEqual([refused.status, await refused.json()], [403, { error_message: "This app password is read only." }]);
  assert.equal(((await reading.json("/categories")) as unknown[]).length, 1);
});

test("a reader in a browser may ask from its own site, and gets 304 for what it has", async () => {
  const { headers } = await addMiniflux();
  const asked = await world.request("/v1/entries", { method: "OPTIONS" });
  assert.deepEqual(
    [asked.status, asked.headers.get("Access-Control-Allow-Origin"), asked.headers.get("Access-Control-Allow-Headers")],
    [204, "*", "X-Auth-Token, Authorization, Content-Type"],
  );
  const first = await world.request("/v1/feeds", { headers });
  assert.equal(first.headers.get("Access-Control-Allow-Origin"), "*");
  const again = { headers: { ...headers, "If-None-Match": first.headers.get("ETag") ?? "" } };
  assert.equal((await world.request("/v1/feeds", again)).status, 304);
});

test("an icon is found by its feed and by its own number", async () => {
  const { reader, headers } = await addMiniflux();
  const { alpha } = await addNews(world, { reader });
  await worker.query(
    "insert into feed_icons (feed_id, due_at, name, type, bytes) values ($1, now(), 'miniflux-icon', 'image/png', 'x')",
    [alpha.feedId],
  );
  const icons = createIcons(world.database.web, true);
  const app = createWebApp({ ...world.parts, media: { ...world.parts.media, icons } });
  const ask = async (path: string) =>
    (await app.request(`/v1${path}`, { headers }, connectionFrom("127.0.0.1"))).json();
  const { icon } = (await ask(`/feeds/${alpha.number}`)) as { icon: { icon_id: number } };
  for (const path of [`/feeds/${alpha.number}/icon`, `/icons/${icon.icon_id}`]) {
    assert.partialDeepStrictEqual(await ask(path), { mime_type: "image/png", data: "image/png;base64,eA==" });
  }
});
