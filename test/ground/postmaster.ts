import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

// No process has it. Not 0, because a signal to 0 goes to our own process group.
const nobody = 2_147_483_647;

/** The pid of the embedded server of a DATA_DIR. */
export function postmasterOf(dataDir: string): number {
  const file = join(dataDir, "postgres-18/data/postmaster.pid");
  return existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) : nobody;
}

export function isAlive(pid: number): boolean {
  try {
    // A killed child of a dead parent may linger as a zombie where no init reaps it.
    return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
  } catch {
    return false;
  }
}
