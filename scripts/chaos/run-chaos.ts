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
import { storm } from "./storm.ts";

type Options = { minutes: number; seed: number; say: (sentence: string) => void };

const feedsAtFirst = 300;
const feedsPerAddition = 4;
const additionEveryMs = 2_000;
// At the end a document has fifteen items, fewer than a published feed shows.
const newsPerFeed = 12;

/** Starts a separate world, injects faults, lets it recover, then checks every promise. */
export async function runChaos({ minutes, seed, say }: Options): Promise<Audited> {
  const stormMs = minutes * 60_000;
  // Separate generators: the numbers that readers draw must not change which fault comes next.
  const seededStorm = seededRandom(seed);
  const seededOrigin = seededRandom(seed + 1);
  const seededReading = seededRandom(seed + 2);
  const world = await openChaosWorld(seededOrigin, stormMs / newsPerFeed);
  try {
    await addFeeds(world, feedsAtFirst);
    const readers = startReaders(world.webUrl, () => pick(world.feeds, seededReading)?.url ?? null);

    say("Injecting faults.");
    const untilMs = performance.now() + stormMs;
    const [faults, hollow] = await Promise.all([
      storm(world.fleet, world.faults, seededStorm, untilMs),
      watchAndGrow(world, untilMs),
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

/** Adds feeds from time to time and checks the validators; skips both while the database is down. */
async function watchAndGrow(world: ChaosWorld, untilMs: number): Promise<Finding> {
  const hollow: Finding = {
    promise: "no validator is stored without its items, at any moment",
    checked: 0,
    broken: [],
  };
  while (performance.now() < untilMs) {
    await sleep(additionEveryMs);
    try {
      await addFeeds(world, feedsPerAddition);
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
