import assert from "node:assert/strict";
import { chownSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import pg from "pg";
import { joinEmbeddedServer } from "../../src/database/embedded-server.ts";
import { eventually } from "../ground/eventually.ts";
import { superuser } from "../../src/database/connection.ts";
import { temporaryFolder } from "../ground/plainwire-process.ts";
import { isAlive, postmasterOf } from "../ground/postmaster.ts";
import { preparedDataDir } from "../ground/prepared-cluster.ts";

const root = process.getuid?.() === 0;

test("the first process starts it, the second joins, the last to leave stops it", async () => {
  const folder = await preparedDataDir();
  const first = await joinEmbeddedServer(folder, ignore);
  const second = await joinEmbeddedServer(folder, ignore);
  const pid = postmasterOf(folder);
  assert.equal(second.socket, first.socket);

  await first.leave();
  assert.equal(await ask(second.socket), "18");
  await second.leave();
  assert.ok(!isAlive(pid));
});

test("it listens on no TCP port, and its folder is closed to other users", async () => {
  const folder = await preparedDataDir();
  const server = await joinEmbeddedServer(folder, ignore);
  const listen = await query(server.socket, "select current_setting('listen_addresses') as value");
  assert.equal(listen[0]?.["value"], "");
  assert.equal(statSync(server.socket).mode & 0o077, 0);
  await assert.rejects(
    new Promise((done, fail) => createConnection(5432, "127.0.0.1", () => done(null)).once("error", fail)),
  );
  assert.equal((await query(server.socket, "show synchronous_commit"))[0]?.["synchronous_commit"], "on");
  const sync = await query(server.socket, "show recovery_init_sync_method");
  assert.equal(sync[0]?.["recovery_init_sync_method"], process.platform === "linux" ? "syncfs" : "fsync");
  await server.leave();
});

test("a killed postmaster is restarted by a running process, and nothing is lost", async () => {
  const folder = await preparedDataDir();
  const server = await joinEmbeddedServer(folder, ignore);
  await query(server.socket, "create table kept as select 7 as value");
  const before = postmasterOf(folder);
  process.kill(before, "SIGKILL");

  await eventually(async () => assert.equal((await query(server.socket, "select value from kept"))[0]?.["value"], 7));
  assert.notEqual(postmasterOf(folder), before);
  await server.leave();
  assert.ok(!isAlive(postmasterOf(folder)));
});

test("a busy backend that outlived its postmaster does not block the next start", async () => {
  const folder = await preparedDataDir();
  const server = await joinEmbeddedServer(folder, ignore);
  const busy = new pg.Client({ host: server.socket, user: superuser, database: "postgres" });
  busy.on("error", ignore);
  await busy.connect();
  const { rows } = await busy.query("select pg_backend_pid() as pid");
  const backend = Number(rows[0].pid);
  const running = busy.query("do $$ begin loop end loop; end $$").catch(ignore);
  // The loop must be in the backend's hands, not in our buffers, before its server dies.
  await eventually(async () => {
    const active = await query(
      server.socket,
      `select from pg_stat_activity where pid = ${backend} and state = 'active'`,
    );
    assert.equal(active.length, 1);
  });
  process.kill(postmasterOf(folder), "SIGKILL");

  await eventually(async () => assert.equal(await ask(server.socket), "18"));
  await running;
  assert.ok(!isAlive(backend));
  await server.leave();
});

test("a pid file with the pid of another program does not block the start", async () => {
  const folder = await preparedDataDir();
  const file = join(folder, "postgres-18/data/postmaster.pid");
  writeFileSync(file, `${process.pid}\n${join(folder, "postgres-18/data")}\n0\n5432\n\n\n\n`, { mode: 0o600 });
  const owner = statSync(join(folder, "postgres-18/data"));
  chownSync(file, owner.uid, owner.gid);

  const said: string[] = [];
  const server = await joinEmbeddedServer(folder, (sentence) => said.push(sentence));
  assert.equal(await ask(server.socket), "18");
  assert.match(said.join(), /which is not this database/);
  await server.leave();
});

test("a path with spaces, quotes and a length no socket allows works", async () => {
  const folder = join(await temporaryFolder(), `it's a "quoted" folder, ${"long".repeat(20)}`);
  const server = await joinEmbeddedServer(folder, ignore);
  assert.equal(await ask(server.socket), "18");
  await server.leave();
  rmSync(server.socket, { recursive: true, force: true });
});

test(
  "a folder that the server's user cannot enter puts the data under /var/lib/plainwire and says so",
  { skip: !root && "needs root" },
  async () => {
    const folder = join(await temporaryFolder(0o700), "data");
    const said: string[] = [];
    const server = await joinEmbeddedServer(folder, (sentence) => said.push(sentence));
    assert.equal(await ask(server.socket), "18");
    assert.match(said.join(), /cannot enter .*: the database lives in \/var\/lib\/plainwire\//);
    await server.leave();
    rmSync(join(server.socket, ".."), { recursive: true, force: true });
  },
);

test("data of another PostgreSQL is refused with a sentence and left alone", async () => {
  const folder = await temporaryFolder();
  mkdirSync(join(folder, "postgres-17"));
  await assert.rejects(joinEmbeddedServer(folder, ignore), {
    name: "Refusal",
    message: /holds data of PostgreSQL 17.*set DATA_DIR/,
  });
  assert.ok(!existsSync(join(folder, "postgres-18")));
});

test("a server that takes connections and says nothing is not waited for without end", async (t) => {
  const folder = await preparedDataDir();
  const server = await joinEmbeddedServer(folder, ignore);
  await server.leave();
  const silent = createServer().listen(join(server.socket, ".s.PGSQL.5432"));
  t.after(() => silent.close());
  await once(silent, "listening");

  t.mock.timers.enable({ apis: ["Date"], now: Date.now() });
  const joining = joinEmbeddedServer(folder, ignore);
  t.mock.timers.tick(60_000);
  await assert.rejects(joining, {
    name: "Refusal",
    message: /^The embedded database .* does not answer: it was stopped/,
  });
});

test("a DATA_DIR that cannot be written is refused with a sentence", async () => {
  const file = join(await temporaryFolder(), "file");
  writeFileSync(file, "");
  await assert.rejects(joinEmbeddedServer(join(file, "data"), ignore), {
    name: "Refusal",
    message: /DATA_DIR .* cannot be written \(ENOTDIR\)/,
  });
});

function ignore(): void {}

async function query(socket: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ host: socket, user: superuser, database: "postgres" });
  client.on("error", ignore);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function ask(socket: string): Promise<string> {
  const rows = await query(socket, "select split_part(current_setting('server_version'), '.', 1) as major");
  return String(rows[0]?.["major"]);
}
