import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "../simulate/seeded-random.ts";
import type { Audited } from "./audit-chaos.ts";
import { auditChaos } from "./audit-chaos.ts";
import { findHollowValidators } from "./audit-database.ts";
import type { Finding } from "./audit-log.ts";
import { auditReading } from "./audit-reading.ts";
import { calm } from "./calm.ts";
import { addChaosFeeds } from "./chaos-feeds.ts";
import type { ChaosWorld } from "./chaos-world.ts";
import { openChaosWorld } from "./chaos-world.ts";
import { startReaders } from "./readers.ts";
import { storm, type StormPlan } from "./storm.ts";

/** With `kills`, the storm lasts until that many processes were killed with kill -9, however long it takes. */
type Options = { minutes: number; kills: number | null; seed: number; say: (sentence: string) => void };

const feedsAtFirst = 300;
const feedsPerAddition = 4;
// After the storm every feed is fetched once more; hosts allow two requests a second.
const feedsMax = 1_500;
const additionEveryMs = 2_000;
// At the end a document has at most fifteen items, fewer than a published feed shows.
const newsPerFeed = 12;
const itemsMax = 15;
// Measured on two cores: half of the faults are kills, and some find nobody to kill.
const msPerKill = 3_000;
const pauseMsMax = 3_500;
// A worker needs a second or two to start. With shorter pauses hardly one would live long enough to do any work.
const killPauseMsMax = 1_800;
const sayEveryKills = 50;

/** Starts a separate world, injects faults, lets it recover, then checks every promise. */
export async function runChaos({ minutes, kills, seed, say }: Options): Promise<Audited> {
  const stormMs = kills === null ? minutes * 60_000 : kills * msPerKill;
  // Separate generators: the numbers that readers draw must not change which fault comes next.
  const seededStorm = seededRandom(seed);
  const seededOrigin = seededRandom(seed + 1);
  const seededReading = seededRandom(seed + 2);
  const world = await openChaosWorld(seededOrigin, { publishEveryMs: stormMs / newsPerFeed, itemsMax });
  try {
    await addFeeds(world, feedsAtFirst);
    const readers = startReaders(world.webUrl, () => pick(world.feeds, seededReading)?.url ?? null);

    say("Injecting faults.");
    const plan = planStorm({ stormMs, kills, say });
    const storming = new AbortController();
    const [faults, hollow] = await Promise.all([
      storm(world.fleet, world.faults, seededStorm, plan).finally(() => storming.abort()),
      watchAndGrow(world, storming.signal),
    ]);

    say("No more faults: all work must finish now.");
    const after = await calm(world, say);
    await readers.stop();
    const reading = await auditReading(world.webUrl, world.feeds, world.origin.itemsOf);
    const badEnds = await world.fleet.stop();

    return await auditChaos(world, { faults, hollow, readers, reading, badEnds, calm: after });
  } finally {
    await world.close();
  }
}

function planStorm({ stormMs, kills, say }: { stormMs: number } & Pick<Options, "kills" | "say">): StormPlan {
  const untilMs = performance.now() + stormMs;
  if (kills === null) return { isOver: () => performance.now() >= untilMs, pauseMsMax };
  let sayAt = sayEveryKills;
  const isOver = (killed: number) => {
    if (killed >= sayAt) say(`${killed} killed with kill -9.`);
    if (killed >= sayAt) sayAt += sayEveryKills;
    return killed >= kills;
  };
  return { isOver, pauseMsMax: killPauseMsMax };
}

/** Adds feeds from time to time and checks the validators; skips both while the database is down. */
async function watchAndGrow(world: ChaosWorld, over: AbortSignal): Promise<Finding> {
  const hollow: Finding = {
    promise: "no validator is stored without its items, at any moment",
    checked: 0,
    broken: [],
  };
  while (!over.aborted) {
    await sleep(additionEveryMs);
    try {
      if (world.feeds.length < feedsMax) await addFeeds(world, feedsPerAddition);
      hollow.broken.push(...(await findHollowValidators(world.pool)));
      hollow.checked += 1;
    } catch {
      continue;
    }
  }
  return hollow;
}

async function addFeeds({ pool, feeds, origin }: ChaosWorld, count: number): Promise<void> {
  const keys = Array.from({ length: count }, (_, n) => feeds.length + n);
  feeds.push(...(await addChaosFeeds(pool, keys, origin.url)));
}

function pick<One>(all: One[], random: () => number): One | undefined {
  return all[Math.floor(random() * all.length)];
}
