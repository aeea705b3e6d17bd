import assert from "node:assert/strict";
import { test } from "node:test";
import { joinEmbeddedServer } from "../../src/database/embedded-server.ts";
import pg from "pg";
import { superuser } from "../../src/database/connection.ts";
import { runPlainwire, temporaryFolder } from "../ground/plainwire-process.ts";
import { isAlive, postmasterOf } from "../ground/postmaster.ts";

// Slow because each of the ten runs an initdb of its own, and the first to finish wins.
test("ten processes that start at once on an empty folder share one server", async () => {
  const folder = await temporaryFolder();
  const servers = await Promise.all(Array.from({ length: 10 }, () => joinEmbeddedServer(folder, () => undefined)));
  const pid = postmasterOf(folder);
  for (const { socket } of servers) assert.equal(await askPostmaster(socket), pid);
  await Promise.all(servers.map((server) => server.leave()));
  assert.ok(!isAlive(pid));
});

test("ten processes that migrate an empty folder at once all succeed, and one of them migrates", async () => {
  const folder = await temporaryFolder();
  const all = await Promise.all(Array.from({ length: 10 }, () => runPlainwire(["migrate"], { DATA_DIR: folder })));
  assert.deepEqual(
    all.map(({ code }) => code),
    Array.from({ length: 10 }, () => 0),
  );
  assert.equal(all.filter(({ output }) => output.startsWith("Applied")).length, 1);
});

async function askPostmaster(socket: string): Promise<number> {
  const client = new pg.Client({ host: socket, user: superuser, database: "postgres" });
  await client.connect();
  const { rows } = await client.query(
    String.raw`select split_part(pg_read_file('postmaster.pid'), E'\n', 1)::int as pid`,
  );
  await client.end();
  return rows[0].pid;
}
