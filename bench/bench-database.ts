import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import type { Connection } from "../src/database/connection.ts";
import { connectAs, embeddedConnection, makePool } from "../src/database/connection.ts";
import { joinEmbeddedServer } from "../src/database/embedded-server.ts";
import { migrate } from "../src/database/migrate.ts";
import { furnish } from "../src/database/open-database.ts";

export type BenchDatabase = { pool: pg.Pool; connection: Connection; cpuMs: () => number; close: () => Promise<void> };

const ticksPerSecond = 100;

/** A server of the benchmark's own, so that its CPU is nobody else's. */
export async function benchDatabase(connections = 8): Promise<BenchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "plainwire-bench-"));
  chmodSync(folder, 0o755);
  const server = await joinEmbeddedServer(folder, () => undefined);
  await furnish(server.socket, "bench");
  const connection = embeddedConnection(server.socket, "bench");
  const owner = await connectAs(connection, "app_owner");
  await migrate(owner);
  await owner.end();
  const pool = makePool(connection, "app_worker", connections);
  const postmaster = Number(readFileSync(join(folder, "postgres-18/data/postmaster.pid"), "utf8").split("\n")[0]);
  return {
    pool,
    connection,
    cpuMs: () => cpuOfTree(postmaster),
    close: async () => {
      await pool.end();
      await server.leave();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The postmaster, its ended children (in its own account) and its living ones. */
function cpuOfTree(postmaster: number): number {
  const living = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(statOf);
  const ticks = living.reduce((sum, stat) => {
    if (stat === null) return sum;
    if (stat.pid === postmaster) return sum + stat.own + stat.children;
    return stat.parent === postmaster ? sum + stat.own : sum;
  }, 0);
  return (ticks * 1000) / ticksPerSecond;
}

function statOf(name: string): { pid: number; parent: number; own: number; children: number } | null {
  try {
    const fields = readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1]?.split(" ").map(Number) ?? [];
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15);
    return { pid: Number(name), parent: fields[1] ?? 0, own: utime + stime, children: cutime + cstime };
  } catch {
    return null;
  }
}
