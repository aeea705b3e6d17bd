import { createHash } from "node:crypto";
import type { Queryable } from "../database/transaction.ts";
import { type Attempt, type AttemptCount, attemptWindowMs } from "./throttle-policy.ts";

/** Counted before the work is done, or a thousand at once would all be the first. */
export async function countAttempt(db: Queryable, attempt: Attempt, now: Date): Promise<AttemptCount[]> {
  const { rows } = await db.query<AttemptCount>(
    `select scope, hits, resets_at as "resetsAt" from accounts.count_attempt($1, $2, $3, $4, $5)`,
    [...keyOf(attempt), now, new Date(now.getTime() + attemptWindowMs)],
  );
  return rows;
}

export async function forgiveAttempt(db: Queryable, attempt: Attempt): Promise<void> {
  await db.query("select accounts.forgive_attempt($1, $2, $3)", keyOf(attempt));
}

/** Hashed, so that the table is no list of who tried to log in, and no email makes the key too long. */
function keyOf({ purpose, email, address }: Attempt): [string, string, string | null] {
  return [purpose, createHash("sha256").update(email.trim().toLowerCase()).digest("hex"), address];
}
