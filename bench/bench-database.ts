import { appendFileSync, chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import type pg from "pg";
import type { Parts } from "../src/assemble.ts";
import { assemble } from "../src/assemble.ts";
import { prepareEmbeddedHome } from "../src/database/embedded-home.ts";
import { prepareCluster } from "../src/database/prepare-cluster.ts";
import { postmasterPid } from "../src/database/recover-postmaster.ts";
import { loadConfig } from "../src/load-config.ts";
import { cpuMsOfServer } from "./cpu.ts";

export type BenchDatabase = {
  /** The parts of a real process; its log is written and discarded. */
  parts: Parts;
  pool: pg.Pool;
  /** Settings that make other processes use the same database, and allow feeds on loopback. */
  environment: Record<string, string>;
  /** CPU of the whole server. */
  cpuMs: () => number;
  close: () => Promise<void>;
};

/** The benchmark has its own database server, so nothing else adds to its CPU. `settings`: more lines for postgresql.conf. */
export async function benchDatabase(settings: string[] = []): Promise<BenchDatabase> {
  const folder = benchFolder();
  const home = prepareEmbeddedHome(folder);
  if (settings.length > 0) {
    await prepareCluster(home);
    appendFileSync(join(home.data, "postgresql.conf"), `${settings.join("\n")}\n`);
  }
  const environment = { DATA_DIR: folder, FETCH_ALLOW_NETWORKS: "127.0.0.0/8" };
  const log = pino({ level: "info" }, { write: () => undefined });
  const parts = await assemble(loadConfig(environment, {}).config, log);
  const postmaster = postmasterPid(home) ?? 0;
  return {
    parts,
    pool: parts.db.worker,
    environment,
    cpuMs: () => cpuMsOfServer(postmaster),
    close: async () => {
      await Promise.all([parts.client.close(), parts.trusted.close()]);
      await parts.db.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The user that the database runs as can enter it. */
export function benchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "data-"));
  chmodSync(folder, 0o755);
  return folder;
}
