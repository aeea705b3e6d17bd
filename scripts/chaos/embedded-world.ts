import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { joinEmbeddedServer } from "../../src/database/embedded-server.ts";

export type EmbeddedWorld = { folder: string; socket: string; dataFolder: string; close: () => Promise<void> };

/** An embedded server in its own folder, which is removed with it. */
export async function openEmbeddedWorld(): Promise<EmbeddedWorld> {
  const folder = mkdtempSync(join(tmpdir(), "plainwire-world-"));
  // As root the server runs as `postgres`, which must be able to enter the folder.
  chmodSync(folder, 0o755);
  const server = await joinEmbeddedServer(folder, () => undefined);
  return {
    folder,
    socket: server.socket,
    dataFolder: join(folder, "postgres-18/data"),
    close: async () => {
      await server.leave();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
