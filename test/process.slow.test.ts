import assert from "node:assert/strict";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { fakePostgres } from "./ground/fake-postgres.ts";
import type { Running } from "./ground/plainwire-process.ts";
import { runPlainwire, startPlainwire, startProgram, temporaryFolder } from "./ground/plainwire-process.ts";
import { isAlive, postmasterOf } from "./ground/postmaster.ts";
import { preparedDataDir } from "./ground/prepared-cluster.ts";
import { runCommand } from "./ground/run-command.ts";
import pg from "pg";
import { eventually } from "./ground/eventually.ts";
import { freePort } from "./ground/free-port.ts";
import { noFullDisk } from "./ground/full-disk.ts";
import { superuser } from "../src/database/connection.ts";
import { addFeed } from "../src/feeds/add-feeds-store.ts";
import { faultOrigin } from "./faults/fault-origin.ts";
import { addFaultFeeds, onDatabase, startFaultWorker } from "./faults/fault-world.ts";
import { testDatabase, testSocket } from "./ground/test-database.ts";
import { silentHost } from "./ground/silent-host.ts";

const key = "k".repeat(32);

test("start runs its own database, a second process joins it, and a signal stops everything", async () => {
  const folder = await temporaryFolder();
  const server = startPlainwire(["start"], { DATA_DIR: folder, PORT: "0" });
  const url = await readyUrl(server);
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  const beside = await runPlainwire(["migrate"], { DATA_DIR: folder });
  assert.deepEqual(beside, { code: 0, output: "Nothing to do: the schema is up to date.\n" });

  const postmaster = postmasterOf(folder);
  assert.ok(isAlive(postmaster), "the database lives in DATA_DIR");
  server.child.kill("SIGTERM");
  assert.deepEqual(await server.ended, { code: 0, signal: null });
  assert.ok(!isAlive(postmaster));
});

for (const role of ["start", "web", "worker"])
  test(`${role} gives memory back when its start is over and nothing is to be done`, async () => {
    const env = { ...onDatabase(await testDatabase()), SECRET_KEY: key, PORT: "0", LOG_LEVEL: "debug" };
    const server = startPlainwire([role], env);
    const { heapMb, beforeMb } = JSON.parse(await server.line(/"memory given back"/)) as Record<string, number>;
    assert.ok(Number(heapMb) < Number(beforeMb));
    server.child.kill("SIGTERM");
    assert.deepEqual(await server.ended, { code: 0, signal: null });
  });

test("a reader that closes the pipe of an export leaves no database server behind", async () => {
  const folder = await preparedDataDir();
  await runPlainwire(["user", "create", "me@example.org"], { DATA_DIR: folder });
  const program = resolve(import.meta.dirname, "../bin/plainwire");
  const pipe = startProgram("/bin/sh", ["-c", `"${program}" export me@example.org | head -c 14`], { DATA_DIR: folder });
  await pipe.ended;
  assert.equal(pipe.output(), '{"exported_at"');
  assert.ok(!isAlive(postmasterOf(folder)));
});

test("a server whose log cannot be written says so once and goes on", { skip: noFullDisk }, async () => {
  const port = await freePort();
  const env = { ...onDatabase(await testDatabase()), SECRET_KEY: key, PORT: String(port) };
  const program = resolve(import.meta.dirname, "../bin/plainwire");
  const server = startProgram("/bin/sh", ["-c", `exec "${program}" start > /dev/full`], env);
  await eventually(async () => assert.equal((await fetch(`http://127.0.0.1:${port}/readyz`)).status, 200));
  server.child.kill("SIGTERM");
  assert.deepEqual(await server.ended, { code: 0, signal: null });
  assert.match(server.output(), /^The log cannot be written \(ENOSPC[^\n]*the server goes on\.\n$/);
});

test("after kill -9 the next start works", async () => {
  const folder = await preparedDataDir();
  const killed = startPlainwire(["start"], { DATA_DIR: folder, PORT: "0" });
  await readyUrl(killed);
  killed.child.kill("SIGKILL");
  await killed.ended;

  const next = startPlainwire(["start"], { DATA_DIR: folder, PORT: "0" });
  assert.equal((await fetch(`${await readyUrl(next)}/readyz`)).status, 200);
  const postmaster = postmasterOf(folder);
  next.child.kill("SIGINT");
  assert.equal((await next.ended).code, 0);
  assert.ok(!isAlive(postmaster));
});

test("while the database is down requests get 503, and the server recovers by itself", async () => {
  const folder = await preparedDataDir();
  const server = startPlainwire(["start"], { DATA_DIR: folder, PORT: "0" });
  const url = await readyUrl(server);
  const postmaster = postmasterOf(folder);
  process.kill(postmaster, "SIGKILL");
  await eventually(async () => {
    assert.notEqual(postmasterOf(folder), postmaster);
    assert.equal((await fetch(`${url}/readyz`)).status, 200);
    assert.equal((await fetch(`${url}/healthz`)).status, 200);
  });
  assert.equal(server.child.exitCode, null);
  server.child.kill("SIGTERM");
  assert.equal((await server.ended).code, 0);
});

test("a killed backend is replaced, and the process keeps running", async () => {
  const { name, admin } = await testDatabase();
  const server = startPlainwire(["start"], {
    DATABASE_URL: socketUrl(name),
    SECRET_KEY: key,
    PORT: "0",
  });
  const url = await readyUrl(server);
  await fetch(`${url}/readyz`);
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  await eventually(async () => assert.equal((await fetch(`${url}/readyz`)).status, 200));
  server.child.kill("SIGTERM");
  assert.equal((await server.ended).code, 0);
});

test("an external database that refuses connections means 503, and 200 again when it accepts them", async () => {
  const { name } = await testDatabase();
  const server = startPlainwire(["start"], {
    DATABASE_URL: socketUrl(name),
    SECRET_KEY: key,
    PORT: "0",
  });
  const url = await readyUrl(server);
  await inPostgres(`alter database ${name} allow_connections false`);
  await inPostgres(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  await eventually(async () => assert.equal((await fetch(`${url}/readyz`)).status, 503));
  const health = await fetch(`${url}/healthz`);
  assert.equal(health.status, 503);
  assert.equal(((await health.json()) as { status: string }).status, "DOWN");
  await inPostgres(`alter database ${name} allow_connections true`);
  await eventually(async () => assert.equal((await fetch(`${url}/readyz`)).status, 200));
  server.child.kill("SIGTERM");
  assert.equal((await server.ended).code, 0);
});

test("a bad setting, an unwritable folder, a used port: one sentence, exit code 1, no stack", async () => {
  const folder = await preparedDataDir();
  const file = join(folder, "file");
  const unused = join(folder, "unused");
  writeFileSync(file, "");
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const port = String((taken.address() as AddressInfo).port);
  const faults: [Record<string, string>, RegExp][] = [
    [{ PORT: "x" }, /^PORT must be a whole number/],
    [{ DATA_DIR: join(file, "x") }, /^DATA_DIR .* cannot be written/],
    [{ DATA_DIR: unused, PORT: port }, new RegExp(`^Port ${port} is in use: set PORT`, "m")],
    [{ DATABASE_URL: "postgres://me@127.0.0.1:1/x", SECRET_KEY: key }, /^DATABASE_URL .* cannot be reached/],
    [
      {
        DATABASE_URL: await fakePostgres({ refuse: { code: "28P01", message: "password authentication failed" } }),
        SECRET_KEY: key,
      },
      /^DATABASE_URL .* refuses this user or password .* DB_PASSWORD/,
    ],
    [
      { DATABASE_URL: await fakePostgres({ version: 140_011, name: "14.11" }), SECRET_KEY: key },
      /^DATABASE_URL leads to PostgreSQL 14\.11, and Plainwire needs 15 or newer/,
    ],
  ];
  for (const [env, sentence] of faults) {
    const { code, output } = await runCommand(["start"], { env });
    assert.match(output, sentence);
    assert.equal(code, 1);
    assert.doesNotMatch(output, /^\s+at /m);
  }
  // Told before a database was made.
  assert.deepEqual(existsSync(unused) ? readdirSync(unused) : [], []);
  taken.close();
});

test("a second signal ends a worker at once, even while a server keeps it waiting", async () => {
  const database = await testDatabase();
  const silent = await silentHost();
  const feed = { url: silent.url("127.15.0.1"), enabled: true, polling: true, enforceFeedDomain: false };
  await addFeed(database.worker, feed, 4, new Date());
  const worker = startPlainwire(["worker"], { ...onDatabase(database), FETCH_ALLOW_NETWORKS: "127.0.0.0/8" });
  await eventually(() => assert.equal(silent.asked(), 1));
  worker.child.kill("SIGTERM");
  await worker.line(/a second signal ends at once/);
  await eventually(() => {
    worker.child.kill("SIGTERM");
    assert.notEqual(worker.child.exitCode, null);
  });
  assert.equal((await worker.ended).code, 143);
});

test("with ingestion switched off nothing is fetched, and the process stops as asked", async () => {
  const database = await testDatabase();
  const origin = await faultOrigin(10);
  await addFaultFeeds(database.worker, [origin.url("127.11.0.1", "/off")]);
  const idle = startFaultWorker({ ...onDatabase(database), FEED_INGESTION_ENABLED: "false" });
  await idle.line(/"msg":"ready"/);
  // A process is ready only after its worker has started.
  assert.doesNotMatch(idle.output(), /"msg":"worker started"/);
  idle.child.kill("SIGTERM");
  assert.deepEqual(await idle.ended, { code: 0, signal: null });
  assert.deepEqual(origin.log, []);
});

test("an unknown command is wrong usage: exit code 2 and the closest one suggested", async () => {
  const { code, output } = await runPlainwire(["strat"]);
  assert.equal(code, 2);
  assert.match(output, /Did you mean start\?/);
});

async function readyUrl(server: Running): Promise<string> {
  const line = await server.line(/Plainwire is on /);
  return String(JSON.parse(line).url);
}

function socketUrl(database: string): string {
  return `postgres:///${database}?host=${encodeURIComponent(testSocket())}&user=${superuser}`;
}

/** For statements that cannot run inside the database they change. */
async function inPostgres(sql: string): Promise<void> {
  const client = new pg.Client({ host: testSocket(), user: superuser, database: "postgres" });
  await client.connect();
  await client.query(sql);
  await client.end();
}
