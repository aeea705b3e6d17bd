import type { Queryable } from "../database/transaction.ts";
import { later, minuteMs } from "../time.ts";

export type AttemptCount = { hits: number; resetsAt: Date };

const attemptWindowMs = 15 * minuteMs;
/** Tries at an account under attack are made one after the other, with a pause. A try that would wait longer is refused. */
export const turns = { pauseMs: 1_000, patienceMs: 10_000 };

/** Counted before the work is done, or a thousand at once would all be the first. */
export async function countAttempt(db: Queryable, key: string, now: Date): Promise<AttemptCount> {
  const until = later(now, attemptWindowMs);
  const { rows } = await db.query<AttemptCount>(
    `select hits, resets_at as "resetsAt" from accounts.count_attempt($1, $2, $3)`,
    [key, now, until],
  );
  return rows[0] ?? { hits: 0, resetsAt: until };
}

/** When this one's turn is, or null where too many wait already. */
export async function takeTurn(db: Queryable, key: string, now: Date): Promise<Date | null> {
  const { rows } = await db.query<{ turn: Date | null }>(
    "select accounts.take_turn($1, $2, $3 * interval '1 ms', $4 * interval '1 ms') as turn",
    [key, now, turns.pauseMs, turns.patienceMs],
  );
  return rows[0]?.turn ?? null;
}

export async function forgiveAttempts(db: Queryable, keys: readonly string[]): Promise<void> {
  await db.query("select accounts.forgive_attempts($1)", [keys]);
}
