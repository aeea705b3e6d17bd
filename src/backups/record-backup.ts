import type pg from "pg";
import type { Connection } from "../database/connection.ts";
import { later } from "../time.ts";
import { aheadMs } from "./backup-policy.ts";
import {
  forgetBackupsAfter,
  noteBackupEnd,
  noteBackupStart,
  type StartedBackup,
  type TakenBackup,
} from "./backup-store.ts";
import { type BackupOrder, takeBackup } from "./take-backup.ts";

type Parts = { pool: pg.Pool; connection: Connection; now: () => Date };

const errorCharsMax = 500;

/** Takes a backup and notes how it went, for the operator's page. */
export async function recordBackup(
  { pool, connection, now }: Parts,
  started: StartedBackup,
  { prepare, order }: { prepare?: () => Promise<void>; order: BackupOrder },
): Promise<TakenBackup> {
  await forgetBackupsAfter(pool, later(started.startedAt, aheadMs));
  const id = await noteBackupStart(pool, started);
  try {
    await prepare?.();
    const taken = await takeBackup(connection, order);
    await noteBackupEnd(pool, id, { endedAt: now(), taken, error: null });
    return taken;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    // What went wrong matters more than that it could not be noted.
    await noteBackupEnd(pool, id, { endedAt: now(), taken: null, error: why.slice(0, errorCharsMax) }).catch(
      () => undefined,
    );
    throw error;
  }
}
