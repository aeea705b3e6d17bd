import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseFaults } from "./database-faults.ts";
import type { Fleet } from "./fleet.ts";

/** Says whether it hit anything: there may be no process of that role just now, and the database may be down already. */
type Fault = { name: string; weight: number; inject: (random: () => number) => Promise<boolean> };

/** When the storm is over, asked with the number of processes killed with kill -9 so far; and the longest pause between faults. */
export type StormPlan = { isOver: (kills: number) => boolean; pauseMsMax: number };

const pauseMsMin = 300;
const refillMsMax = 1_500;

/** Injects random faults until the plan says that it is enough. Returns how often each one happened. */
export async function storm(
  fleet: Fleet,
  database: DatabaseFaults,
  random: () => number,
  { isOver, pauseMsMax }: StormPlan,
): Promise<Map<string, number>> {
  const faults = listFaults(fleet, database);
  const counts = new Map(faults.map(({ name }) => [name, 0]));
  while (!isOver(countKills(counts))) {
    await sleep(pauseMsMin + random() * (pauseMsMax - pauseMsMin));
    const { name, inject } = choose(faults, random());
    const hit = await inject(random).catch(() => false);
    counts.set(name, (counts.get(name) ?? 0) + (hit ? 1 : 0));
  }
  return counts;
}

/** The name of every kill -9 says so, of the database's too. */
function countKills(counts: Map<string, number>): number {
  return [...counts].reduce((sum, [name, count]) => sum + (name.endsWith("killed -9") ? count : 0), 0);
}

function listFaults(fleet: Fleet, database: DatabaseFaults): Fault[] {
  const end = (role: string, signal: NodeJS.Signals) => async (random: () => number) =>
    fleet.endOne({ role, signal, which: random(), pauseMs: random() * refillMsMax });
  return [
    { name: "worker killed -9", weight: 35, inject: end("worker", "SIGKILL") },
    { name: "worker redeployed", weight: 12, inject: end("worker", "SIGTERM") },
    { name: "web killed -9", weight: 10, inject: end("web", "SIGKILL") },
    { name: "half of the backends killed", weight: 25, inject: () => database.killBackends().then(() => true) },
    {
      name: "database refuses connections",
      weight: 8,
      inject: (random) => database.refuse(500 + random() * 6_000).then(() => true),
    },
    { name: "database killed -9", weight: 6, inject: async () => database.endServer("SIGKILL") },
    { name: "database restarted", weight: 4, inject: async () => database.endServer("SIGINT") },
  ];
}

function choose(faults: Fault[], drawn: number): Fault {
  let left = drawn * faults.reduce((sum, { weight }) => sum + weight, 0);
  const found = faults.find(({ weight }) => (left -= weight) < 0) ?? faults[0];
  if (found === undefined) throw new Error("there are no faults to choose from");
  return found;
}
