import { benchDatabase, type BenchDatabase } from "./bench-database.ts";
import { benchOrigin } from "./bench-origin.ts";
import type { Benchmark, Size } from "./benchmark.ts";
import { cpuMsOf } from "./cpu.ts";
import type { Figure } from "./figure.ts";
import { inRounds } from "./rounds.ts";
import { startPlainwire } from "./run-plainwire.ts";
import { median } from "./statistics.ts";
import { type WorkerRounds, workerRounds, workerSettings } from "./worker-rounds.ts";

const sizes = { full: { feeds: 1_500, rounds: 3, polls: 2 }, quick: { feeds: 200, rounds: 1, polls: 1 } };
const feedsAtOnce = 64;

export const scale: Benchmark = {
  name: "scale",
  setting: `1, 2 and 4 \`plainwire worker\` processes with FETCHER_WORKERS=${feedsAtOnce} on one database take turns polling 1,500 feeds whose servers answer 304. A new process first polls as many feeds as the others, uncounted. CPU of all workers and of PostgreSQL, from /proc.`,
  run,
};

type Polled = { cpuUs: number; perSecond: number };

async function run(size: Size): Promise<Figure[]> {
  const { feeds, rounds, polls } = sizes[size];
  const database = await benchDatabase();
  const origin = await benchOrigin();
  try {
    const workers = await workerRounds(database, origin, feeds);
    const by = (processes: number) => () => pollBy(processes, { database, workers, feeds, polls });
    const { one, two, four } = await inRounds(rounds, { one: by(1), two: by(2), four: by(4) });
    return [
      ...figuresOf("1 process", one, one),
      ...figuresOf("2 processes", two, one),
      ...figuresOf("4 processes", four, one),
    ];
  } finally {
    origin.close();
    await database.close();
  }
}

type World = { database: BenchDatabase; workers: WorkerRounds; feeds: number; polls: number };

async function pollBy(processes: number, { database, workers, feeds, polls }: World): Promise<Polled> {
  const settings = { ...database.environment, ...workerSettings, FETCHER_WORKERS: String(feedsAtOnce) };
  const started = await Promise.all(Array.from({ length: processes }, () => startPlainwire("worker", settings)));
  try {
    const cpuMs = () => started.reduce((sum, { pid }) => sum + cpuMsOf(pid), database.cpuMs());
    for (let poll = 0; poll < processes; poll += 1) await workers.pollAll("304");
    const [beganCpuMs, beganMs] = [cpuMs(), performance.now()];
    for (let poll = 0; poll < polls; poll += 1) await workers.pollAll("304");
    const polled = feeds * polls;
    return {
      cpuUs: ((cpuMs() - beganCpuMs) * 1_000) / polled,
      perSecond: (polled * 1_000) / (performance.now() - beganMs),
    };
  } finally {
    await Promise.all(started.map(({ stop }) => stop()));
  }
}

function figuresOf(name: string, polled: Polled[], one: Polled[]): Figure[] {
  const how = `median of ${polled.length} rounds`;
  const ratio = median(polled.map(({ cpuUs }, round) => cpuUs / (one[round]?.cpuUs ?? cpuUs)));
  return [
    { name: `${name}, CPU`, value: median(polled.map(({ cpuUs }) => cpuUs)), unit: "µs per feed", aim: null, how },
    ...(polled === one
      ? []
      : [{ name: `${name}, CPU against one`, value: ratio, unit: "×", aim: { atMost: 1.2 }, how } satisfies Figure]),
    {
      name: `${name}, rate`,
      value: median(polled.map(({ perSecond }) => perSecond)),
      unit: "feeds/s",
      aim: null,
      how: `${how}, wall clock; the origin shares the machine`,
    },
  ];
}
