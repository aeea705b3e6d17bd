import { setTimeout as sleep } from "node:timers/promises";
import { listDeadLetters, replayDeadLetters } from "../../src/feeds/dead-letter-store.ts";
import { isDatabaseUnavailable } from "../../src/database/unavailable.ts";
import { countLeftovers } from "./audit-database.ts";
import type { ChaosWorld } from "./chaos-world.ts";
import { makeAllDue } from "./make-all-due.ts";

/** `leftovers` is what was still to do when patience ended; `requestsBefore` is where the storm's requests end in the log. */
export type Calm = { requestsBefore: number; buried: number; leftovers: Record<string, number> };

// The longest that anything is held after a crash: five minutes for an item's page (start-analysis.ts), and some.
const patienceMs = 8 * 60_000;
const lookEveryMs = 500;
const sayEveryMs = 20_000;
const buriedMax = 10_000;

/**
 * What an operator does after a storm: everything is up again, what was buried is dug out, and every feed is asked once more
 * without waiting for its time. Then all work must end by itself.
 */
export async function calm(world: ChaosWorld, say: Say): Promise<Calm> {
  world.origin.calmDown();
  await world.fleet.whole();
  await settle(world, say, ["feeds held", "lanes held"]);
  const requestsBefore = world.origin.log.length;
  const buried = await digOut(world);
  await makeAllDue(
    world.pool,
    world.feeds.filter(({ kind }) => kind !== "trap").map(({ id }) => id),
  );
  return { requestsBefore, buried, leftovers: await settle(world, say) };
}

async function digOut({ pool }: ChaosWorld): Promise<number> {
  const letters = await listDeadLetters(pool, buriedMax);
  const ids = letters.map(({ id }) => id);
  return replayDeadLetters(pool, ids, new Date());
}

/** A database that was killed last thing in the storm is still reading its log. */
async function countWhenUp(pool: ChaosWorld["pool"], deadline: number): Promise<Record<string, number>> {
  for (;;) {
    try {
      return await countLeftovers(pool);
    } catch (error) {
      if (!isDatabaseUnavailable(error) || performance.now() > deadline) throw error;
      await sleep(lookEveryMs);
    }
  }
}

type Say = (sentence: string) => void;

/** Waits until nothing of these is left, or patience ends. Returns what is left. */
async function settle({ pool }: ChaosWorld, say: Say, names?: string[]): Promise<Record<string, number>> {
  const deadline = performance.now() + patienceMs;
  let sayAt = performance.now() + sayEveryMs;
  for (;;) {
    const all = await countWhenUp(pool, deadline);
    const left = Object.entries(all).filter(([name, count]) => count > 0 && (names?.includes(name) ?? true));
    if (left.length === 0 || performance.now() > deadline) return Object.fromEntries(left);
    if (performance.now() > sayAt) {
      say(`Waiting for: ${left.map(([name, count]) => `${name} ${count}`).join(", ")}.`);
      sayAt += sayEveryMs;
    }
    await sleep(lookEveryMs);
  }
}
