import { setTimeout as sleep } from "node:timers/promises";
import { listDeadLetters, replayDeadLetters } from "../../src/feeds/dead-letter-store.ts";
import { isDatabaseUnavailable } from "../../src/database/unavailable.ts";
import { countLeftovers } from "./audit-database.ts";
import type { ChaosWorld } from "./chaos-world.ts";
import { makeAllDue } from "./make-all-due.ts";

/** `leftovers` is the work still left when time ran out; `requestsBefore` is where the storm's requests end in the log. */
export type Calm = { requestsBefore: number; quarantined: number; leftovers: Record<string, number> };

// The longest lease after a crash is five minutes, for an item's page (analysis/improve-items.ts); add some slack.
const patienceMs = 8 * 60_000;
const lookEveryMs = 500;
const sayEveryMs = 20_000;
const quarantinedMax = 10_000;

/**
 * What an operator does after a storm: starts everything again, replays the dead letters, and has every feed fetched once
 * more at once. Then all work must finish by itself.
 */
export async function calm(world: ChaosWorld, say: Say): Promise<Calm> {
  world.origin.calmDown();
  await world.fleet.whole();
  await settle(world, say, ["feeds held", "lanes held"]);
  const requestsBefore = world.origin.log.length;
  const quarantined = await replayQuarantined(world);
  await makeAllDue(
    world.pool,
    world.feeds.filter(({ kind }) => kind !== "trap").map(({ id }) => id),
  );
  return { requestsBefore, ...(await finishAll(world, say, quarantined)) };
}

const replaysMax = 5;

/**
 * A feed that lost its third worker in the storm is quarantined when it is next claimed, which may be now. The operator replays
 * it, like those before.
 */
async function finishAll(world: ChaosWorld, say: Say, before: number): Promise<Omit<Calm, "requestsBefore">> {
  let quarantined = before;
  for (let round = 0; round < replaysMax; round += 1) {
    await settle(world, say, ["feeds held", "feeds due", "lanes held", "items not analysed", "pages not read"]);
    const replayed = await replayQuarantined(world);
    if (replayed === 0) break;
    quarantined += replayed;
  }
  return { quarantined, leftovers: await settle(world, say) };
}

async function replayQuarantined({ pool }: ChaosWorld): Promise<number> {
  const letters = await listDeadLetters(pool, quarantinedMax);
  const ids = letters.map(({ id }) => id);
  return replayDeadLetters(pool, ids, new Date());
}

/** If the last fault killed the database, it is still recovering from its log. */
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

/** Waits until none of these is left, or time runs out. Returns what is left. */
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
