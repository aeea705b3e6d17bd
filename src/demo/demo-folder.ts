import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type EmbeddedHome, prepareEmbeddedHome } from "../database/embedded-home.ts";
import { joinEmbeddedServer } from "../database/embedded-server.ts";
import { isAlive, postmasterPid } from "../database/recover-postmaster.ts";
import { Refusal } from "../refusal.ts";
import { parseJson } from "../text/parse-json.ts";
import { isNewsroomOpen } from "./newsroom.ts";

/** The demo has its own data folder, next to the real one and separate from it. */
export function demoFolderOf(dataDir: string): string {
  return `${dataDir}-demo`;
}

/** The outlets' addresses when this folder was last used; empty for a new one, and after a kill while they were written. */
export function readOrigins(folder: string): string[] {
  const file = markOf(folder);
  const origins = existsSync(file) ? parseJson(readFileSync(file, "utf8")) : [];
  return Array.isArray(origins) ? origins.filter((origin) => typeof origin === "string" && URL.canParse(origin)) : [];
}

export function saveOrigins(folder: string, origins: string[]): void {
  writeFileSync(markOf(folder), `${JSON.stringify(origins, null, 2)}\n`);
}

export function saveAddress(folder: string, address: string): void {
  writeFileSync(addressFileOf(folder), `${address}\n`);
}

/** Only one demo at a time: the stored feeds point to the addresses of one newsroom. */
export async function refuseSecondDemo(folder: string): Promise<void> {
  // The newsroom ends with its demo. If only the database runs, the demo was killed.
  if (!(await isNewsroomOpen(readOrigins(folder))) || !hasDatabaseRunning(prepareEmbeddedHome(folder))) return;
  const file = addressFileOf(folder);
  const where = existsSync(file) ? ` on ${readFileSync(file, "utf8").trim()}` : "";
  throw new Refusal(`A demo is already running${where}, in ${folder}. Use that one, or stop it first (Ctrl-C).`);
}

/** Removes the folder and its database. Refuses a folder that no demo created or that is in use. */
export async function removeDemoFolder(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  if (!existsSync(markOf(folder)) && readdirSync(folder).length > 0) {
    throw new Refusal(`${folder} was not created by a demo, so it was not removed. Move it away, or set DATA_DIR.`);
  }
  const home = prepareEmbeddedHome(folder);
  if (hasDatabaseRunning(home)) {
    // A killed demo left its database running. Joining and leaving stops it, unless another program still uses it.
    const server = await joinEmbeddedServer(folder, () => undefined);
    await server.leave();
    if (hasDatabaseRunning(home)) throw new Refusal(`Another program is using ${folder}. Stop it first.`);
  }
  rmSync(dirname(home.data), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

function hasDatabaseRunning(home: EmbeddedHome): boolean {
  const pid = postmasterPid(home);
  return pid !== null && isAlive(pid);
}

/** Holds the address of its pages. */
function addressFileOf(folder: string): string {
  return join(folder, "address.txt");
}

/** The file that marks a folder as a demo's. */
function markOf(folder: string): string {
  return join(folder, "newsroom.json");
}
