import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, test } from "node:test";
import type { Page } from "playwright-core";
import { endOtherSessions } from "../../src/accounts/session-store.ts";
import { startWebServer, type WebServer } from "../../src/web/serve.ts";
import { eventually } from "../ground/eventually.ts";
import { openBrowser, visit } from "../ground/open-browser.ts";
import { type Reader, readingWorld } from "../reading/reading-world.ts";

const browser = await openBrowser();
const skip = browser === null && "no browser";
const world = await readingWorld();
let server: WebServer;
let feed: string;

before(async () => {
  server = await startWebServer({ app: world.app, host: "127.0.0.1", port: 0, log: world.parts.log });
  feed = await world.addFeed([], "Harbour Gazette");
});
after(async () => {
  await browser?.close();
  await server.stop(1_000);
});

type Manifest = { start_url: string; icons: { src: string; purpose?: string }[]; share_target: { action: string } };

test("the page for offline use asks nobody to log in: people who are logged in see it too", async () => {
  const page = await (await world.app.request("/offline", { headers: { Accept: "text/html" } })).text();
  assert.match(page, /Plainwire cannot be reached/);
  assert.doesNotMatch(page, /\/auth\/login/);
});

test("the manifest names icons that exist, Today as its start, and where a shared page goes", async () => {
  const answer = await world.app.request("/manifest.webmanifest");
  assert.equal(answer.headers.get("Content-Type"), "application/manifest+json");
  const manifest = (await answer.json()) as Manifest;
  assert.equal(manifest.start_url, "/dashboard");
  assert.equal(manifest.share_target.action, "/feeds/find");
  assert.ok(manifest.icons.some(({ purpose }) => purpose === "maskable"));
  for (const { src } of manifest.icons) {
    const icon = await world.app.request(src);
    assert.equal(icon.status, 200, src);
    assert.match(icon.headers.get("Content-Type") ?? "", /^image\//);
  }
});

test("the service worker is asked for again at each visit, and every file it keeps exists", async () => {
  const answer = await world.app.request("/sw.js");
  assert.equal(answer.headers.get("Cache-Control"), "no-cache");
  const [, files = "[]"] = /^const files = (.*);$/m.exec(await answer.text()) ?? [];
  for (const file of JSON.parse(files) as string[]) {
    assert.equal((await world.app.request(file)).status, 200, file);
  }
});

test("logging out tells the browser to forget what it stored", async () => {
  const reader = await world.addReader();
  const answer = await reader.post("/auth/logout");
  assert.equal(answer.status, 303);
  assert.equal(answer.headers.get("Clear-Site-Data"), '"cache", "storage"');
});

const controlled = `navigator.serviceWorker.ready.then(() => new Promise((done) => {
  if (navigator.serviceWorker.controller !== null) done();
  else navigator.serviceWorker.addEventListener("controllerchange", () => done());
}))`;
const savedPages = `caches.keys()
  .then((names) => Promise.all(names.filter((name) => name.startsWith("pages-")).map((name) => caches.open(name))))
  .then((all) => Promise.all(all.map((cache) => cache.keys())))
  .then((all) => all.flat().map(({ url }) => new URL(url).pathname))`;

/** A reader with one article, in a browser whose service worker is at work. */
async function atWork() {
  assert.ok(browser !== null);
  const reader = await world.addReader();
  await world.subscribe(reader.id, feed, "Harbour Gazette");
  const article = await world.addItem(feed, { title: "Council opens the bridge", text: "<p>It opened on Monday.</p>" });
  await world.settle();
  const visited = await visit(browser, `${server.url}/settings`, {
    session: reader,
    expected: /ERR_INTERNET|[Ff]ailed/,
  });
  await visited.page.evaluate(controlled);
  return { ...visited, reader, article: `/items/${article}` };
}

async function hasSaved(page: Page, path: string): Promise<void> {
  await eventually(async () => assert.ok((await page.evaluate<string[]>(savedPages)).includes(path)));
}

test("Today and an opened article can be read offline, and other pages say that one is offline", { skip }, async () => {
  const { page, isWell, close, article } = await atWork();
  await page.goto(server.url + article);
  await hasSaved(page, article);
  await page.goto(`${server.url}/dashboard`);
  await hasSaved(page, "/dashboard");
  await page.goto(`${server.url}/filters`);
  await page.context().setOffline(true);
  for (const path of [article, "/dashboard"]) {
    await page.goto(server.url + path);
    await page.getByText("Plainwire cannot be reached. This is the copy from your last visit.").waitFor();
  }
  await page.goto(server.url + article);
  assert.match((await page.getByRole("heading", { level: 1 }).textContent()) ?? "", /Council opens the bridge/);
  await page.goto(`${server.url}/filters`);
  assert.equal(await page.getByRole("heading", { level: 1 }).textContent(), "Plainwire cannot be reached");
  await page.getByText("You may be offline, or the server is down.").waitFor();
  await isWell("offline");
  assert.deepEqual((await page.evaluate<string[]>(savedPages)).toSorted(), [article, "/dashboard"].toSorted());
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await page.getByRole("heading", { level: 1, name: "Filters" }).waitFor();
  await close();
});

test("fifty articles are kept; the one opened longest ago goes first", { skip }, async () => {
  const { page, close, article } = await atWork();
  await page.goto(server.url + article);
  await hasSaved(page, article);
  const older = Array.from({ length: 50 }, () => `/items/${randomUUID()}`);
  await page.evaluate(`caches.keys()
    .then((names) => caches.open(names.find((name) => name.startsWith("pages-"))))
    .then((cache) => Promise.all(${JSON.stringify(older)}.map((path) => cache.put(path, new Response("x")))))`);
  await page.goto(server.url + article);
  await eventually(async () => {
    const saved = await page.evaluate<string[]>(savedPages);
    assert.deepEqual(new Set(saved), new Set([...older.slice(1), article]));
  });
  await close();
});

test("after logging out nothing is left in the browser", { skip }, async () => {
  const { page, close, article } = await atWork();
  await page.goto(server.url + article);
  await hasSaved(page, article);
  await page.goto(`${server.url}/settings`);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.waitForURL("**/auth/login");
  await eventually(async () => {
    assert.deepEqual(await page.evaluate("caches.keys()"), []);
    assert.equal(await page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)"), 0);
  });
  await close();
});

test("when the session has ended, the next page that is asked for erases what was kept", { skip }, async () => {
  const { page, close, article, reader } = await atWork();
  await page.goto(server.url + article);
  await hasSaved(page, article);
  await endSessions(reader);
  await page.goto(`${server.url}/dashboard`);
  assert.equal(new URL(page.url()).pathname, "/auth/login");
  await eventually(async () => assert.deepEqual(await page.evaluate(savedPages), []));
  await close();
});

function endSessions({ id }: Reader): Promise<void> {
  return endOtherSessions(world.database.web, id, randomUUID());
}
