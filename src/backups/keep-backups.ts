import { readdir, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { createFolder } from "../create-folder.ts";
import type { Connection } from "../database/connection.ts";
import { withAdvisoryLock } from "../database/advisory-lock.ts";
import { chooseExpired, chooseUnfinished, explainBackupProblem, isBackupDue, nameBackup } from "./backup-policy.ts";
import { readBackups, type TakenBackup } from "./backup-store.ts";
import { recordBackup } from "./record-backup.ts";

export type BackupSchedule = {
  pool: pg.Pool;
  connection: Connection;
  now: () => Date;
  version: string;
  folder: string;
  /** When, in minutes after midnight UTC. */
  at: number;
  keep: number;
  passphrase: string | null;
  report: (file: string, taken: TakenBackup) => void;
};

export type BackupWork = {
  keep: (signal: AbortSignal) => Promise<void>;
  /** A sentence for the operator, or null. */
  findProblem: () => Promise<string | null>;
};

export function createBackupWork(schedule: BackupSchedule): BackupWork {
  return {
    keep: (signal) => keepBackups(schedule, signal),
    findProblem: async () => explainBackupProblem(await readBackups(schedule.pool), schedule.now()),
  };
}

const lockKey = 7_246_079;

/** One look of the stage *backup*: if one is due, takes it and removes those beyond BACKUP_KEEP. One process at a time. */
async function keepBackups(schedule: BackupSchedule, signal: AbortSignal): Promise<void> {
  if (!(await isDue(schedule))) return;
  await withAdvisoryLock(schedule.connection, lockKey, async () => {
    // Another process may have taken it while we asked for the lock.
    if (await isDue(schedule)) await takeDue(schedule, signal);
  });
}

async function isDue({ pool, at, now }: BackupSchedule): Promise<boolean> {
  const { lastScheduled } = await readBackups(pool);
  return isBackupDue(lastScheduled, at, now());
}

async function takeDue(schedule: BackupSchedule, signal: AbortSignal): Promise<void> {
  const { folder, passphrase, keep, pool, connection, version, now, report } = schedule;
  const path = join(folder, nameBackup(now(), passphrase !== null));
  const started = { startedAt: now(), file: path, host: hostname(), scheduled: true, encrypted: passphrase !== null };
  const taken = await recordBackup({ pool, connection, now }, started, {
    prepare: async () => {
      createFolder(folder, 0o700);
      // We hold the lock, so nobody writes these any more: a process was killed. Each is as large as a backup.
      await removeFrom(folder, chooseUnfinished);
      // A backup of the same minute, by a process whose note of it was lost with the database.
      await rm(path, { force: true });
    },
    order: { path, passphrase, verify: true, version, now: now(), signal },
  });
  report(path, taken);
  // Only after a good one: of backups that fail, the last good ones must stay.
  await removeFrom(folder, (names) => chooseExpired(names, keep, now()));
}

async function removeFrom(folder: string, choose: (names: string[]) => string[]): Promise<void> {
  for (const name of choose(await readdir(folder))) await rm(join(folder, name), { force: true });
}
