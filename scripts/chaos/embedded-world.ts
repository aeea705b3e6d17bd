import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { joinEmbeddedServer } from "../../src/database/embedded-server.ts";

export type EmbeddedWorld = { folder: string; socket: string; dataFolder: string; close: () => Promise<void> };

/** An embedded server in a folder of its own, that goes with it. */
export async function openEmbeddedWorld(): Promise<EmbeddedWorld> {
  const folder = mkdtempSync(join(tmpdir(), "plainwire-world-"));
  // As root the server runs as `postgres`, who must be able to enter.
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

/** One that stays the same over all restarts of a web process. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
