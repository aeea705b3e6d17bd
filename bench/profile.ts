import { Session } from "node:inspector/promises";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { benchDatabase } from "./bench-database.ts";
import { benchOrigin, type OriginMode } from "./bench-origin.ts";
import type { Benchmark, Size } from "./benchmark.ts";
import type { Figure } from "./figure.ts";
import { benchPipeline } from "./poll-pipeline.ts";

const sizes = { full: { feeds: 1_000, warmUp: 2, polls: 3 }, quick: { feeds: 150, warmUp: 1, polls: 1 } };
const shown = 10;
const modes: OriginMode[] = ["304", "nothing-new", "30-new"];

export const profile: Benchmark = {
  name: "profile",
  setting:
    "Where the pipeline of `poll` spends its CPU: V8's profiler over three polls of 1,000 feeds of each kind. The table shows the ten functions with the largest share of the non-idle samples. Native code that belongs to no function, including system calls, is (program).",
  run,
};

async function run(size: Size): Promise<Figure[]> {
  const { feeds, warmUp, polls } = sizes[size];
  const database = await benchDatabase();
  const origin = await benchOrigin();
  const pipeline = await benchPipeline(database, { feeds, port: origin.port });
  const session = new Session();
  session.connect();
  try {
    const pollTimes = async (mode: OriginMode, times: number) => {
      for (let poll = 0; poll < times; poll += 1) {
        await origin.mode(mode);
        await pipeline.pollAll();
      }
    };
    await session.post("Profiler.enable");
    await pollTimes("nothing-new", warmUp);
    const figures: Figure[] = [];
    for (const mode of modes) {
      await pollTimes(mode, warmUp);
      await session.post("Profiler.start");
      await pollTimes(mode, polls);
      const { profile: recorded } = await session.post("Profiler.stop");
      figures.push(...topOf(`poll-${mode}`, recorded));
    }
    return figures;
  } finally {
    session.disconnect();
    pipeline.stop();
    origin.close();
    await database.close();
  }
}

type Node = { id: number; callFrame: { functionName: string; url: string; lineNumber: number } };
type Recorded = { nodes: Node[]; samples?: number[] | undefined; timeDeltas?: number[] | undefined };

function topOf(name: string, { nodes, samples = [], timeDeltas = [] }: Recorded): Figure[] {
  const placeOf = new Map(nodes.map((node) => [node.id, placeName(node)]));
  const selfUs = new Map<string, number>();
  for (const [at, id] of samples.entries()) {
    const place = placeOf.get(id) ?? "?";
    if (!isOutside.test(place)) selfUs.set(place, (selfUs.get(place) ?? 0) + (timeDeltas[at] ?? 0));
  }
  const busyUs = selfUs.values().reduce((sum, us) => sum + us, 0);
  return [...selfUs]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, shown)
    .map(([place, us], at) => ({
      name: `${name}, ${at + 1}. ${place}`,
      value: (us * 100) / busyUs,
      unit: "%",
      aim: null,
      how: "self time",
    }));
}

/** Idle time, and the start of the profiler itself. */
const isOutside = /^\(idle\)$|node:inspector/;

const root = resolve(import.meta.dirname, "..");

function placeName({ callFrame: { functionName, url } }: Node): string {
  if (url === "") return functionName || "(native)";
  const file = url.startsWith("file:") ? relative(root, fileURLToPath(url)).replace("node_modules/", "") : url;
  return `${functionName || "(anonymous)"} in ${file}`;
}
