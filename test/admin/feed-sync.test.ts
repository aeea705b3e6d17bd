import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { removeHeartbeat, writeHeartbeat } from "../../src/schedule/heartbeat-store.ts";
import type { FetchAttempt } from "../../src/feeds/fetch-log-store.ts";
import { eventually } from "../ground/eventually.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { startCommand } from "../ground/run-command.ts";
import { commandLine } from "./command-line.ts";

const { run, json, pool, env: settings } = await commandLine();
const origin = await feedOrigin();
type Synced = { url: string; request: { kind: string; message?: string }; attempt?: FetchAttempt | null };

test("without a worker, sync only queues the feed, and --wait says that it was not fetched", async () => {
  const url = await add("/alone", "--enabled");
  const noted = await run(["feed", "sync", url]);
  assert.equal(noted.code, 0);
  assert.match(noted.stdout, /^Due now: [0-9a-f]{8} http/);
  const waited = await run(["feed", "sync", "--wait", "--timeout", "1", url]);
  assert.equal(waited.code, 1);
  assert.match(waited.stdout, /^Due now, and not fetched in time: .* \(is a worker running\?\)\n$/);
});

test("Ctrl-C ends the waiting, and the command leaves its database in order", { timeout: 60_000 }, async () => {
  // Of a worker that takes nothing: without one, the command waits for a moment only.
  const beat = { host: "h", pid: 1, roles: ["worker"], version: "1.0.0", startedAt: new Date(), inFlight: 0 };
  const facts = { queueSize: 0, queueCapacity: null, waiting: 0 };
  const workerId = randomUUID();
  await writeHeartbeat(pool, { ...beat, id: workerId, facts }, new Date());
  const url = await add("/stopped", "--enabled");
  const waiting = startCommand(["feed", "sync", "--wait", "--timeout", "600", url], { env: settings });
  await eventually(async () => {
    const { rows } = await pool.query(
      "select from feeds f join feed_schedules s on s.feed_id = f.id where url = $1 and next_run_at < now()",
      [url],
    );
    assert.equal(rows.length, 1);
  });
  const { code, stdout } = await waiting.stop("SIGINT");
  assert.equal(code, 1);
  assert.match(stdout, /^Due now, and not fetched in time: /);
  await run(["feed", "delete", "--purge", url]);
  await removeHeartbeat(pool, workerId);
});

test("sync refuses disabled and deleted feeds, and then syncs no other feed either", async () => {
  const on = await add("/on", "--enabled");
  const off = await add("/off");
  const disabled = await run(["feed", "sync", on, off]);
  assert.equal(disabled.code, 1);
  assert.match(disabled.stderr, /^The feed .*\/off is disabled: 'plainwire feed enable [0-9a-f]{8}' first\.\n$/);
  await run(["feed", "delete", off]);
  assert.match((await run(["feed", "sync", off])).stderr, /was deleted at/);
  assert.equal(await nextRunAt(on), null);
  const usage = await run(["feed", "sync"]);
  assert.deepEqual([usage.code, usage.stderr], [2, "Name feeds to sync, or write --all.\n"]);
});

test("retry --errors fails if a feed may not be asked now, and is done if none is in error", async () => {
  const url = await add("/paused", "--enabled");
  const retry = (...options: string[]) => run(["feed", "retry", "--errors", ...options]);
  const paused = "last_fetch_status = 'temporary_error', not_before = now() + interval '1 hour'";
  await pool.query(`update feeds set ${paused} where url = $1`, [url]);
  const refused = await retry();
  assert.match(refused.stdout, /^Not now: .*\/paused: Possible again at .*: the server asked for a pause\.\n$/);
  assert.equal(refused.code, 1);
  await pool.query("update feeds set not_before = null where url = $1", [url]);
  assert.equal((await retry()).code, 0);
  const none = await retry("--root-domain", "nobody.example");
  assert.deepEqual([none.code, none.stdout], [0, "No feed is in error.\n"]);
  await run(["feed", "delete", "--purge", url]);
});

test("while a worker runs", async (t) => {
  const env = { ...settings, FETCH_ALLOW_NETWORKS: "127.0.0.0/8", FETCHER_DOMAIN_DELAY: "0" };
  const worker = startCommand(["worker"], { env });
  t.after(async () => assert.equal((await worker.stop()).code, 0));
  await worker.line(/"ready"/);

  await t.test("--wait shows the outcome, and a second fetch waits five minutes", async () => {
    origin.serve("/good", { body: rss([{ title: "One", link: "http://127.0.0.1/1" }]) });
    const url = await add("/good", "--enabled");
    const { code, stdout } = await run(["feed", "sync", "--wait", url]);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /parsed +200 .* 1 +0 +0 +-\n$/);
    assert.equal(await nextRunAt(url), null);
    const [again] = JSON.parse((await run(["feed", "sync", url, "--json"])).stdout) as Synced[];
    assert.equal(again?.request.kind, "waits");
    assert.match(again?.request.message ?? "", /Possible again at .*: it was fetched just now\./);
    const forced = await run(["feed", "sync", "--wait", "--force", url]);
    assert.equal(forced.code, 0, forced.stdout);
    assert.match(forced.stdout, /not-modified +304/);
    await pool.query("update feeds set not_before = now() + interval '1 hour' where url = $1", [url]);
    const refused = await run(["feed", "sync", "--force", url]);
    assert.equal(refused.code, 1);
    assert.match(refused.stdout, /^Not now: .*: Possible again at .*: the server asked for a pause\.$/m);
  });

  await t.test("a failed fetch is exit code 1, and retry --errors fetches failed feeds again", async () => {
    const url = await add("/missing", "--enabled");
    const { code, stdout } = await run(["feed", "sync", "--wait", "--json", url]);
    assert.equal(code, 1);
    assert.equal((JSON.parse(stdout) as Synced[])[0]?.attempt?.httpStatus, 404);
    await pool.query("update feeds set last_fetched_at = now() - interval '1 hour'");
    const retried = await json<Synced[]>(["feed", "retry", "--errors"]);
    assert.equal(retried.find((one) => one.url === url)?.request.kind, "requested");
    assert.equal((await run(["feed", "retry"])).code, 2);
  });

  await t.test("--all syncs every enabled feed", async () => {
    const synced = JSON.parse((await run(["feed", "sync", "--all", "--wait", "--json"])).stdout) as Synced[];
    assert.deepEqual(synced.map(({ url }) => new URL(url).pathname).sort(), ["/alone", "/good", "/missing", "/on"]);
  });
});

test("discover finds the feeds a page links to, and recognises a feed", async () => {
  origin.serve("/page", {
    headers: { "content-type": "text/html" },
    body: '<html><head><link rel="alternate" type="application/rss+xml" title="News" href="/news.xml"></head></html>',
  });
  origin.serve("/feed", { body: rss([{ title: "One" }], "A feed") });
  const env = { FETCH_ALLOW_NETWORKS: "127.0.0.0/8" };
  const found = async (path: string) =>
    JSON.parse((await run(["feed", "discover", "--json", origin.url(path)], { env })).stdout);
  assert.deepEqual(await found("/page"), [{ url: origin.url("/news.xml"), title: "News" }]);
  assert.deepEqual(await found("/feed"), [{ url: origin.url("/feed"), title: "A feed" }]);
  const none = await run(["feed", "discover", origin.url("/nothing")], { env });
  assert.equal(none.code, 1);
  assert.match(none.stdout, /^No feed found: Feed no longer available/);
});

async function add(path: string, ...flags: string[]): Promise<string> {
  const url = origin.url(path);
  const { code, stderr } = await run(["feed", "add", url, ...flags], { env: { FETCH_ALLOW_NETWORKS: "127.0.0.0/8" } });
  assert.equal(code, 0, stderr);
  return url;
}

async function nextRunAt(url: string): Promise<Date | null> {
  const { rows } = await pool.query(
    "select next_run_at from feed_schedules join feeds on id = feed_id where url = $1",
    [url],
  );
  return rows[0].next_run_at;
}
