import { backupWorkOf, type Parts } from "./assemble.ts";
import { makeLogPartitions } from "./feeds/fetch-log-store.ts";
import { forgetFutureTimes } from "./future-times.ts";
import { applyRetention } from "./retention.ts";
import type { Stage } from "./run-stage.ts";
import { hourMs, minuteMs } from "./time.ts";

/** The rows of pipeline.ts that nobody waits for: the clock, what is deleted, what is made ahead, and the day's backup. */
export function cleaningStages(parts: Parts): Stage[] {
  const { db, clock } = parts;
  return [
    ...backupStages(parts),
    {
      name: "clock",
      takes: "the distance of this machine's clock to the database's",
      wokenBy: [],
      everyMs: minuteMs,
      run: clock.correct,
      wakes: [],
    },
    {
      name: "retention",
      takes: "expired rows",
      wokenBy: [],
      everyMs: hourMs,
      run: ({ stopping }) => applyRetention({ ...parts, db: db.worker }, clock.now(), stopping),
      wakes: [],
    },
    {
      name: "future",
      takes: "times that a clock which was years ahead has left",
      wokenBy: [],
      everyMs: hourMs,
      run: ({ stopping }) => forgetFutureTimes({ ...parts, db: db.worker }, clock.now(), stopping),
      wakes: [],
    },
    {
      name: "partitions",
      takes: "future partitions of fetch_logs",
      wokenBy: [],
      everyMs: hourMs,
      // Before the first fetch: a row on its way into the default partition would fail while its own is made.
      first: true,
      run: () => makeLogPartitions(db.worker, clock.now()),
      wakes: [],
    },
  ];
}

/** None without BACKUP_AT. */
function backupStages(parts: Parts): Stage[] {
  const work = backupWorkOf(parts);
  const run: Stage["run"] = async ({ signal }) => work?.keep(signal);
  const takes = "the day's backup, at BACKUP_AT";
  return work === null ? [] : [{ name: "backup", takes, wokenBy: [], everyMs: minuteMs, run, wakes: [] }];
}
