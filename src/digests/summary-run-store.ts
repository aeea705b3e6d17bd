import type { Queryable } from "../database/transaction.ts";

/** One brief under way; `startedAt` tells it from another that took over when its time was up. */
export type SummaryRun = { personId: string; startedAt: Date };

/** Null: another one of this person's is under way. */
export async function startRun(db: Queryable, run: SummaryRun, lockedUntil: Date): Promise<SummaryRun | null> {
  const { rowCount } = await db.query(
    `insert into summary_runs as run (user_id, started_at, locked_until) values ($1, $2, $3)
    on conflict (user_id) do update set started_at = excluded.started_at, locked_until = excluded.locked_until
    where run.locked_until <= excluded.started_at`,
    [run.personId, run.startedAt, lockedUntil],
  );
  return rowCount === 1 ? run : null;
}

export async function endRun(db: Queryable, { personId, startedAt }: SummaryRun): Promise<void> {
  await db.query("delete from summary_runs where user_id = $1 and started_at = $2", [personId, startedAt]);
}

export async function isRunning(db: Queryable, personId: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query("select from summary_runs where user_id = $1 and locked_until > $2", [
    personId,
    now,
  ]);
  return rowCount === 1;
}
