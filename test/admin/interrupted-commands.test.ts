import assert from "node:assert/strict";
import { after, test } from "node:test";
import pg from "pg";
import { superuser } from "../../src/database/connection.ts";
import { joinEmbeddedServer } from "../../src/database/embedded-server.ts";
import { eventually } from "../ground/eventually.ts";
import { type Running, startPlainwire } from "../ground/plainwire-process.ts";
import { isAlive, postmasterOf } from "../ground/postmaster.ts";
import { preparedDataDir } from "../ground/prepared-cluster.ts";

test("a command that a signal ends stops the embedded database it uses alone", async () => {
  for (const [name, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const) {
    const { command, postmaster } = await stuckCommand(["feed", "list"], "lock table feeds");
    command.child.kill(name);
    assert.deepEqual(await command.ended, { code, signal: null });
    assert.equal(command.output(), "");
    assert.ok(!isAlive(postmaster));
  }
});

test("also while it migrates, and for commands that open the database their own way", async () => {
  const migrating = "select pg_advisory_lock(7246002)";
  for (const args of [["migrate"], ["doctor"], ["analyse", "--again"]]) {
    const { command, postmaster } = await stuckCommand(args, migrating);
    if (args[0] === "migrate") await command.line(/^Another process is migrating this database: waiting until/);
    command.child.kill("SIGINT");
    assert.deepEqual(await command.ended, { code: 130, signal: null });
    assert.ok(!isAlive(postmaster));
  }
});

test("it leaves a server that another process uses", async () => {
  const { command, folder, postmaster } = await stuckCommand(["feed", "list"], "lock table feeds");
  const other = await joinEmbeddedServer(folder, ignore);
  command.child.kill("SIGINT");
  assert.deepEqual(await command.ended, { code: 130, signal: null });
  assert.ok(isAlive(postmaster));
  await other.leave();
  assert.ok(!isAlive(postmaster));
});

test("the second signal ends it at once", async () => {
  // Before it has found or made its database, there is nothing to leave yet.
  const { command, folder } = await stuckCommand(["feed", "list"], "select pg_advisory_lock(7246003)", "postgres");
  await eventually(() => {
    command.child.kill("SIGINT");
    assert.notEqual(command.child.exitCode, null);
  });
  assert.deepEqual(await command.ended, { code: 130, signal: null });
  await (await joinEmbeddedServer(folder, ignore)).leave();
});

type Stuck = { command: Running; folder: string; postmaster: number };

/** A command that waits for what we took from it, and is the only process with a share in its server. */
async function stuckCommand(args: string[], take: string, database = "plainwire"): Promise<Stuck> {
  const folder = await preparedDataDir();
  const starter = await joinEmbeddedServer(folder, ignore);
  const holder = new pg.Client({ host: starter.socket, user: superuser, database });
  holder.on("error", ignore);
  await holder.connect();
  await holder.query("begin");
  await holder.query(take);

  const command = startPlainwire(args, { DATA_DIR: folder });
  await eventually(async () => {
    const { rowCount } = await holder.query("select from pg_locks where not granted");
    assert.equal(rowCount, 1);
  });
  await starter.leave();
  const postmaster = postmasterOf(folder);
  // Of a command that does not stop it.
  after(() => isAlive(postmaster) && process.kill(postmaster, "SIGQUIT"));
  return { command, folder, postmaster };
}

function ignore(): void {}
