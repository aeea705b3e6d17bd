import assert from "node:assert/strict";
import { test } from "node:test";
import { addFeed } from "../../src/feeds/add-feeds-store.ts";
import { onDatabase } from "../faults/fault-world.ts";
import { eventually } from "../ground/eventually.ts";
import { feedOrigin, rss } from "../ground/feed-origin.ts";
import { startPlainwire } from "../ground/plainwire-process.ts";
import { runCommand } from "../ground/run-command.ts";
import { testDatabase } from "../ground/test-database.ts";

const database = await testDatabase();
const pool = database.worker;
const origin = await feedOrigin();
const settings = onDatabase(database);
const queue = async (...args: string[]) => {
  const { code, output } = await runCommand(["queue", ...args], { env: settings });
  return { code, output };
};
const queueJson = async (...args: string[]) => JSON.parse((await queue(...args, "--json")).output);

test("beside a running server, status, health and metrics tell the same", async () => {
  origin.serve("*", { body: rss([{ title: "One", guid: "1" }]) });
  const server = startPlainwire(["start"], { ...settings, PORT: "0", FETCH_ALLOW_NETWORKS: "127.0.0.0/8" });
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(await server.line(/Plainwire is on/))?.[0] ?? "";
  await add(origin.url("/running", "127.14.0.1"));
  await eventually(() => assert.equal(origin.log.length, 1));

  await eventually(async () => {
    const response = await fetch(`${url}/healthz`);
    assert.equal(response.status, 200);
    const { status, details } = (await response.json()) as { status: string; details: Record<string, unknown> };
    assert.deepEqual([status, details["queue_size"], details["stuck_feeds"], details["workers"]], ["UP", 0, 0, 1]);
  });
  // Sampled every ten seconds.
  await eventually(async () => assert.match(await (await fetch(`${url}/metrics`)).text(), /^feed_queue_size 0$/m));
  const told = await queueJson("status");
  assert.deepEqual(
    [told.scheduled, told.due, told.stuck, told.deadLetters, told.workers.length, told.workers[0].pid],
    [1, 0, 0, 0, 1, server.child.pid],
  );
  server.child.kill("SIGTERM");
  assert.equal((await server.ended).code, 0);
});

test("alone, status names what waits, by host, and that nobody works", async () => {
  for (const path of ["/a", "/b", "/c"]) await add(`http://busy.example${path}`);
  await pool.query(
    "update lanes set free_at = now() + interval '1 hour', reason = 'HTTP 429' where lane like 'busy.example%'",
  );
  const { code, output } = await queue("status");
  assert.equal(code, 0);
  assert.match(output, /^Due +3 feeds$/m);
  assert.match(output, /^Longest delay +\w+/m);
  assert.match(output, /^LANE +DUE +CLOSED/m);
  assert.match(output, /^busy\.example\/\d +3 +\d{4}-\d\d-\d\d \d\d:\d\d +HTTP 429$/m);
  assert.match(output, /^No worker is running\.$/m);
});

test("recover puts back what a vanished worker held", async () => {
  await pool.query(
    `update feed_schedules set fetch_status = 'FETCHING', lease_id = feed_id, locked_until = now() - interval '1 second',
       lost_leases = 2 where feed_id = (select id from feeds where url = 'http://busy.example/a')`,
  );
  assert.equal((await queueJson("status")).stuck, 1);
  const { output } = await queue("recover");
  assert.equal(
    output,
    "Reset 0 stuck QUEUED feeds and 1 stuck FETCHING feeds, and gave up 1 that killed their workers.\n",
  );
  assert.equal((await queueJson("status")).stuck, 0);
});

test("dead letters are listed, replayed and dropped", async () => {
  const [letter] = await queueJson("dead", "list");
  assert.deepEqual([letter.kind, letter.url], ["fetch", "http://busy.example/a"]);
  assert.match((await queue("dead", "list")).output, /http:\/\/busy\.example\/a .*Its worker died 3 times/);
  assert.deepEqual(await queue("dead", "replay", letter.id), { code: 0, output: "1 tried again.\n" });
  assert.equal((await queue("dead", "list")).output, "There are no failed jobs.\n");
  await pool.query("insert into dead_letters (id, kind, reason) values (gen_random_uuid(), 'analysis', 'x')");
  assert.deepEqual(await queueJson("dead", "drop", "--all"), { drop: 1 });
});

test("of more failed jobs than are shown this is said, and each of them can be named", async () => {
  await pool.query(
    `insert into dead_letters (id, kind, reason, created_at)
     select gen_random_uuid(), 'analysis', 'x', now() - make_interval(secs => n) from generate_series(1, 1_002) n`,
  );
  const run = (...args: string[]) => runCommand(["queue", "dead", ...args], { env: settings });
  const { stdout, stderr } = await run("list", "--json");
  assert.equal(JSON.parse(stdout).length, 1_000);
  assert.equal(stderr, "Only the newest 1000 failed jobs are shown.\n");
  const { rows } = await pool.query("select id from dead_letters order by created_at limit 1");
  assert.equal((await run("drop", rows[0].id, rows[0].id.toUpperCase())).stdout, "1 forgotten.\n");
  const all = await run("drop", "--all");
  assert.equal(all.stdout, "1000 forgotten.\n");
  assert.equal(all.stderr, "Still left: 1. Run the same command again.\n");
  assert.deepEqual(await queueJson("dead", "drop", "--all"), { drop: 1 });
});

test("a letter that is not there, and a command that names none, are refused with a sentence", async () => {
  const unknown = await queue("dead", "drop", "0197a5a0-0000-7000-8000-000000000000");
  assert.equal(unknown.code, 1);
  assert.match(unknown.output, /^No failed job has the id 0197a5a0-.*: 'plainwire queue dead list' shows them\.\n$/);
  const none = await queue("dead", "replay");
  assert.deepEqual(none, { code: 2, output: "Name failed jobs to replay by their ids, or write --all.\n" });
});

async function add(url: string): Promise<void> {
  await addFeed(
    pool,
    { url, enabled: true, polling: true, enforceFeedDomain: false, fullText: "never" },
    4,
    new Date(),
  );
}
