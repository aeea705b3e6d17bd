import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { EmbeddedHome } from "./embedded-home.ts";

// No process has this id, and PostgreSQL then removes the file itself after its shared-memory check,
// which deleting the file by hand would skip.
const nobodysPid = "2147483647";
const orphanWaitMs = 2_000;

/** Clears what an unclean end left in the way of a start: a pid file naming a stranger, backends without a postmaster. */
export async function recoverPostmaster(home: EmbeddedHome): Promise<string[]> {
  const remarks: string[] = [];
  const file = pidFile(home);
  const pid = postmasterPid(home);
  if (pid !== null && String(pid) !== nobodysPid) {
    if (isOurPostmaster(pid, home)) return remarks;
    writeFileSync(file, readFileSync(file, "utf8").replace(/^.*$/m, nobodysPid));
    remarks.push(`postmaster.pid named process ${pid}, which is not this database: corrected.`);
  }
  const orphans = findBackends(home);
  if (orphans.length > 0) {
    await end(orphans, home);
    remarks.push(`${orphans.length} database processes had outlived their server: ended.`);
  }
  return remarks;
}

function isOurPostmaster(pid: number, home: EmbeddedHome): boolean {
  if (process.platform !== "linux") return isAlive(pid);
  const command = readOr(`/proc/${pid}/cmdline`, "");
  return command.includes("postgres") && command.includes(home.data) && !isZombie(pid);
}

/** A backend shows the cluster's name in its title, which is how it is told from other servers' backends. */
function findBackends(home: EmbeddedHome): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter(
      (pid) => readOr(`/proc/${pid}/cmdline`, "").startsWith(`postgres: ${home.clusterName}: `) && !isZombie(pid),
    );
}

async function end(pids: number[], home: EmbeddedHome): Promise<void> {
  for (const pid of pids) signal(pid, "SIGQUIT");
  const deadline = Date.now() + orphanWaitMs;
  while (findBackends(home).some((pid) => pids.includes(pid))) {
    if (Date.now() > deadline) {
      for (const pid of findBackends(home)) if (pids.includes(pid)) signal(pid, "SIGKILL");
      return;
    }
    await sleep(50);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It has ended meanwhile.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

export function isAlive(pid: number): boolean {
  if (isZombie(pid)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function isZombie(pid: number): boolean {
  return /\) Z /.test(readOr(`/proc/${pid}/stat`, ""));
}

/** The process the data folder says is serving it. */
export function postmasterPid(home: EmbeddedHome): number | null {
  const first = readOr(pidFile(home), "").split("\n")[0]?.trim() ?? "";
  return first === "" ? null : Number(first);
}

function pidFile(home: EmbeddedHome): string {
  return join(home.data, "postmaster.pid");
}

function readOr(file: string, fallback: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return fallback;
  }
}
