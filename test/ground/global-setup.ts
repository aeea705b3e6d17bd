import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { joinEmbeddedServer } from "../../src/database/embedded-server.ts";
import type { EmbeddedServer } from "../../src/database/embedded-server.ts";
import { makeTemplate } from "./test-database.ts";

let folder: string | undefined;
let server: EmbeddedServer | undefined;

/** One embedded server for the whole run; every test file clones the migrated template (test-database.ts). */
export async function globalSetup(): Promise<void> {
  // As bin/plainwire does: each of two hundred test files would strip and compile the same sources again.
  process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "../../node_modules/.cache/plainwire");
  folder = await mkdtemp(join(tmpdir(), "plainwire-test-"));
  // As root the server runs as `postgres`, who must be able to enter.
  await chmod(folder, 0o755);
  server = await joinEmbeddedServer(folder, () => undefined);
  await makeTemplate(server.socket);
  process.env["PLAINWIRE_TEST_SOCKET"] = server.socket;
}

export async function globalTeardown(): Promise<void> {
  await server?.leave();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}
