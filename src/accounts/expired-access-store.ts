import type { Queryable } from "../database/transaction.ts";

/** What has ended by itself: sessions, links that were sent, throttles. */
export async function deleteExpiredAccess(db: Queryable, now: Date): Promise<number> {
  const sessions = await db.query("delete from accounts.sessions where expires_at < $1", [now]);
  const tokens = await db.query("delete from accounts.one_time_tokens where expires_at < $1", [now]);
  const throttles = await db.query("delete from accounts.throttles where resets_at < $1", [now]);
  return (sessions.rowCount ?? 0) + (tokens.rowCount ?? 0) + (throttles.rowCount ?? 0);
}
