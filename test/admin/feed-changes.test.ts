import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { connectAs } from "../../src/database/connection.ts";
import { deleteFeed } from "../../src/feeds/change-feed-store.ts";
import type { ListedFeed } from "../../src/feeds/list-feeds-store.ts";
import { readFeed } from "../../src/feeds/find-feed-store.ts";
import { eventually } from "../ground/eventually.ts";
import { commandLine } from "./command-line.ts";

const { run, json, pool, admin, connection, folder, freshUrl, createFeed } = await commandLine();

test("enable schedules nothing and prints the sync command; disable keeps the schedule, which has no effect then", async () => {
  const nextRunAt = new Date(Date.now() + 3_600_000);
  const { id, url } = await createFeed({ enabled: false, firstRunAt: nextRunAt });
  assert.equal(await runnable(id), false);
  const enabled = await run(["feed", "enable", id]);
  assert.match(
    enabled.stdout,
    new RegExp(`^Enabled ${id.slice(0, 8)} .*next run .*plainwire feed sync ${id.slice(0, 8)}\n$`),
  );
  assert.equal(await runnable(id), true);
  const disabled = await run(["feed", "disable", url]);
  assert.equal(disabled.stdout, `Disabled ${id.slice(0, 8)} ${url}\n`);
  assert.equal(await runnable(id), false);
  assert.deepEqual((await pool.query("select next_run_at from feed_schedules where feed_id = $1", [id])).rows, [
    { next_run_at: nextRunAt },
  ]);

  const unscheduled = await createFeed({ enabled: false, firstRunAt: null });
  assert.match(
    (await run(["feed", "enable", unscheduled.id])).stdout,
    /not scheduled; to fetch it: plainwire feed sync/,
  );
});

test("polling is switched on or off, or toggled", async () => {
  const { id, url } = await createFeed({ polling: false });
  const said = async (...words: string[]) => (await run(["feed", "polling", id, ...words])).stdout;
  assert.equal(await said(), `Polling is on for ${id.slice(0, 8)} ${url}\n`);
  assert.equal(await said(), `Polling is off for ${id.slice(0, 8)} ${url}\n`);
  assert.equal(await said("on"), `Polling is on for ${id.slice(0, 8)} ${url}\n`);
  assert.equal(await said("on"), `Polling is on for ${id.slice(0, 8)} ${url}\n`);
});

test("set changes every setting, and its help lists them all", async () => {
  const { id } = await createFeed();
  const file = join(folder, "prompt.txt");
  writeFileSync(file, "Be brief.\n");
  const words = [
    "name=A name",
    "interval-minutes=45",
    "failurePolicy=one_strike",
    `prompt=@${file}`,
    "full-text=no",
    "analyzer=off",
  ];
  assert.equal((await run(["feed", "set", id, ...words, "--header", "X-Key: 1"])).code, 0);
  const after = await json<Record<string, unknown>>(["feed", "show", id]);
  const { name, intervalMinutes, adaptive, failurePolicy, prompt, fullText, analyzer, hasHeaders } = after;
  assert.deepEqual([name, intervalMinutes, adaptive, failurePolicy], ["A name", 45, false, "one_strike"]);
  assert.deepEqual([prompt, fullText, analyzer, hasHeaders], ["Be brief.", "never", "off", true]);

  assert.match((await run(["feed", "show", id])).stdout, /^Own interval +45 min\nFailure policy +one_strike$/m);

  const empty = ["name=", "analyzer=", "interval-minutes=", "failure-policy=", "adaptive=on"];
  await run(["feed", "set", id, ...empty, "--no-headers"]);
  const cleared = await json<Record<string, unknown>>(["feed", "show", id]);
  assert.deepEqual(
    [cleared["name"], cleared["analyzer"], cleared["adaptive"], cleared["hasHeaders"]],
    [null, null, true, false],
  );
  assert.deepEqual([cleared["intervalMinutes"], cleared["failurePolicy"]], [null, null]);
  assert.match(
    (await run(["feed", "show", id])).stdout,
    /^Interval +usual, adaptive\nOwn interval +none\n.* +the server's$/m,
  );
  assert.match((await run(["feed", "set", "--help"])).stdout, /interval-minutes +minutes between two fetches/);
});

test("a new address resets a feed's state, and is refused if another feed has it", async () => {
  const { id, url } = await createFeed();
  const other = await createFeed();
  await pool.query(
    "update feeds set suspended = true, etag = 'x', last_fetch_status = 'permanent_error' where id = $1",
    [id],
  );
  const moved = freshUrl();
  assert.equal((await run(["feed", "set", id, `url=${moved}`])).code, 0);
  const shown = await json<Record<string, unknown>>(["feed", "show", moved]);
  assert.deepEqual([shown["id"], shown["suspended"], shown["etag"], shown["status"]], [id, false, null, null]);
  assert.deepEqual(shown["aliases"], [url]);
  assert.equal(await runnable(id), true);
  const { code, stderr } = await run(["feed", "set", id, `url=${other.url}`]);
  assert.equal(code, 1);
  assert.ok(stderr.startsWith(`Another feed has that address: ${other.id}`));
});

test("headers are not sent to another origin unless they are given again", async () => {
  const { id } = await createFeed({ headers: Buffer.from("sealed") });
  assert.equal((await run(["feed", "set", id, `url=${freshUrl()}`])).code, 0);
  const { code, stderr } = await run(["feed", "set", id, "url=https://elsewhere.example/feed.xml"]);
  assert.equal(code, 1);
  assert.equal(stderr, "Its headers belong to https://example.org: give them again with --header, or --no-headers.\n");
  assert.equal((await run(["feed", "set", id, "url=https://elsewhere.example/feed.xml", "--no-headers"])).code, 0);
});

test("a feed keeps its old address if its headers cannot be removed, so no other host receives them", async (t) => {
  const { id } = await createFeed({ headers: Buffer.from("sealed") });
  const owner = await connectAs(connection, "app_owner");
  t.after(() => owner.end());
  await owner.query(`
    create function keep_headers() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger keep_headers before update of headers on feeds for each row execute function keep_headers()`);
  const before = await readFeed(pool, id);
  assert.equal((await run(["feed", "set", id, "url=https://elsewhere.example/kept.xml", "--no-headers"])).code, 1);
  await owner.query("drop trigger keep_headers on feeds");
  assert.deepEqual(await readFeed(pool, id), before);
});

test("a feed that is deleted during feed set is not reported as changed", async (t) => {
  const { id, url } = await createFeed();
  const holder = await pool.connect();
  t.after(() => holder.release(true));
  await holder.query("begin");
  await holder.query("select from lanes where lane = (select lane from feed_schedules where feed_id = $1) for update", [
    id,
  ]);
  await holder.query("update feeds set deleted_at = now() where id = $1", [id]);
  const ran = [`url=${freshUrl()}`, "name=New"].map((word) => run(["feed", "set", id, word]));
  await eventually(async () => {
    const { rowCount } = await admin.query(
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    assert.equal(rowCount, ran.length);
  });
  await holder.query("commit");
  for (const { code, stdout, stderr } of await Promise.all(ran)) {
    assert.deepEqual([code, stdout], [1, ""]);
    assert.equal(stderr, `The feed ${url} was deleted meanwhile: nothing was changed.\n`);
  }
});

test("delete marks a feed as deleted, --purge removes it, and later commands say that it was deleted", async () => {
  const { id, url } = await createFeed();
  assert.equal((await run(["feed", "delete", id])).stdout, `Deleted ${id.slice(0, 8)} ${url}\n`);
  const deleted = await json<ListedFeed[]>(["feed", "list", "--deleted"]);
  assert.ok(deleted.some((feed) => feed.id === id));
  assert.equal(await runnable(id), false);
  const { code, stderr } = await run(["feed", "enable", url]);
  assert.equal(code, 1);
  assert.match(stderr, /^The feed .* was deleted at .* UTC: 'plainwire feed add .*' adds it again\.\n$/);

  await pool.query(
    "insert into items (id, feed_id, hash, content, pub_date, fingerprint) values (gen_random_uuid(), $1, repeat('0', 64), '', now(), '')",
    [id],
  );
  assert.equal((await run(["feed", "delete", "--purge", id])).stdout, `Purged ${id.slice(0, 8)} ${url}\n`);
  assert.equal((await pool.query("select from feeds where id = $1", [id])).rowCount, 0);
  assert.match((await run(["feed", "show", id])).stderr, /^There is no feed/);
});

test("a feed is not purged while it is being fetched", async () => {
  const { id } = await createFeed();
  await pool.query(
    "update feed_schedules set lease_id = gen_random_uuid(), locked_until = now() + interval '1 hour' where feed_id = $1",
    [id],
  );
  const { code, stderr } = await run(["feed", "delete", "--purge", id]);
  assert.equal(code, 1);
  assert.match(stderr, /being fetched just now: purge it again in a moment/);
});

test("root domains are listed, set and cleared by id or address", async () => {
  const { id, url } = await createFeed();
  assert.match((await run(["root-domain", "set", url, "News.example"])).stdout, /is news\.example\.\n$/);
  const domains = await json<{ rootDomain: string; feeds: number }[]>(["root-domain", "list"]);
  assert.equal(domains.find(({ rootDomain }) => rootDomain === "news.example")?.feeds, 1);
  assert.match((await run(["root-domain", "list"])).stdout, /^ROOT DOMAIN +FEEDS\n/);
  assert.match((await run(["root-domain", "clear", id])).stdout, /is empty\.\n$/);
  assert.deepEqual((await pool.query("select root_domain from feeds where id = $1", [id])).rows, [
    { root_domain: null },
  ]);
});

test("one wrong name stops the command before it changes any feed", async () => {
  const { id } = await createFeed();
  const gone = await createFeed();
  await deleteFeed(pool, gone.id, new Date());
  assert.equal((await run(["feed", "disable", id, gone.id])).code, 1);
  assert.equal(await runnable(id), true);
});

async function runnable(id: string): Promise<boolean> {
  const { rows } = await pool.query("select runnable from feed_schedules where feed_id = $1", [id]);
  return rows[0].runnable;
}
