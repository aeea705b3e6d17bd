import { auditItems, auditSchedules, listSavedFetches } from "./audit-database.ts";
import type { Finding } from "./audit-log.ts";
import { auditLog } from "./audit-log.ts";
import { auditPrivacy } from "./audit-privacy.ts";
import type { Calm } from "./calm.ts";
import type { ChaosWorld } from "./chaos-world.ts";
import { hostDelayMs, places } from "./chaos-world.ts";
import type { Readers } from "./readers.ts";

export type Audited = { counts: [name: string, count: number][]; findings: Finding[] };

/** What was seen while it went on. */
export type Observed = {
  blows: Map<string, number>;
  hollow: Finding;
  readers: Readers;
  reading: Finding;
  badEnds: string[];
  calm: Calm;
};

// As the workers are set: a minute after a success (the shortest there is), five after a failure (C12).
const successIntervalMs = 60_000;
const failureIntervalMs = 300_000;

/** Every promise of DESIGN.md, and how much of it was put to the test. */
export async function auditChaos(world: ChaosWorld, observed: Observed): Promise<Audited> {
  const { pool, webPool, origin, feeds, fleet } = world;
  const { log } = origin;
  const saved = await listSavedFetches(pool);
  const findings = [
    ...auditLog(log, log.slice(0, observed.calm.requestsBefore), saved, {
      hostDelayMs,
      successIntervalMs,
      failureIntervalMs,
    }),
    ...(await auditItems(pool, feeds, origin.itemsOf)),
    observed.hollow,
    finding("validators go back as they came, to where they came from", log.length, origin.bogusValidators()),
    await auditSchedules(pool, feeds),
    finding("nothing is left to do", feeds.length, describeLeft(observed.calm.leftovers)),
    observed.reading,
    await auditPrivacy(pool, webPool),
    finding("readers see no unexplained error", total(observed.readers.statuses), observed.readers.shocks),
    finding("no process that works ends by itself", fleet.started(), fleet.accidents),
    finding("asked to stop, a process ends with code 0", places.length, observed.badEnds),
  ];
  return { counts: countAll(world, observed, saved.length), findings };
}

function finding(promise: string, checked: number, broken: string[]): Finding {
  return { promise, checked, broken };
}

function countAll({ origin, feeds, fleet }: ChaosWorld, observed: Observed, saved: number): Audited["counts"] {
  const forFeeds = origin.log.filter(({ key, status }) => key >= 0 && status !== 301 && status !== 302).length;
  return [
    ...observed.blows,
    ["processes started", fleet.started()],
    ["processes that gave up at their start, for want of a database", fleet.falseStarts.length],
    ["feeds", feeds.length],
    ["requests that the origin saw", origin.log.length],
    ["answers that were lost with a worker, a connection or the database", forFeeds - saved],
    ["feeds buried after three lost workers, and dug out", observed.calm.buried],
    ...[...observed.readers.statuses].map(([status, count]): [string, number] => [`readers got ${status}`, count]),
  ];
}

function describeLeft(leftovers: Record<string, number>): string[] {
  return Object.entries(leftovers).map(([name, count]) => `${name}: ${count}`);
}

function total(statuses: Map<string, number>): number {
  return statuses.values().reduce((sum, count) => sum + count, 0);
}
