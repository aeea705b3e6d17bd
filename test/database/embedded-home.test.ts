import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { after, test } from "node:test";
import { joinEmbeddedServer } from "../../src/database/embedded-server.ts";
import { findServerUser } from "../../src/database/server-user.ts";
import { eventually } from "../ground/eventually.ts";
import { temporaryFolder } from "../ground/plainwire-process.ts";
import { preparedDataDir } from "../ground/prepared-cluster.ts";
import { runCommand } from "../ground/run-command.ts";

const root = process.getuid?.() === 0;
const program = resolve(import.meta.dirname, "../../bin/plainwire");

test("processes with another TMPDIR find the same server, however long the path of its data is", async () => {
  const folder = await preparedDataDir("long".repeat(20));
  const own = process.env["TMPDIR"];
  process.env["TMPDIR"] = await temporaryFolder();
  const first = await joinEmbeddedServer(folder, ignore);
  if (own === undefined) delete process.env["TMPDIR"];
  else process.env["TMPDIR"] = own;
  const second = await joinEmbeddedServer(folder, ignore);
  assert.equal(second.socket, first.socket);
  await Promise.all([first.leave(), second.leave()]);
  rmSync(first.socket, { recursive: true, force: true });
});

test("a DATA_DIR where no folder can be made is refused with one sentence", { timeout: 60_000 }, async () => {
  const { code, output } = await runCommand(["migrate"], { env: { DATA_DIR: "/proc/plainwire/data" } });
  assert.equal(code, 1);
  assert.match(output, /^DATA_DIR \/proc\/plainwire\/data cannot be written \(ENOENT\): [^\n]*\n$/);
});

test(
  "a folder left by a process that died before handing it to the server's user is reused",
  { skip: !root && "needs root" },
  async () => {
    const folder = await temporaryFolder();
    mkdirSync(join(folder, "postgres-18"), { mode: 0o700 });
    await (await joinEmbeddedServer(folder, ignore)).leave();
  },
);

test("a data folder that contains no database is refused with a sentence and left alone", async () => {
  const folder = await temporaryFolder();
  const thesis = join(makeHome(folder), "data/thesis.txt");
  mkdirSync(dirname(thesis));
  writeFileSync(thesis, "");
  await assert.rejects(joinEmbeddedServer(folder, ignore), {
    name: "Refusal",
    message: /holds something else than a database: move it away/,
  });
  assert.ok(existsSync(thesis));
});

test("a half-made cluster of a dead setup is removed, but not one that another process is making", async () => {
  const folder = await preparedDataDir();
  const home = join(folder, "postgres-18");
  for (const name of ["data.new-dead", "data.new-busy"]) mkdirSync(join(home, name));
  utimesSync(join(home, "data.new-dead"), 0, 0);
  await (await joinEmbeddedServer(folder, ignore)).leave();
  assert.deepEqual(halfMade(folder), ["data.new-busy"]);
});

test("Ctrl-C during the first start reaches us and not initdb: it stops cleanly with a complete database", async () => {
  const folder = await temporaryFolder();
  const child = spawn(program, ["start"], {
    env: { PATH: process.env["PATH"], DATA_DIR: folder, PORT: "0" },
    // A process group of its own, as a terminal gives one: Ctrl-C is a signal to all of it.
    detached: true,
    stdio: "ignore",
  });
  after(() => child.exitCode ?? child.kill("SIGKILL"));
  const ended = once(child, "exit");
  await eventually(() => assert.equal(halfMade(folder).length, 1));
  process.kill(-(child.pid as number), "SIGINT");
  assert.deepEqual(await ended, [0, null]);
  assert.deepEqual(halfMade(folder), []);
  assert.ok(existsSync(join(folder, "postgres-18/data/PG_VERSION")));
});

function makeHome(folder: string): string {
  const home = join(folder, "postgres-18");
  const { uid, gid } = findServerUser();
  mkdirSync(home);
  chownSync(home, uid, gid);
  return home;
}

function halfMade(folder: string): string[] {
  const home = join(folder, "postgres-18");
  return existsSync(home) ? readdirSync(home).filter((name) => name.startsWith("data.new-")) : [];
}

function ignore(): void {}
