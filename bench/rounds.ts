import { ownCpuMs } from "./cpu.ts";

/**
 * Runs every contender once in each round, so that other load on the machine affects all of them equally. An extra round
 * at the start warms up and does not count.
 */
export async function inRounds<Name extends string, Result>(
  rounds: number,
  contenders: Record<Name, () => Promise<Result>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(contenders) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Result[]>;
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const result = await contenders[name]();
      if (round > 0) results[name].push(result);
    }
  }
  return results;
}

export type Spent = { ownMs: number; databaseMs: number };

/** CPU of this process and of PostgreSQL. */
export async function spentOn(databaseCpuMs: () => number, work: () => Promise<unknown>): Promise<Spent> {
  // Looking at all processes takes milliseconds of our own, which are not the work's.
  const database = databaseCpuMs();
  const own = ownCpuMs();
  await work();
  const ownMs = ownCpuMs() - own;
  return { ownMs, databaseMs: databaseCpuMs() - database };
}
