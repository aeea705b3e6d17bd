import type { Queryable } from "../database/transaction.ts";
import { uuidV7 } from "../ids.ts";

/** `checked`: restored row by row, only read again from end to end (we may create no database), or neither. */
export type TakenBackup = { rows: number; bytes: number; checked: "restored" | "read" | "not" };

/** One try. `error` is null while it runs and if it went well; `endedAt` is null while it runs or if its process was killed. */
export type Backup = {
  startedAt: Date;
  endedAt: Date | null;
  file: string;
  host: string;
  scheduled: boolean;
  encrypted: boolean;
  rows: number | null;
  bytes: number | null;
  checked: TakenBackup["checked"] | null;
  error: string | null;
};

const columns = `started_at as "startedAt", ended_at as "endedAt", file, host, scheduled, encrypted, rows::float8 as rows,
  bytes::float8 as bytes, checked, error`;
const keptMax = 100;

export type StartedBackup = Pick<Backup, "startedAt" | "file" | "host" | "scheduled" | "encrypted">;

/** Notes of a clock that was ahead: each would be the last one, and the last good one, until that time comes. */
export async function forgetBackupsAfter(db: Queryable, end: Date): Promise<void> {
  await db.query("delete from backups where started_at > $1", [end]);
}

/** Returns its id, for the end of it. */
export async function noteBackupStart(db: Queryable, started: StartedBackup): Promise<string> {
  const { startedAt, file, host, scheduled, encrypted } = started;
  const id = uuidV7(startedAt);
  await db.query(
    "insert into backups (id, started_at, file, host, scheduled, encrypted) values ($1, $2, $3, $4, $5, $6)",
    [id, startedAt, file, host, scheduled, encrypted],
  );
  return id;
}

export async function noteBackupEnd(
  db: Queryable,
  id: string,
  ended: { endedAt: Date; taken: TakenBackup | null; error: string | null },
): Promise<void> {
  const { endedAt, taken, error } = ended;
  await db.query("update backups set ended_at = $2, rows = $3, bytes = $4, checked = $5, error = $6 where id = $1", [
    id,
    endedAt,
    taken?.rows ?? null,
    taken?.bytes ?? null,
    taken?.checked ?? null,
    error,
  ]);
  await db.query(
    "delete from backups where id in (select id from backups order by started_at desc, id desc offset $1)",
    [keptMax],
  );
}

/** `firstScheduled`: of those that are noted. With a try an hour they go back four days. */
export type BackupFacts = Record<"lastGood" | "lastScheduled" | "firstScheduled" | "last", Backup | null>;

export async function readBackups(db: Queryable): Promise<BackupFacts> {
  const find = async (condition: string, order: "asc" | "desc"): Promise<Backup | null> => {
    const { rows } = await db.query<Backup>(
      `select ${columns} from backups where ${condition} order by started_at ${order}, id ${order} limit 1`,
    );
    return rows[0] ?? null;
  };
  return {
    lastGood: await find("ended_at is not null and error is null", "desc"),
    lastScheduled: await find("scheduled", "desc"),
    firstScheduled: await find("scheduled", "asc"),
    last: await find("true", "desc"),
  };
}
