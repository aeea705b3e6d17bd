import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { eventually } from "../../ground/eventually.ts";
import { exampleResult } from "../../publishing/published-examples.ts";
import { feedPath, publicWorld } from "./public-world.ts";

const newsboat = "/usr/bin/newsboat";
const isInstalled = existsSync(newsboat);
if (!isInstalled)
  console.error(`\n!!! SKIPPED: there is no ${newsboat}. Whether a real reader takes our feeds is not tested.\n`);
const world = await publicWorld();
const server = await world.startServer();
const run = promisify(execFile);

test("newsboat reads RSS and Atom, and gets 304 for what it has", { skip: !isInstalled }, async () => {
  const feed = await world.addFeed();
  await world.addItem(feed.id, { url: "https://news.example/a" });
  const odd = exampleResult({ title_corrected: "Less < more & “quotes”" });
  await world.addItem(feed.id, { url: "https://news.example/b?x=1&y=2", analyzer_result: odd });
  // Of its own: an item has one id in all formats, and newsboat shows each id once.
  const other = await world.addFeed();
  await world.addItem(other.id, { url: "https://news.example/c" });
  await world.publish();
  const folder = mkdtempSync(join(tmpdir(), "plainwire-newsboat-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const [urls, cache, config] = ["urls", "cache.db", "config"].map((name) => join(folder, name));
  writeFileSync(
    urls ?? "",
    [feedPath("/rss", feed.url), feedPath("/atom", other.url)].map((path) => server.url + path).join("\n"),
  );
  writeFileSync(config ?? "", "");
  const reload = () =>
    run(newsboat, ["-u", urls ?? "", "-c", cache ?? "", "-C", config ?? "", "-x", "reload", "print-unread"], {
      env: { HOME: folder, LANG: "C.UTF-8" },
      timeout: 30_000,
    });

  assert.match((await reload()).stdout, /3 unread articles/);
  const database = new DatabaseSync(cache ?? "", { readOnly: true });
  const items = database.prepare("select title, url from rss_item order by url").all();
  database.close();
  assert.deepEqual(
    items.map(({ title, url }) => [title, url]),
    [
      ["Ferry & crane in clash", "https://news.example/a"],
      ["Less < more & “quotes”", "https://news.example/b?x=1&y=2"],
      ["Ferry & crane in clash", "https://news.example/c"],
    ],
  );

  // newsboat 2.21 sends its validators from the third time on.
  await reload();
  await reload();
  await eventually(() => {
    const statuses = server
      .lines()
      .filter(({ path }) => path === "/rss")
      .map(({ status }) => status);
    assert.deepEqual(statuses, [200, 200, 304]);
  });
});
