import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { addFeeds } from "../src/feeds/add-feeds-store.ts";
import { prepareEmbeddedHome } from "../src/database/embedded-home.ts";
import { postmasterPid } from "../src/database/recover-postmaster.ts";
import { type BenchDatabase, benchDatabase } from "./bench-database.ts";
import { feedUrl } from "./bench-origin.ts";
import type { Benchmark, Size } from "./benchmark.ts";
import { residentMbOf } from "./cpu.ts";
import { entriesPerDocument } from "./feed-documents.ts";
import type { Figure } from "./figure.ts";
import { lifeOrigin } from "./life-origin.ts";
import { startPlainwire } from "./run-plainwire.ts";

const sizes = { full: { feeds: 100, idleMs: 45_000 }, quick: { feeds: 10, idleMs: 2_000 } };
const sampleMs = 50;
const workMsMax = 240_000;

export const footprint: Benchmark = {
  name: "footprint",
  setting: `RSS of one \`plainwire start\` as on a laptop, with 100 feeds of ${entriesPerDocument} items of 2 KB: when it is ready, while all are fetched, analysed and indexed for the first time, and 45 s later. RSS counts some 60 MB of the program's own file, which every Node process on the machine shares. PostgreSQL's memory is its proportional share (PSS), shared buffers included.`,
  run,
};

async function run(size: Size): Promise<Figure[]> {
  const { feeds, idleMs } = sizes[size];
  const database = await benchDatabase();
  const origin = await lifeOrigin();
  await origin.publish({ atMs: Date.now(), newItems: 0, answers: "another" });
  const program = await startPlainwire("start", { ...database.environment, FETCHER_DOMAIN_DELAY: "0" });
  try {
    await sleep(idleMs / 5);
    const readyMb = residentMbOf(program.pid);
    let peakMb = 0;
    const sampling = setInterval(() => (peakMb = Math.max(peakMb, residentMbOf(program.pid))), sampleMs);
    await workThrough(database, feeds, origin.port).finally(() => clearInterval(sampling));
    await sleep(idleMs);
    const how = "from /proc";
    return [
      { name: "RSS, ready", value: readyMb, unit: "MB", aim: { atMost: 120 }, how },
      { name: "RSS, at work", value: peakMb, unit: "MB", aim: { atMost: 220 }, how: `highest, every ${sampleMs} ms` },
      { name: "RSS, idle after work", value: residentMbOf(program.pid), unit: "MB", aim: { atMost: 120 }, how },
      {
        name: "PostgreSQL after work",
        value: databaseMb(database),
        unit: "MB",
        aim: null,
        how: "PSS of its processes",
      },
    ];
  } finally {
    await program.stop();
    origin.close();
    await database.close();
  }
}

async function workThrough({ pool }: BenchDatabase, feeds: number, port: number): Promise<void> {
  const feed = { enabled: true, polling: true, enforceFeedDomain: false };
  const urls = Array.from({ length: feeds }, (_, n) => ({ url: feedUrl(n, port), ...feed }));
  await addFeeds(pool, urls, 4, new Date());
  const deadlineMs = performance.now() + workMsMax;
  for (;;) {
    const { rows } = await pool.query<{ indexed: number }>("select count(*)::int as indexed from item_index");
    if (rows[0]?.indexed === feeds * entriesPerDocument) return;
    if (performance.now() > deadlineMs) throw new Error(`only ${rows[0]?.indexed} items were indexed in time`);
    await sleep(100);
  }
}

function databaseMb({ environment }: BenchDatabase): number {
  const postmaster = postmasterPid(prepareEmbeddedHome(environment["DATA_DIR"] ?? "")) ?? 0;
  const isOwn = (pid: string) => pid === String(postmaster) || parentOf(pid) === postmaster;
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && isOwn(name));
  return pids.reduce((sum, pid) => sum + proportionalMbOf(pid), 0);
}

function parentOf(pid: string): number {
  const file = `/proc/${pid}/status`;
  return existsSync(file) ? Number(/^PPid:\s+(\d+)/m.exec(readFileSync(file, "utf8"))?.[1]) : 0;
}

function proportionalMbOf(pid: string): number {
  const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8")) ?? [];
  return Number(kilobytes) / 1_024;
}
