import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, chownSync, constants, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import pg from "pg";
import { openDatabase } from "../../src/database/open-database.ts";
import { findServerUser } from "../../src/database/server-user.ts";
import { loadConfig } from "../../src/load-config.ts";
import { eventually } from "../ground/eventually.ts";
import { freePort } from "../ground/free-port.ts";
import { type TestDatabase, testDatabase, testSocket } from "../ground/test-database.ts";

const program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].find(isThere);
const skip = program === undefined && "PgBouncer is not installed (Debian: apt-get install pgbouncer)";
if (skip !== false) console.error(`\n!!! SKIPPED: ${skip}. What a start behind a pooler does is not tested.\n`);

for (const roundRobin of [0, 1]) {
  test(
    `a pooler in transaction mode is refused with a sentence, server_round_robin = ${roundRobin}`,
    { skip },
    async (t) => {
      const database = await testDatabase();
      const url = await pooler(t, database, `pool_mode = transaction\nserver_round_robin = ${roundRobin}`);
      await useAtOnce(url, 3);
      await assert.rejects(openBehind(url), {
        name: "Refusal",
        message: /leads to a pooler in transaction mode.+pool_mode = session/,
      });
    },
  );
}

test("behind a pooler in session mode, workers and web have their own rights", { skip }, async (t) => {
  const database = await testDatabase();
  const url = await pooler(t, database, "pool_mode = session");
  const db = await openBehind(url);
  try {
    const asked = [db.worker, db.web, db.worker, db.web].map((pool) => pool.query("select current_user as name"));
    const names = (await Promise.all(asked)).map(({ rows }) => rows[0].name);
    assert.deepEqual(names, ["app_worker", "app_web", "app_worker", "app_web"]);
  } finally {
    await db.close();
  }
});

function openBehind(url: string) {
  const { config } = loadConfig({ DATABASE_URL: url, SECRET_KEY: "k".repeat(32), DB_CONNECTIONS: "6" }, {});
  return openDatabase(config, () => undefined);
}

/** So that the pooler has more than one session to hand out. */
async function useAtOnce(url: string, count: number): Promise<void> {
  const clients = Array.from({ length: count }, () => new pg.Client(url));
  for (const client of clients) {
    await client.connect();
    await client.query("begin");
    await client.query("select 1");
  }
  for (const client of clients) await client.end();
}

async function pooler(t: TestContext, database: TestDatabase, settings: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "pooler-"));
  const port = await freePort();
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(
    file,
    `[databases]\n${database.name} = host=${testSocket()} user=app_owner\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}\n` +
      `unix_socket_dir =\nauth_type = any\nmax_client_conn = 100\ndefault_pool_size = 20\nignore_startup_parameters = extra_float_digits\n${settings}\n`,
  );
  // It refuses root, as PostgreSQL does.
  const { uid, gid, switches } = findServerUser();
  if (switches) for (const path of [folder, file]) chownSync(path, uid, gid);
  const child = spawn(program ?? "", [file], { stdio: "ignore", ...(switches ? { uid, gid } : {}) });
  t.after(() => stop(child, folder));
  const url = `postgres://anybody@127.0.0.1:${port}/${database.name}`;
  await eventually(async () => {
    const client = new pg.Client(url);
    await client.connect();
    await client.query("select 1");
    await client.end();
  });
  return url;
}

async function stop(child: ChildProcess, folder: string): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  rmSync(folder, { recursive: true, force: true });
}

function isThere(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
