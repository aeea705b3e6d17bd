import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { totalmem } from "node:os";
import { basename, dirname, join } from "node:path";
import { Refusal } from "../refusal.ts";
import { minuteMs } from "../time.ts";
import { type EmbeddedHome, postgresMajor, renameUnlessThere } from "./embedded-home.ts";
import { superuser } from "./connection.ts";
import { runProgram } from "./server-user.ts";

const logBytesMax = 10_000_000;

/** Everything a server finds when it starts: a data folder of the right version, and our settings. */
export async function prepareCluster(home: EmbeddedHome): Promise<void> {
  await initialise(home);
  refuseOtherData(home);
  writeSettings(home);
}

/** Created next to its place and then moved there: a cluster that exists is complete. */
async function initialise(home: EmbeddedHome): Promise<void> {
  removeHalfMade(home);
  if (existsSync(join(home.data, "PG_VERSION"))) return;
  const fresh = `${home.data}.new-${randomBytes(6).toString("hex")}`;
  mkdirSync(fresh, { mode: 0o700 });
  if (home.user.switches) chownSync(fresh, home.user.uid, home.user.gid);
  const options = ["-U", superuser, "--auth-local=trust", "--auth-host=reject", "-E", "UTF8"];
  const { code, output } = await runProgram(home, "initdb", [
    "-D",
    fresh,
    ...options,
    "--locale-provider=builtin",
    "--locale=C.UTF-8",
  ]);
  if (code !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Refusal(
      `The embedded database could not be set up in ${home.data}: ${reasonIn(output)}.${adviceFor(output)}`,
    );
  }
  appendFileSync(join(fresh, "postgresql.conf"), "\ninclude_if_exists 'plainwire.conf'\n");
  renameUnlessThere(fresh, home.data);
}

/** initdb tells every step that went well, too. */
function reasonIn(output: string): string {
  const lines = output.split("\n").filter((line) => /fatal|error|could not/i.test(line));
  return (lines.length === 0 ? output : lines.join(" ")).trim().replace(/\.$/, "");
}

/** Its libraries are linked by an install script, which npm runs neither with --ignore-scripts nor, from npm 12 on, unasked. */
function adviceFor(output: string): string {
  if (/No space left/.test(output))
    return " The disk is full: free some space, or set DATA_DIR to a folder on another disk.";
  const isUnlinked = /error while loading shared libraries|Library not loaded/.test(output);
  return isUnlinked
    ? " npm has not run the install scripts: allow them as docs/install.md says under “npm 12” and install again, without --ignore-scripts, or set DATABASE_URL to a server of yours."
    : "";
}

// initdb takes two seconds; a process that began one this long ago is dead.
const initMsMax = 10 * minuteMs;

function removeHalfMade(home: EmbeddedHome): void {
  const parent = dirname(home.data);
  const isHalfMade = (name: string) => name.startsWith(`${basename(home.data)}.new-`);
  for (const name of readdirSync(parent).filter(isHalfMade)) {
    const folder = join(parent, name);
    if (Date.now() - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > initMsMax)
      rmSync(folder, { recursive: true, force: true });
  }
}

function refuseOtherData(home: EmbeddedHome): void {
  const file = join(home.data, "PG_VERSION");
  if (!existsSync(file)) {
    throw new Refusal(
      `${home.data} holds something else than a database: move it away, or set DATA_DIR to another folder.`,
    );
  }
  const major = readFileSync(file, "utf8").trim();
  if (major === postgresMajor) return;
  throw new Refusal(
    `${home.data} holds data of PostgreSQL ${major}, and this version of Plainwire brings ${postgresMajor}: set DATA_DIR to another folder.`,
  );
}

const megabyte = 1_048_576;

/** Of the machine, or of the container if that has less. */
function availableMemory(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}

/**
 * An eighth of the memory for pages that are used often, up to what a benchmark with 100,000 feeds needed. A small machine has one
 * process for reading ahead instead of three, and sorts in less memory.
 */
export function memorySettings(bytes: number): string[] {
  const isSmall = bytes < 2_048 * megabyte;
  const buffersMb = Math.min(256, Math.max(32, Math.floor(bytes / megabyte / 8)));
  return [
    `shared_buffers = '${buffersMb}MB'`,
    // A batch of 64 feeds carries some megabytes of items; with the usual 4 MB it goes through the disk.
    `work_mem = '${isSmall ? 8 : 16}MB'`,
    ...(isSmall ? ["io_workers = 1", "maintenance_work_mem = '32MB'", "autovacuum_max_workers = 1"] : []),
  ];
}

/** In a file, not in pg_ctl's -o: that goes through a shell, and paths may hold spaces and quotes. */
function writeSettings(home: EmbeddedHome): void {
  const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const lines = [
    "listen_addresses = ''",
    `unix_socket_directories = ${quoted(`"${home.socket.replaceAll('"', '""')}"`)}`,
    `cluster_name = ${quoted(home.clusterName)}`,
    "max_connections = 200",
    "synchronous_commit = on",
    ...memorySettings(availableMemory()),
    "max_wal_size = '2GB'",
    "random_page_cost = 1.1",
    "jit = off",
    // Schedules change with every fetch. Without frequent vacuums a claim cost 40 % more CPU when it was measured.
    "autovacuum_naptime = '10s'",
    "log_checkpoints = off",
    // After a crash PostgreSQL writes the whole folder to disk before it answers: file by file that took 18 to 40 s on a busy
    // disk, by file system 3 to 5 s. Only Linux has the second way.
    ...(process.platform === "linux" ? ["recovery_init_sync_method = syncfs"] : []),
  ];
  const file = join(home.data, "plainwire.conf");
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, `${lines.join("\n")}\n`);
  if (home.user.switches) chownSync(fresh, home.user.uid, home.user.gid);
  renameSync(fresh, file);
  if (existsSync(home.log) && statSync(home.log).size > logBytesMax) renameSync(home.log, `${home.log}.old`);
}
