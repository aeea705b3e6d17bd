import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import pg from "pg";
import { embeddedConnection, superuser } from "../../src/database/connection.ts";
import { readMigrations } from "../../src/database/migration-files.ts";
import { eventually } from "../ground/eventually.ts";
import { rss } from "../ground/feed-origin.ts";
import {
  type Running,
  runPlainwire,
  startPlainwire,
  startProgram,
  temporaryFolder,
} from "../ground/plainwire-process.ts";
import { postmasterOf } from "../ground/postmaster.ts";
import { preparedDataDir } from "../ground/prepared-cluster.ts";
import { addFaultFeeds, auditFeeds } from "./fault-world.ts";
import { faultOrigin } from "./fault-origin.ts";

const isRoot = process.getuid?.() === 0;
const needsRoot = isRoot ? false : "SKIPPED: a small disk can be mounted only as root";
const has = (program: string) => spawnSync(program, ["--version"]).status === 0;
// Not its program, which would not pass a signal on.
const [fakeClock] = globSync("/usr/lib/*/faketime/libfaketimeMT.so.1");
const bin = join(import.meta.dirname, "../../bin/plainwire");
const usual = {
  PORT: "0",
  FETCH_ALLOW_NETWORKS: "127.0.0.0/8,::1/128",
  FETCHER_DOMAIN_DELAY: "0.1",
  FETCHER_INTERVAL: "1",
};

test(
  "a full disk loses nothing: pages are served, writes fail with a sentence, and work goes on when there is space",
  { skip: needsRoot },
  async () => {
    const folder = await smallDisk(260);
    const origin = await faultOrigin(0);
    const server = startPlainwire(["start"], { DATA_DIR: folder, ...usual });
    const url = await readyUrl(server);
    const pool = poolOf(folder);
    await addFaultFeeds(pool, [origin.url("127.0.0.1", "/before")]);
    await eventually(async () => auditFeeds(pool));

    fill(folder);
    assert.equal((await fetch(`${url}/livez`)).status, 200);
    assert.ok([200, 503].includes((await fetch(url)).status));
    const refused = await runPlainwire(["backup", join(folder, "b.gz")], { DATA_DIR: folder });
    assert.equal(refused.code, 1);
    assert.match(refused.output, /disk is full/);
    assert.doesNotMatch(refused.output, /Unexpected error/);

    rmSync(join(folder, "filler"));
    await eventually(() =>
      addFaultFeeds(
        pool,
        [2, 3, 4, 5].map((n) => origin.url(`127.0.0.${n}`, "/after")),
      ),
    );
    await eventually(async () => auditFeeds(pool));
    await eventually(async () => assert.equal((await fetch(`${url}/readyz`)).status, 200));
    await stop(server, pool);
  },
);

test("a start on a full disk is one sentence, and works when there is space", { skip: needsRoot }, async () => {
  const folder = await smallDisk(260);
  fill(folder);
  const { code, output } = await runPlainwire(["migrate"], { DATA_DIR: folder });
  assert.equal(code, 1);
  assert.match(output, /disk is full/);
  assert.doesNotMatch(output, /Unexpected error|\n    at /);
  rmSync(join(folder, "filler"));
  assert.equal((await runPlainwire(["migrate"], { DATA_DIR: folder })).code, 0);
});

test(
  "a disk that is too small for the database is one sentence without initdb's steps",
  { skip: needsRoot },
  async () => {
    const { code, output } = await runPlainwire(["migrate"], { DATA_DIR: emptyDisk(10) });
    assert.equal(code, 1);
    assert.match(
      output,
      /^The embedded database could not be set up in .*No space left on device\. The disk is full: free/,
    );
    assert.doesNotMatch(output, /creating|locale/);
  },
);

test(
  "a data folder that can only be read is refused with a sentence, and left as it is",
  { skip: needsRoot },
  async () => {
    const folder = await smallDisk(260);
    execFileSync("mount", ["-o", "remount,ro", folder]);
    const { code, output } = await runPlainwire(["start"], { DATA_DIR: folder, ...usual });
    assert.equal(code, 1);
    assert.match(
      output,
      /^DATA_DIR .* cannot be written \(EROFS\): make it writable, or set DATA_DIR to another folder\.\n$/,
    );
    execFileSync("mount", ["-o", "remount,rw", folder]);
    assert.equal((await runPlainwire(["migrate"], { DATA_DIR: folder })).code, 0);
  },
);

test(
  "too few file descriptors for the database is a sentence that says so",
  { skip: has("prlimit") ? false : "SKIPPED: prlimit is not installed" },
  async () => {
    const folder = await preparedDataDir();
    const running = startProgram("prlimit", ["--nofile=40:40", bin, "migrate"], { DATA_DIR: folder });
    assert.equal((await running.ended).code, 1);
    assert.match(running.output(), /Raise the limit of open files/);
    assert.doesNotMatch(running.output(), /Unexpected error/);
  },
);

test(
  "out of file descriptors at work, nothing is lost, and the server goes on when there are some again",
  { skip: has("prlimit") ? false : "SKIPPED: prlimit is not installed" },
  async () => {
    const folder = await preparedDataDir();
    const origin = await faultOrigin(0);
    const server = startPlainwire(["start"], { DATA_DIR: folder, ...usual });
    const url = await readyUrl(server);
    const pool = poolOf(folder);
    const limit = (count: number) => execFileSync("prlimit", [`--pid=${server.child.pid}`, `--nofile=${count}:4096`]);
    limit(4096);
    // Fewer than it has open: it can open no other file and no connection.
    limit(20);
    await addFaultFeeds(
      pool,
      [1, 2, 3, 4, 5].map((n) => origin.url(`127.0.1.${n}`, "/feed")),
    );
    await assert.rejects(
      fetch(`${url}/livez`, { headers: { connection: "close" }, signal: AbortSignal.timeout(2_000) }),
    );
    limit(4096);
    await eventually(async () => auditFeeds(pool));
    await eventually(async () => assert.equal((await fetch(`${url}/readyz`)).status, 200));
    await stop(server, pool);
  },
);

test(
  "a clock that was five years ahead and came back: feeds are fetched, and nothing is doubled",
  { skip: fakeClock !== undefined ? false : "SKIPPED: faketime is not installed" },
  async () => {
    const folder = await preparedDataDir();
    const origin = await faultOrigin(0);
    const feed = origin.url("127.0.2.1", "/feed");
    // The whole program, its database too.
    const clock = { LD_PRELOAD: fakeClock ?? "", FAKETIME: "+5y" };
    const ahead = startPlainwire(["start"], { DATA_DIR: folder, ...usual, ...clock });
    await readyUrl(ahead);
    const pool = poolOf(folder);
    await addFaultFeeds(pool, [feed]);
    await eventually(async () => auditFeeds(pool));
    await pool.end();
    ahead.child.kill("SIGTERM");
    execFileSync("sleep", ["1"]);
    await ahead.ended;
    await eventually(() => assert.throws(() => process.kill(postmasterOf(folder), 0)));

    const server = startPlainwire(["start"], { DATA_DIR: folder, ...usual });
    await readyUrl(server);
    const again = poolOf(folder);
    await eventually(async () => {
      const { rows } = await again.query(
        "select max(next_run_at) < now() + interval '31 days' as soon from feed_schedules",
      );
      assert.deepEqual(rows, [{ soon: true }]);
    });
    await eventually(() => assert.ok(origin.log.length >= 2, "it is fetched again"));
    await eventually(async () => auditFeeds(again));
    await stop(server, again);
  },
);

test("a machine with IPv6 only: pages on ::1, and feeds from there", async () => {
  const folder = await preparedDataDir();
  const feeds = createServer((_, response) => {
    response.setHeader("content-type", "application/rss+xml");
    response.end(rss([1, 2, 3].map((n) => ({ title: `Item ${n}`, guid: `six#${n}`, text: "Text" }))));
  });
  await new Promise<void>((resolve) => feeds.listen(0, "::1", resolve));
  after(() => feeds.close());
  const server = startPlainwire(["start"], { DATA_DIR: folder, ...usual, HOST: "::1" });
  const url = await readyUrl(server);
  assert.match(url, /^http:\/\/\[::1\]:\d+$/);
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  const pool = poolOf(folder);
  await addFaultFeeds(pool, [`http://[::1]:${(feeds.address() as AddressInfo).port}/feed`]);
  await eventually(async () => auditFeeds(pool));
  await stop(server, pool);
});

test("PostgreSQL restarted in the middle of the migrations: none is half applied, and the next start completes them", async () => {
  const folder = await temporaryFolder();
  const migrating = startPlainwire(["migrate"], { DATA_DIR: folder });
  await eventually(async () => assert.ok((await countApplied(folder)) > 2));
  process.kill(postmasterOf(folder), "SIGINT");
  const { code } = await migrating.ended;
  if (code !== 0) assert.doesNotMatch(migrating.output(), /Unexpected error/);

  assert.equal((await runPlainwire(["migrate"], { DATA_DIR: folder })).code, 0);
  const server = startPlainwire(["start"], { DATA_DIR: folder, ...usual });
  await readyUrl(server);
  assert.equal(await countApplied(folder), readMigrations().length);
  server.child.kill("SIGTERM");
  assert.equal((await server.ended).code, 0);
});

async function countApplied(folder: string): Promise<number> {
  const client = new pg.Client({ host: join(folder, "postgres-18"), user: superuser, database: "plainwire" });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from schema_migrations where name ~ '^[0-9]'",
    );
    return rows[0]?.count ?? 0;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A disk of so many megabytes with a prepared database on it, unmounted with the test file. */
async function smallDisk(megabytes: number): Promise<string> {
  const folder = emptyDisk(megabytes);
  execFileSync("cp", ["-a", join(await preparedDataDir(), "postgres-18"), folder]);
  return folder;
}

function emptyDisk(megabytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), "plainwire-disk-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", folder]);
  after(() => {
    spawnSync("umount", ["-l", folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

function fill(folder: string): void {
  const block = Buffer.alloc(1_000_000);
  const file = join(folder, "filler");
  const write = (bytes: Buffer) => {
    try {
      for (;;) writeFileSync(file, bytes, { flag: "a" });
    } catch (error) {
      assert.equal((error as NodeJS.ErrnoException).code, "ENOSPC");
    }
  };
  write(block);
  write(block.subarray(0, 1_000));
}

function poolOf(folder: string): pg.Pool {
  const pool = new pg.Pool({ ...embeddedConnection(join(folder, "postgres-18")).client("app_worker"), max: 2 });
  pool.on("error", () => undefined);
  return pool;
}

async function readyUrl(server: Running): Promise<string> {
  const url = String(JSON.parse(await server.line(/Plainwire is on /)).url);
  await server.line(/"msg":"ready"/);
  return url;
}

async function stop(server: Running, pool: pg.Pool): Promise<void> {
  await pool.end();
  server.child.kill("SIGTERM");
  assert.equal((await server.ended).code, 0);
}
