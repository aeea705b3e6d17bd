import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { superuser } from "../../src/database/connection.ts";
import { eventually } from "../ground/eventually.ts";
import { feedOrigin } from "../ground/feed-origin.ts";
import { freePort } from "../ground/free-port.ts";
import { emptyDatabase, testSocket } from "../ground/test-database.ts";
import { movingWorld } from "./moving-world.ts";

// Miniflux is one file: `git clone https://github.com/miniflux/v2 && cd v2 && go build -o miniflux .`
const program = process.env["MINIFLUX_PROGRAM"] ?? "";
const isMissing = !existsSync(program);
if (isMissing)
  console.error(
    "\n!!! SKIPPED: MINIFLUX_PROGRAM names no Miniflux. Whether an import from a real one works is not tested.\n",
  );

test("feeds, folders, stars and read marks come from a real Miniflux", { skip: isMissing }, async () => {
  const { run, createAccount, foldersOf, marksOf, folder } = await movingWorld();
  await createAccount("real@example.org");
  const origin = await feedOrigin();
  origin.serve("/one.xml", { headers: { "content-type": "application/rss+xml" }, body: rss(origin.url("/one"), 5) });
  origin.serve("/two.xml", { headers: { "content-type": "application/rss+xml" }, body: rss(origin.url("/two"), 3) });

  const miniflux = await startMiniflux();
  const version = (await miniflux.ask("GET", "/v1/version")) as { version: string };
  const { id: category } = (await miniflux.ask("POST", "/v1/categories", { title: "Nachrichten" })) as { id: number };
  await miniflux.ask("POST", "/v1/feeds", { feed_url: origin.url("/one.xml"), category_id: category });
  await miniflux.ask("POST", "/v1/feeds", { feed_url: origin.url("/two.xml") });
  const { entries } = (await miniflux.ask("GET", "/v1/entries?order=title&direction=asc")) as { entries: Entry[] };
  assert.equal(entries.length, 8, version.version);
  const idOf = (title: string) => entries.find((entry) => entry.title === title)?.id ?? 0;
  await miniflux.ask("PUT", `/v1/entries/${idOf("one 1")}/star`);
  await miniflux.ask("PUT", `/v1/entries/${idOf("two 3")}/star`);
  await miniflux.ask("PUT", "/v1/entries", { entry_ids: [idOf("one 1"), idOf("one 2")], status: "read" });
  const { token } = (await miniflux.ask("POST", "/v1/api-keys", { description: "plainwire" })) as { token: string };

  const args = ["import", "miniflux", "--url", miniflux.url, "--token", token, "--account", "real@example.org"];
  const { code, stdout, stderr } = await run(args);
  assert.equal(code, 0, stderr);
  assert.equal(
    stdout,
    `Feeds: 2 added, 0 already there, 1 new folder.
Stars: 2, of these 2 were not here and came along with their text.
Read: 1 marked, 1 will be marked when their feed brings them.
`,
  );
  assert.match(stderr, /^Stars: 2 of 2\nRead: 2 of 2\n$/m);
  assert.deepEqual(await foldersOf("real@example.org"), [
    { feed: origin.url("/one.xml"), folder: "Nachrichten" },
    { feed: origin.url("/two.xml"), folder: null },
  ]);
  assert.deepEqual(await marksOf("real@example.org"), [
    { title: "one 1", url: origin.url("/one/1"), isStarred: true, isRead: true },
    { title: "two 3", url: origin.url("/two/3"), isStarred: true, isRead: false },
  ]);

  // Its own OPML file, for another person.
  await createAccount("file@example.org");
  const file = join(folder, "miniflux.opml");
  writeFileSync(file, await miniflux.text("/v1/export"));
  assert.equal((await run(["import", "opml", file, "--account", "file@example.org"])).code, 0);
  assert.deepEqual(await foldersOf("file@example.org"), [
    { feed: origin.url("/one.xml"), folder: "Nachrichten" },
    { feed: origin.url("/two.xml"), folder: "All" },
  ]);
});

type Entry = { id: number; title: string };

async function startMiniflux() {
  const { name, admin } = await emptyDatabase();
  await admin.query("select 1");
  const port = await freePort();
  const child = spawn(program, [], {
    env: {
      DATABASE_URL: `host=${testSocket()} user=${superuser} dbname=${name} sslmode=disable`,
      LISTEN_ADDR: `127.0.0.1:${port}`,
      RUN_MIGRATIONS: "1",
      CREATE_ADMIN: "1",
      ADMIN_USERNAME: "admin",
      ADMIN_PASSWORD: "test-password",
      DISABLE_SCHEDULER_SERVICE: "1",
      FETCHER_ALLOW_PRIVATE_NETWORKS: "1",
    },
    stdio: "ignore",
  });
  after(async () => {
    child.kill("SIGKILL");
    await new Promise((ended) => child.once("exit", ended));
  });
  const url = `http://127.0.0.1:${port}`;
  const authorization = `Basic ${Buffer.from("admin:test-password").toString("base64")}`;
  const text = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(url + path, { ...init, headers: { authorization } });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.text();
  };
  await eventually(() => text("/healthcheck"));
  return {
    url,
    text,
    ask: async (method: string, path: string, body?: object): Promise<unknown> => {
      const answered = await text(path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
      return answered === "" ? null : JSON.parse(answered);
    },
  };
}

function rss(base: string, count: number): string {
  const feed = new URL(base).pathname.slice(1);
  const items = Array.from({ length: count }, (_, index) => {
    const n = index + 1;
    return `<item><title>${feed} ${n}</title><link>${base}/${n}</link><guid isPermaLink="false">${feed}-${n}</guid>
<description>Text ${n}</description><pubDate>Mon, 0${n} Jan 2024 08:00:00 GMT</pubDate></item>`;
  });
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>${feed}</title><link>${base}</link><description>d</description>${items.join("")}</channel></rss>`;
}
