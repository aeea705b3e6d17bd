import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseFaults } from "./database-faults.ts";
import type { Fleet } from "./fleet.ts";

type Fault = { name: string; weight: number; inject: (random: () => number) => Promise<void> | void };

const pauseMsMin = 300;
const pauseMsMax = 3_500;
const refillMsMax = 1_500;

/** Injects random faults until `untilMs`. Returns how often each one happened. */
export async function storm(
  fleet: Fleet,
  database: DatabaseFaults,
  random: () => number,
  untilMs: number,
): Promise<Map<string, number>> {
  const faults = listFaults(fleet, database);
  const counts = new Map(faults.map(({ name }) => [name, 0]));
  while (performance.now() < untilMs) {
    await sleep(pauseMsMin + random() * (pauseMsMax - pauseMsMin));
    const { name, inject } = choose(faults, random());
    // If the database is already down, the fault had no effect and does not count.
    const hit = await Promise.resolve(inject(random)).then(
      () => 1,
      () => 0,
    );
    counts.set(name, (counts.get(name) ?? 0) + hit);
  }
  return counts;
}

function listFaults(fleet: Fleet, database: DatabaseFaults): Fault[] {
  const end = (role: string, signal: NodeJS.Signals) => (random: () => number) =>
    fleet.endOne({ role, signal, which: random(), pauseMs: random() * refillMsMax });
  return [
    { name: "worker killed -9", weight: 35, inject: end("worker", "SIGKILL") },
    { name: "worker redeployed", weight: 12, inject: end("worker", "SIGTERM") },
    { name: "web killed -9", weight: 10, inject: end("web", "SIGKILL") },
    { name: "half of the backends killed", weight: 25, inject: database.killBackends },
    { name: "database refuses connections", weight: 8, inject: (random) => database.refuse(500 + random() * 6_000) },
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
