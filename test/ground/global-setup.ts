import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { joinEmbeddedServer } from "../../src/database/embedded-server.ts";
import type { EmbeddedServer } from "../../src/database/embedded-server.ts";
import { superuser } from "../../src/database/connection.ts";
import { copyCluster, prepareCluster } from "./prepared-cluster.ts";
import { type SharedBrowser, shareBrowser } from "./shared-browser.ts";
import { makeTemplate } from "./test-database.ts";

let folder: string | undefined;
let server: EmbeddedServer | undefined;
let browser: SharedBrowser | undefined;

/**
 * One embedded server for the whole run; every test file clones the migrated template (test-database.ts). Tests that start a
 * server of their own get a copy of the cluster as it was before this one started (prepared-cluster.ts).
 */
export async function globalSetup(): Promise<void> {
  // As in bin/plainwire. Without it each of two hundred test files would strip and compile the same sources again.
  process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "../../node_modules/.cache/plainwire");
  folder = await mkdtemp(join(tmpdir(), "plainwire-test-"));
  // As root the server runs as `postgres`, which must be able to enter the folder.
  await chmod(folder, 0o755);
  const prepared = join(folder, "prepared");
  await prepareCluster(prepared);
  await copyCluster(prepared, folder);
  process.env["PLAINWIRE_TEST_CLUSTER"] = prepared;
  server = await joinEmbeddedServer(folder, () => undefined);
  await skipDurability(server.socket);
  await makeTemplate(server.socket);
  process.env["PLAINWIRE_TEST_SOCKET"] = server.socket;
  browser = await shareBrowser();
  process.env["PLAINWIRE_TEST_BROWSER"] = browser.url;
}

export async function globalTeardown(): Promise<void> {
  await browser?.close();
  await server?.leave();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}

// Nothing here has to survive a power cut, so durability is off: cloning a database takes 85 ms instead of 340. The
// longer naptime is for autovacuum, which visits every database in each naptime, and there are two hundred.
const settings = { fsync: "off", full_page_writes: "off", autovacuum_naptime: "5min" };

async function skipDurability(socket: string): Promise<void> {
  const client = new pg.Client({ host: socket, user: superuser, database: "postgres" });
  await client.connect();
  for (const [name, value] of Object.entries(settings)) await client.query(`alter system set ${name} = '${value}'`);
  await client.query("select pg_reload_conf()");
  await client.end();
}
