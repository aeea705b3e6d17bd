import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Figure } from "./figure.ts";
import { median } from "./figure.ts";

const program = resolve(import.meta.dirname, "../bin/plainwire");
const rounds = 5;
const ticksPerSecond = 100;

/** From the command to a server that is ready: with an empty folder (initdb, migrations), and later. */
export async function startUp(): Promise<Figure[]> {
  const first: Start[] = [];
  const later: Start[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const folder = mkdtempSync(join(tmpdir(), "plainwire-bench-"));
    chmodSync(folder, 0o755);
    first.push(await startOnce(folder));
    later.push(await startOnce(folder));
    rmSync(folder, { recursive: true, force: true });
  }
  return [...figures("first start (initdb, migrations)", first, 3_000), ...figures("later start", later, 1_500)];
}

type Start = { wallMs: number; cpuMs: number };

function figures(name: string, starts: Start[], reachMs: number): Figure[] {
  return [
    { name: `${name}, wall`, value: median(starts.map(({ wallMs }) => wallMs)), unit: "ms", reach: `≤ ${reachMs}` },
    {
      name: `${name}, CPU of the process and what it ran`,
      value: median(starts.map(({ cpuMs }) => cpuMs)),
      unit: "ms",
      reach: "",
    },
  ];
}

async function startOnce(folder: string): Promise<Start> {
  const began = performance.now();
  const child = spawn(program, ["start"], {
    env: { PATH: process.env["PATH"], DATA_DIR: folder, PORT: "0", LOG_FORMAT: "json" },
  });
  await new Promise<void>((ready, fail) => {
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += String(chunk);
      if (text.includes('"msg":"ready"')) ready();
    });
    child.once("exit", () => fail(new Error(`ended before it was ready:\n${text}`)));
  });
  const wallMs = performance.now() - began;
  const cpuMs = cpuOf(child.pid ?? 0);
  child.removeAllListeners("exit");
  const ended = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  await ended;
  return { wallMs, cpuMs };
}

/** utime, stime and those of its ended children (initdb), from /proc/pid/stat. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return (ticks * 1000) / ticksPerSecond;
}
