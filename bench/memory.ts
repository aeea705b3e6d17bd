import { benchDatabase } from "./bench-database.ts";
import { benchOrigin } from "./bench-origin.ts";
import type { Benchmark, Size } from "./benchmark.ts";
import { residentMbOf } from "./cpu.ts";
import type { Figure } from "./figure.ts";
import { startPlainwire } from "./run-plainwire.ts";
import { median } from "./statistics.ts";
import { workerRounds, workerSettings } from "./worker-rounds.ts";

const sizes = { full: { feeds: 10_000, rounds: 10 }, quick: { feeds: 2000, rounds: 3 } };
const feedsAtOnce = 256;
const sampleMs = 50;

export const memory: Benchmark = {
  name: "memory",
  setting: `RSS of one \`plainwire worker\` with FETCHER_WORKERS=${feedsAtOnce} that polls 10,000 feeds ten times. Every body is different, 62 KB, and has no new items. The first poll, which stores one item of each feed, does not count. RSS from /proc, every ${sampleMs} ms.`,
  run,
};

async function run(size: Size): Promise<Figure[]> {
  const { feeds, rounds } = sizes[size];
  const database = await benchDatabase();
  const origin = await benchOrigin();
  const settings = { ...database.environment, ...workerSettings, FETCHER_WORKERS: String(feedsAtOnce) };
  const worker = await startPlainwire("worker", settings);
  try {
    const { pollAll } = await workerRounds(database, origin, feeds);
    await pollAll("nothing-new");
    const peaksMb: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      peaksMb.push(await peakMbDuring(worker.pid, () => pollAll("nothing-new")));
    }
    return figuresOf(peaksMb);
  } finally {
    await worker.stop();
    origin.close();
    await database.close();
  }
}

async function peakMbDuring(pid: number, work: () => Promise<void>): Promise<number> {
  let peakMb = 0;
  const sampling = setInterval(() => (peakMb = Math.max(peakMb, residentMbOf(pid))), sampleMs);
  await work().finally(() => clearInterval(sampling));
  return peakMb;
}

function figuresOf(peaksMb: number[]): Figure[] {
  const third = Math.ceil(peaksMb.length / 3);
  const growth = median(peaksMb.slice(-third)) / median(peaksMb.slice(0, third));
  const how = `of ${peaksMb.length} rounds`;
  return [
    { name: "RSS, highest", value: Math.max(...peaksMb), unit: "MB", aim: { atMost: 400 }, how: `highest ${how}` },
    { name: "RSS, typical", value: median(peaksMb), unit: "MB", aim: null, how: `median of the peaks ${how}` },
    {
      name: "RSS, last rounds compared with the first",
      value: growth,
      unit: "×",
      aim: { atMost: 1.1 },
      how: `median of the last ${third} peaks over that of the first ${third}`,
    },
  ];
}
