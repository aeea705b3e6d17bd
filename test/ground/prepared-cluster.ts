import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { connectAs, embeddedConnection } from "../../src/database/connection.ts";
import { joinEmbeddedServer } from "../../src/database/embedded-server.ts";
import { migrate } from "../../src/database/migrate.ts";
import { createEmbeddedDatabase } from "../../src/database/open-database.ts";
import { temporaryFolder } from "./plainwire-process.ts";

const copy = promisify(execFile);

/** Sets up the database of a DATA_DIR as the first start does: a new cluster, the roles, the migrated schema. */
export async function prepareCluster(dataDir: string): Promise<void> {
  const server = await joinEmbeddedServer(dataDir, () => undefined);
  await createEmbeddedDatabase(server.socket, "plainwire");
  const client = await connectAs(embeddedConnection(server.socket), "app_owner");
  await migrate(client);
  await client.end();
  await server.leave();
}

/** Copies the database of a stopped DATA_DIR. By cp, because Node's own copy gives the files to us and not to the server's user. */
export async function copyCluster(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await copy("cp", ["-a", join(from, "postgres-18"), to]);
}

/**
 * A DATA_DIR whose database has been set up, removed with the test file. It is a copy of the one that the global setup
 * made: initdb and the migrations take seconds of CPU, a copy less than half of one. Tests of the first start use an empty folder.
 */
export async function preparedDataDir(name = ""): Promise<string> {
  const prepared = process.env["PLAINWIRE_TEST_CLUSTER"];
  if (prepared === undefined) throw new Error("Run tests with 'npm test': its global setup prepares the cluster.");
  const folder = join(await temporaryFolder(), name);
  await copyCluster(prepared, folder);
  return folder;
}
