import { rmSync } from "node:fs";
import { benchFolder } from "./bench-database.ts";
import type { Benchmark, Size } from "./benchmark.ts";
import { cpuMsWithEnded } from "./cpu.ts";
import type { Figure } from "./figure.ts";
import { startPlainwire } from "./run-plainwire.ts";
import { median } from "./statistics.ts";

const rounds = { full: 5, quick: 1 };

export const startUp: Benchmark = {
  name: "start-up",
  setting:
    "From the command `bin/plainwire start` to its line “ready”: with an empty folder (initdb, migrations), and in the same folder again. CPU is that of the process plus the programs it ran to completion (initdb), from /proc.",
  run,
};

async function run(size: Size): Promise<Figure[]> {
  const first: Start[] = [];
  const later: Start[] = [];
  for (let round = 0; round < rounds[size]; round += 1) {
    const folder = benchFolder();
    first.push(await startOnce(folder));
    later.push(await startOnce(folder));
    rmSync(folder, { recursive: true, force: true });
  }
  return [...figuresOf("first start", first, 3_000), ...figuresOf("later start", later, 1_500)];
}

type Start = { wallMs: number; cpuMs: number };

async function startOnce(folder: string): Promise<Start> {
  const beganMs = performance.now();
  const { pid, stop } = await startPlainwire("start", { DATA_DIR: folder });
  const start = { wallMs: performance.now() - beganMs, cpuMs: cpuMsWithEnded(pid) };
  await stop();
  return start;
}

function figuresOf(name: string, starts: Start[], atMost: number): Figure[] {
  const how = `median of ${starts.length}`;
  return [
    { name: `${name}, wall`, value: median(starts.map(({ wallMs }) => wallMs)), unit: "ms", aim: { atMost }, how },
    { name: `${name}, CPU`, value: median(starts.map(({ cpuMs }) => cpuMs)), unit: "ms", aim: null, how },
  ];
}
