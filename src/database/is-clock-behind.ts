import type { Queryable } from "./transaction.ts";

/** Whether this database was set up or upgraded later than now, so that what seems to lie in the future does not. */
export async function isClockBehind(db: Queryable, now: Date): Promise<boolean> {
  const { rows } = await db.query<{ behind: boolean }>("select is_clock_behind($1) as behind", [now]);
  return rows[0]?.behind !== false;
}
