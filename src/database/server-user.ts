import { spawn, spawnSync } from "node:child_process";
import { userInfo } from "node:os";
import { join } from "node:path";
import { Refusal } from "../refusal.ts";

/** The user that the embedded server runs as: ours, or `postgres` when we are root, because PostgreSQL refuses root. */
export type ServerUser = {
  name: string;
  uid: number;
  gid: number;
  /** True when the server runs as somebody else than this process. */
  switches: boolean;
  reaches: (folder: string) => boolean;
  runs: (program: string) => boolean;
};

export function findServerUser(): ServerUser {
  const me = userInfo();
  if (me.uid !== 0)
    return { name: me.username, uid: me.uid, gid: me.gid, switches: false, reaches: () => true, runs: () => true };

  const { uid, gid } = lookUp("postgres") ?? create("postgres");
  // Asked of the system itself: modes alone do not tell (ACLs, mounts, container layers).
  const may = (test: "-x", path: string) =>
    spawnSync("/bin/sh", ["-c", `test ${test} "$0"`, path], { uid, gid, cwd: "/" }).status === 0;
  return {
    name: "postgres",
    uid,
    gid,
    switches: true,
    reaches: (folder) => may("-x", folder),
    runs: (program) => may("-x", program),
  };
}

function lookUp(name: string): { uid: number; gid: number } | null {
  const uid = idOf("-u", name);
  const gid = idOf("-g", name);
  return uid === null || gid === null ? null : { uid, gid };
}

function idOf(kind: "-u" | "-g", name: string): number | null {
  const answer = spawnSync("id", [kind, name], { encoding: "utf8" });
  return answer.status === 0 ? Number(answer.stdout.trim()) : null;
}

function create(name: string): { uid: number; gid: number } {
  // Debian and Fedora have useradd; Alpine's busybox has adduser with other flags.
  const made =
    spawnSync("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/bin/false", name]).status ===
      0 || spawnSync("adduser", ["-S", "-D", "-H", "-s", "/bin/false", name]).status === 0;
  const found = made ? lookUp(name) : null;
  if (found === null) {
    throw new Refusal(
      `PostgreSQL does not run as root, and the user "${name}" could not be made: create it, or start Plainwire as an ordinary user.`,
    );
  }
  return found;
}

/** Where PostgreSQL's programs are, and who runs them. */
type Installed = { binaries: string; user: ServerUser };

const outputCharsMax = 1_000;

type Ended = { code: number | null; signal: NodeJS.Signals | null; output: string };

/**
 * Runs one of PostgreSQL's own programs to its end, as the server's user. In a session of its own, as the server is: Ctrl-C
 * in our terminal is for us, and must not end initdb in the middle or a pg_ctl that waits for the server's end.
 */
export async function runProgram(installed: Installed, program: string, args: string[]): Promise<Ended> {
  const ended = await runOnce(installed, program, args);
  // A child gets its own session a few milliseconds after it starts; a Ctrl-C, or the SIGTERM of `timeout`, which goes to our whole
  // group too, ends it at once before that.
  return ended.signal === "SIGINT" || ended.signal === "SIGTERM" ? runOnce(installed, program, args) : ended;
}

function runOnce(installed: Installed, program: string, args: string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(installed.binaries, "bin", program), args, {
      ...childOptions(installed.user),
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output: string[] = [];
    child.stdout.on("data", (chunk) => output.push(String(chunk)));
    child.stderr.on("data", (chunk) => output.push(String(chunk)));
    child.once("error", reject);
    child.once("exit", (code, signal) =>
      resolve({ code, signal, output: output.join("").trim().slice(-outputCharsMax) }),
    );
  });
}

export function childOptions({ switches, uid, gid }: ServerUser) {
  const as = switches ? { uid, gid } : {};
  // LC_ALL: the server's build may not know the locale of this terminal.
  return { ...as, cwd: "/", env: { PATH: process.env["PATH"], LC_ALL: "C" } };
}
