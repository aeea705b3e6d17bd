import { setTimeout as sleep } from "node:timers/promises";
import type { DatabaseBlows } from "./database-blows.ts";
import type { Fleet } from "./fleet.ts";

type Blow = { name: string; weight: number; strike: (random: () => number) => Promise<void> | void };

const pauseMsMin = 300;
const pauseMsMax = 3_500;
const refillMsMax = 1_500;

/** Strikes at random until `untilMs`. Returns how often each blow fell. */
export async function storm(
  fleet: Fleet,
  database: DatabaseBlows,
  random: () => number,
  untilMs: number,
): Promise<Map<string, number>> {
  const blows = listBlows(fleet, database);
  const fallen = new Map(blows.map(({ name }) => [name, 0]));
  while (performance.now() < untilMs) {
    await sleep(pauseMsMin + random() * (pauseMsMax - pauseMsMin));
    const { name, strike } = choose(blows, random());
    // A blow may find the database away already: then it fell on nothing.
    const hit = await Promise.resolve(strike(random)).then(
      () => 1,
      () => 0,
    );
    fallen.set(name, (fallen.get(name) ?? 0) + hit);
  }
  return fallen;
}

function listBlows(fleet: Fleet, database: DatabaseBlows): Blow[] {
  const end = (role: string, signal: NodeJS.Signals) => (random: () => number) =>
    fleet.strike({ role, signal, which: random(), pauseMs: random() * refillMsMax });
  return [
    { name: "worker killed -9", weight: 35, strike: end("worker", "SIGKILL") },
    { name: "worker redeployed", weight: 12, strike: end("worker", "SIGTERM") },
    { name: "web killed -9", weight: 10, strike: end("web", "SIGKILL") },
    { name: "half of the backends killed", weight: 25, strike: database.killBackends },
    { name: "no connection to be had", weight: 8, strike: (random) => database.refuse(500 + random() * 6_000) },
    { name: "database killed -9", weight: 6, strike: async () => database.endServer("SIGKILL") },
    { name: "database restarted", weight: 4, strike: async () => database.endServer("SIGINT") },
  ];
}

function choose(blows: Blow[], drawn: number): Blow {
  let left = drawn * blows.reduce((sum, { weight }) => sum + weight, 0);
  const found = blows.find(({ weight }) => (left -= weight) < 0) ?? blows[0];
  if (found === undefined) throw new Error("there is no blow to choose from");
  return found;
}
