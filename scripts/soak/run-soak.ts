import { setTimeout as sleep } from "node:timers/promises";
import { countLeftovers } from "../chaos/audit-database.ts";
import { addChaosFeeds, kindOf } from "../chaos/chaos-feeds.ts";
import { makeAllDue } from "../chaos/make-all-due.ts";
import type { Sample } from "./judge-growth.ts";
import { measureDatabase } from "./measure-database.ts";
import { measureProcess } from "./measure-process.ts";
import { startSoakReaders } from "./soak-readers.ts";
import type { SoakWorld } from "./soak-world.ts";
import { openSoakWorld } from "./soak-world.ts";

type Options = { minutes: number; say: (sentence: string) => void };
export type Soaked = { samples: Sample[]; requests: number; statuses: Map<number, number> };

const feeds = 60;
const dueEveryMs = 1_000;
const samplesWanted = 30;
const importMsMax = 10 * 60_000;
// Time for statements to be planned again a few times, and for buffers and compiled code to reach their size.
const settleMs = 30_000;

/** Runs a steady load for this long and measures it after a warm-up. */
export async function runSoak({ minutes, say }: Options): Promise<Soaked> {
  const world = await openSoakWorld();
  try {
    // Of the chaos feeds, only those that neither move nor are traps.
    const keys = Array.from({ length: feeds }, (_, n) => n).filter((key) => kindOf(key) === "plain");
    const added = await addChaosFeeds(world.pool, keys, world.origin.url);
    say("Warming up: the first import.");
    await importAll(world);
    const load = startLoad(
      world,
      added.map(({ id }) => id),
    );
    const readers = startSoakReaders(
      world.webUrl,
      added.map(({ url }) => url),
      world.cookie,
    );
    await sleep(settleMs);
    say(`Measuring for ${minutes} minutes.`);
    const before = world.origin.log.length;
    const samples = await takeSamples(world, minutes * 60_000);
    const requests = world.origin.log.length - before;
    await Promise.all([load.stop(), readers.stop()]);
    return { samples, requests, statuses: readers.statuses };
  } finally {
    await world.close();
  }
}

async function importAll({ pool }: SoakWorld): Promise<void> {
  const deadline = performance.now() + importMsMax;
  for (;;) {
    const left = await countLeftovers(pool);
    if (left["feeds due"] === 0 && left["items not analysed"] === 0) return;
    if (performance.now() > deadline) throw new Error(`The first import did not end: ${JSON.stringify(left)}`);
    await sleep(500);
  }
}

function startLoad({ pool }: SoakWorld, feedIds: string[]): { stop: () => Promise<void> } {
  let stopping = false;
  const asking = (async () => {
    while (!stopping) {
      await makeAllDue(pool, feedIds);
      await sleep(dueEveryMs);
    }
  })();
  return {
    stop: async () => {
      stopping = true;
      await asking;
    },
  };
}

async function takeSamples({ worker, web, admin }: SoakWorld, forMs: number): Promise<Sample[]> {
  const lookAtDatabase = measureDatabase(admin);
  await lookAtDatabase();
  const samples: Sample[] = [];
  for (let taken = 0; taken < samplesWanted; taken += 1) {
    await sleep(forMs / samplesWanted);
    samples.push({ ...(await measureProcess(worker)), ...(await measureProcess(web)), ...(await lookAtDatabase()) });
  }
  return samples;
}
