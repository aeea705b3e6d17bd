import { auditItems, auditSchedules, listSavedFetches } from "./audit-database.ts";
import type { Finding } from "./audit-log.ts";
import { auditLog } from "./audit-log.ts";
import { auditPrivacy } from "./audit-privacy.ts";
import type { Calm } from "./calm.ts";
import type { ChaosWorld } from "./chaos-world.ts";
import { hostDelayMs, places } from "./chaos-world.ts";
import type { Readers } from "./readers.ts";

export type Audited = { counts: [name: string, count: number][]; findings: Finding[] };

/** What was observed during the run. */
export type Observed = {
  faults: Map<string, number>;
  hollow: Finding;
  readers: Readers;
  reading: Finding;
  badEnds: string[];
  calm: Calm;
};

// As the workers are configured: a minute after a success (the minimum), five minutes after the first failure.
const successIntervalMs = 60_000;
const failureIntervalMs = 300_000;

/** Every promise, and how often it was tested. */
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
    finding(
      "validators are sent back unchanged, only to the address that gave them",
      log.length,
      origin.bogusValidators(),
    ),
    await auditSchedules(pool, feeds),
    finding("no work is left over", feeds.length, describeLeft(observed.calm.leftovers)),
    observed.reading,
    await auditPrivacy(pool, webPool),
    finding("readers see no unexplained error", total(observed.readers.statuses), observed.readers.unexpected),
    finding("no working process ends by itself", fleet.started(), fleet.accidents),
    finding("a process that is asked to stop ends with code 0", places.length, observed.badEnds),
  ];
  return { counts: countAll(world, observed, saved.length), findings };
}

function finding(promise: string, checked: number, broken: string[]): Finding {
  return { promise, checked, broken };
}

function countAll({ origin, feeds, fleet }: ChaosWorld, observed: Observed, saved: number): Audited["counts"] {
  const forFeeds = origin.log.filter(({ key, status }) => key >= 0 && status !== 301 && status !== 302).length;
  return [
    ...observed.faults,
    ["processes started", fleet.started()],
    ["processes that gave up at their start because there was no database", fleet.falseStarts.length],
    ["feeds", feeds.length],
    ["requests the origin received", origin.log.length],
    ["answers lost with a worker, a connection or the database", forFeeds - saved],
    ["feeds quarantined after three lost workers, and replayed", observed.calm.quarantined],
    ...[...observed.readers.statuses].map(([status, count]): [string, number] => [`readers got ${status}`, count]),
  ];
}

function describeLeft(leftovers: Record<string, number>): string[] {
  return Object.entries(leftovers).map(([name, count]) => `${name}: ${count}`);
}

function total(statuses: Map<string, number>): number {
  return statuses.values().reduce((sum, count) => sum + count, 0);
}
