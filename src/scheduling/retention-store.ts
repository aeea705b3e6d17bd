import type { Queryable } from "../database/transaction.ts";

/** A robots.txt is read again for the next page of its origin; nobody may come for another one. */
export async function deleteExpiredRobots(db: Queryable, now: Date): Promise<number> {
  const { rowCount } = await db.query("delete from robots where expires_at <= $1", [now]);
  return rowCount ?? 0;
}

export async function deleteOldSummaries(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query("delete from summaries where created_at < $1", [before]);
  return rowCount ?? 0;
}
