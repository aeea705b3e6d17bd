import assert from "node:assert/strict";
import { test } from "node:test";
import { assembleWorker } from "../../src/assemble-worker.ts";
import { asPerson } from "../../src/database/transaction.ts";
import { createSecretBox } from "../../src/database/secret-box.ts";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { fetchDueIcons } from "../../src/media/fetch-due-icons.ts";
import { createIcons } from "../../src/media/icons.ts";
import { stages } from "../../src/pipeline.ts";
import { createWebApp } from "../../src/web/app.ts";
import { feedOrigin } from "../ground/feed-origin.ts";
import { signedIn } from "../ground/signed-in.ts";
import { testDatabase } from "../ground/test-database.ts";
import { testParts } from "../ground/test-parts.ts";
import { accountParts, webParts } from "../web/web-parts.ts";
import { gif, icon, png } from "./sample-files.ts";

const database = await testDatabase();
const { worker: pool, web } = database;
const origin = await feedOrigin();
const dayMs = 86_400_000;
const clock = { at: new Date("2026-04-15T12:00:00Z") };
const now = () => clock.at;
const parts = testParts(database, { FETCHER_DOMAIN_DELAY: "0" }, { clock: { now, correct: async () => undefined } });
const { icons: dueIcons, close } = await assembleWorker(parts);
test.after(close);

let hosts = 0;
type Site = { iconUrl?: string; home?: string | Refused; files?: Record<string, Buffer | number> };
type Refused = { status: number; headers: Record<string, string> };

/** A feed that was fetched once, on a host of its own. */
async function feedOf({ iconUrl, home = "<p>no icon</p>", files = {} }: Site) {
  hosts += 1;
  const host = `127.0.1.${hosts}`;
  const at = (path: string) => origin.url(path, host);
  const served: Record<string, Buffer | number> = { "/robots.txt": 404, ...files };
  const answers = new Map(Object.entries(served));
  sites.set(host, (path) => {
    if (path === "/") return typeof home === "string" ? { body: Buffer.from(home), headers: html } : home;
    const file = answers.get(path);
    return typeof file === "number" || file === undefined ? { status: file ?? 404 } : { body: file, headers: html };
  });
  const feed = { url: at("/feed"), enabled: true, polling: true, enforceFeedDomain: false };
  const { id } = await addFeed(pool, feed, 4, clock.at);
  await pool.query(
    "update feeds set last_success_at = $2, site_url = $3, icon_url = $4, published = true where id = $1",
    [id, clock.at, at("/"), iconUrl === undefined ? null : at(iconUrl)],
  );
  // Its next fetch is far away: icons come after feeds.
  await pool.query("update feed_schedules set next_run_at = null where feed_id = $1", [id]);
  await pool.query("update lanes set free_at = '-infinity', ready_at = 'infinity', lease_id = null");
  const asked = () => origin.log.filter((seen) => seen.host === host).map(({ path }) => path);
  return { id, host, asked, answers };
}
const html = { "content-type": "text/html" };
const sites = new Map<string, (path: string) => { status?: number; body?: Buffer; headers?: Record<string, string> }>();
origin.serve("*", (request) => sites.get((request.headers.host ?? "").split(":")[0] ?? "")?.(request.url ?? "") ?? {});

const look = () => fetchDueIcons(dueIcons, new AbortController().signal);

async function stored(feedId: string) {
  const { rows } = await pool.query<{ name: string | null; type: string | null; bytes: Buffer | null; due_at: Date }>(
    "select name, type, bytes, due_at from feed_icons where feed_id = $1",
    [feedId],
  );
  return rows[0];
}

const large = png(64, 64, 3_000);
const found: [string, Site, string | null, string[]][] = [
  ["the feed's own", { iconUrl: "/own.png", files: { "/own.png": png(96, 96) } }, "image/png", ["/own.png"]],
  [
    "the home page's fittest, which is no SVG",
    {
      home: `<link rel=icon href=/a.svg type=image/svg+xml><link rel="shortcut icon" href=/b.png sizes=16x16><link rel=icon href=/c.png sizes=64x64><body><link rel=icon href=/d.png sizes=32x32>`,
      files: { "/c.png": large },
    },
    "image/png",
    ["/robots.txt", "/", "/c.png"],
  ],
  [
    "/favicon.ico, where the feed's is a banner and the page's are gone",
    {
      iconUrl: "/banner.png",
      home: "<link rel=icon href=/gone.png>",
      files: { "/banner.png": png(600, 60), "/favicon.ico": icon(16, 32) },
    },
    "image/x-icon",
    ["/banner.png", "/robots.txt", "/", "/gone.png", "/favicon.ico"],
  ],
  [
    "/favicon.ico alone, where robots.txt closes the home page",
    { files: { "/robots.txt": Buffer.from("User-agent: *\nDisallow: /\n"), "/favicon.ico": gif(16, 16) } },
    "image/gif",
    ["/robots.txt", "/favicon.ico"],
  ],
  [
    "none that is too large, a tracking pixel, or HTML",
    {
      iconUrl: "/huge.png",
      home: "<link rel=icon href=/pixel.gif><link rel=icon href=/page.png>",
      files: {
        "/huge.png": png(512, 512, 300_000),
        "/pixel.gif": gif(1, 1),
        "/page.png": Buffer.from("<html>"),
        "/favicon.ico": png(3000, 3000),
      },
    },
    null,
    ["/huge.png", "/robots.txt", "/", "/pixel.gif", "/page.png", "/favicon.ico"],
  ],
];
for (const [what, site, type, paths] of found) {
  test(`the icon of a feed: ${what}`, async () => {
    const { id, asked } = await feedOf(site);
    assert.equal(await look(), 1);
    assert.deepEqual(asked(), paths);
    assert.equal((await stored(id))?.type, type);
  });
}

test("an icon is looked for once a week; a site that fails is asked the next day, and what there was stays", async () => {
  const { id, asked, answers } = await feedOf({ files: { "/favicon.ico": icon(32) } });
  await look();
  const first = asked().length;
  clock.at = new Date(clock.at.getTime() + 7 * dayMs - 1);
  await look();
  assert.equal(asked().length, first, "not within a week");
  clock.at = new Date(clock.at.getTime() + 1);
  answers.set("/favicon.ico", 503);
  while ((await look()) > 0);
  const failed = await stored(id);
  assert.equal(failed?.type, "image/x-icon");
  assert.equal(failed?.due_at.getTime(), clock.at.getTime() + dayMs);

  clock.at = new Date(clock.at.getTime() + dayMs);
  // The clock stands still, so the longer pause after a refusal would never end.
  await pool.query("update lanes set slow_ms = null, refused_at = null");
  answers.set("/favicon.ico", 404);
  while ((await look()) > 0);
  assert.deepEqual({ ...(await stored(id)), due_at: 0 }, { name: null, type: null, bytes: null, due_at: 0 });
});

for (const [what, site] of [
  ["without a site", null],
  ["with an empty site", ""],
  ["that names itself as its site", "/feed"],
] as const) {
  test(`the icon of a feed ${what} is looked for on its host's home page: the feed is not asked before it is due`, async () => {
    const { id, asked } = await feedOf({ files: { "/feed": Buffer.from("<rss/>"), "/favicon.ico": icon(32) } });
    await pool.query("update feeds set site_url = $2 where id = $1", [id, site]);
    while ((await look()) > 0);
    assert.deepEqual(asked(), ["/robots.txt", "/", "/favicon.ico"]);
  });
}

test("two workers share the feeds, and a feed that was deleted or never fetched is left alone", async () => {
  const feeds = await Promise.all([feedOf({}), feedOf({}), feedOf({})]);
  await pool.query("update feeds set deleted_at = $2 where id = $1", [feeds[1]?.id, clock.at]);
  await pool.query("update feeds set last_success_at = null where id = $1", [feeds[2]?.id]);
  const counts = await Promise.all([look(), look()]);
  assert.equal(counts[0] + counts[1], 1);
  assert.deepEqual(feeds[0]?.asked(), ["/robots.txt", "/", "/favicon.ico"]);
});

test("an icon goes with its feed", async () => {
  const { id } = await feedOf({ files: { "/favicon.ico": icon(32) } });
  await look();
  assert.notEqual((await stored(id))?.name, null);
  await pool.query("delete from feeds where id = $1", [id]);
  assert.equal(await stored(id), undefined);
});

test("pages learn the addresses of icons of the feeds a person reads; equal icons have one address, and everyone may load it", async () => {
  const file = icon(32, 48);
  const [read, alike, unread, without] = [
    await feedOf({ files: { "/favicon.ico": file } }),
    await feedOf({ files: { "/favicon.ico": file } }),
    await feedOf({ files: { "/favicon.ico": icon(64) } }),
    await feedOf({}),
  ];
  while ((await look()) > 0);
  const accounts = accountParts(web, { secrets: createSecretBox("k".repeat(32)) });
  const icons = createIcons(web, true);
  const { parts: appParts } = webParts({ accounts });
  const app = createWebApp({ ...appParts, media: { ...appParts.media, icons } });
  const person = await signedIn(appParts);
  for (const { id } of [read, alike, without]) {
    await pool.query("insert into subscriptions (id, user_id, feed_id, name) values (gen_random_uuid(), $1, $2, 'x')", [
      person.id,
      id,
    ]);
  }
  const ids = [read.id, alike.id, unread.id, without.id];
  const addresses = await asPerson(web, person.id, (tx) => icons.addressesOf(tx, ids));
  assert.deepEqual([...addresses.keys()].toSorted(), [read.id, alike.id].toSorted());
  const address = addresses.get(read.id) ?? "";
  assert.equal(addresses.get(alike.id), address);

  const answer = await app.request(address);
  assert.equal(answer.status, 200);
  assert.deepEqual(Buffer.from(await answer.arrayBuffer()), file);
  assert.equal(answer.headers.get("Content-Type"), "image/x-icon");
  assert.equal(answer.headers.get("Content-Security-Policy"), "default-src 'none'; sandbox");
  assert.match(answer.headers.get("Cache-Control") ?? "", /immutable/);
  const etag = answer.headers.get("ETag") ?? "";
  assert.equal((await app.request(address, { headers: { "If-None-Match": etag } })).status, 304);
  for (const name of ["unknown", "%00", `${"A".repeat(21)}%00`, "A".repeat(22)]) {
    assert.equal((await app.request(`/icons/${name}`)).status, 404, name);
  }

  const off = createIcons(web, false);
  assert.equal((await asPerson(web, person.id, (tx) => off.addressesOf(tx, ids))).size, 0);
  assert.equal(await off.find(address.slice("/icons/".length)), null);
});

test("with MEDIA_PROXY=false no worker looks for icons", async () => {
  for (const [setting, count] of [
    ["true", 1],
    ["false", 0],
  ] as const) {
    const of = testParts(database, { MEDIA_PROXY: setting });
    const one = await assembleWorker(of);
    assert.equal(stages(of, one).filter(({ name }) => name === "icons").length, count);
    await one.close();
  }
});

test("a host that refuses is left alone until the time it names, and looked at again another day", async () => {
  for (const [status, headers, minutes] of [
    [429, { "retry-after": "7200" }, 120],
    [503, {}, 5],
  ] as const) {
    const { id, host, asked } = await feedOf({ home: { status, headers }, files: { "/favicon.ico": icon(32) } });
    await look();
    assert.deepEqual(asked(), ["/robots.txt", "/"]);
    const { rows } = await pool.query("select free_at, reason from lanes where lane like $1", [`${host}/%`]);
    assert.deepEqual(rows, [
      {
        free_at: new Date(clock.at.getTime() + minutes * 60_000),
        reason: `It refused a request for an icon (HTTP ${status})`,
      },
    ]);
    assert.deepEqual((await stored(id))?.due_at, new Date(clock.at.getTime() + dayMs));
  }
});
