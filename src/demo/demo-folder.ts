import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type EmbeddedHome, prepareEmbeddedHome } from "../database/embedded-home.ts";
import { joinEmbeddedServer } from "../database/embedded-server.ts";
import { isAlive, postmasterPid } from "../database/recover-postmaster.ts";
import { Refusal } from "../refusal.ts";
import { isNewsroomOpen } from "./newsroom.ts";

/** The demo's own data: nothing of it is shared with the real one beside it. */
export function demoFolderOf(dataDir: string): string {
  return `${dataDir}-demo`;
}

/** Where the outlets were when this folder was last used; none for a new one. */
export function readOrigins(folder: string): string[] {
  const file = markOf(folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as string[]) : [];
}

export function saveOrigins(folder: string, origins: string[]): void {
  writeFileSync(markOf(folder), `${JSON.stringify(origins, null, 2)}\n`);
}

export function saveAddress(folder: string, address: string): void {
  writeFileSync(addressFileOf(folder), `${address}\n`);
}

/** One at a time: the feeds are where the newsroom is, and that is one. */
export async function refuseSecondDemo(folder: string): Promise<void> {
  // The newsroom ends with its demo: a database alone is what one that was killed has left.
  if (!(await isNewsroomOpen(readOrigins(folder))) || !hasDatabaseRunning(prepareEmbeddedHome(folder))) return;
  const file = addressFileOf(folder);
  const where = existsSync(file) ? ` on ${readFileSync(file, "utf8").trim()}` : "";
  throw new Refusal(`A demo is running already${where}, in ${folder}: look there, or stop it first (Ctrl-C).`);
}

/** With its database, wherever that lives. A folder that no demo has written, or that one is using, is left alone. */
export async function removeDemoFolder(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  if (!existsSync(markOf(folder)) && readdirSync(folder).length > 0) {
    throw new Refusal(`${folder} was not made by a demo, and is left as it is: move it away, or set DATA_DIR.`);
  }
  const home = prepareEmbeddedHome(folder);
  if (hasDatabaseRunning(home)) {
    // Left behind by a demo that was killed: whoever comes last stops it. It goes on running where somebody uses it.
    const server = await joinEmbeddedServer(folder, () => undefined);
    await server.leave();
    if (hasDatabaseRunning(home)) throw new Refusal(`A program is using ${folder}: stop it first.`);
  }
  rmSync(dirname(home.data), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

function hasDatabaseRunning(home: EmbeddedHome): boolean {
  const pid = postmasterPid(home);
  return pid !== null && isAlive(pid);
}

/** Where its pages are, or were. */
function addressFileOf(folder: string): string {
  return join(folder, "address.txt");
}

/** The file that tells a demo's folder from any other. */
function markOf(folder: string): string {
  return join(folder, "newsroom.json");
}
